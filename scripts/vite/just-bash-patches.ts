/**
 * Patches of just-bash where it has no option that the shell needs, or where a common script would fail.
 * Its custom commands and transform plugins change neither the state of a script nor how words are expanded.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { bytePatches } from './just-bash-bytes.ts';
import { libraryPatches, type Patch } from './library-patches.ts';

const library = join(dirname(createRequire(import.meta.url).resolve('just-bash')), 'browser.js');

const patches: readonly Patch[] = [
  {
    why: 'exec() discards its state at its end; the shell of a conversation keeps it, also after exit and set -e.',
    triedWith: '3.4.2',
    from: 'R=await new Yo(E,m).executeScript(x)',
    to: 'R=await(n?.run??((I,T)=>I.executeScript(T)))(new Yo(E,m),x)',
  },
  {
    why: 'for d in */ must list folders only, with a trailing slash.',
    triedWith: '3.4.2',
    from: 'let a=r.slice(s);return(await this.expandSegments(i,o,a)).sort()',
    to: 'let a=r.slice(s),l=t.endsWith("/");l&&a.push(".");let c=(await this.expandSegments(i,o,a)).sort();return l?c.map(u=>u.slice(0,-1)):c',
  },
  {
    why: 'A pattern must match a name in the other Unicode form: keyboards type NFC, and macOS exports NFD.',
    triedWith: '3.4.2',
    from: 'matchPattern(t,n){return this.patternToRegex(n).test(t)}',
    to: 'matchPattern(t,n){return this.patternToRegex(n).test(t)||/[^\\x00-\\x7f]/.test(n)&&this.patternToRegex(n.normalize()).test(t.normalize())}',
  },
  {
    why: '((n --> 3)) and ((n -= 1)) are arithmetic: what ends with )) is no subshell.',
    triedWith: '3.4.2',
    from: 'if(n[f]===")")return!0;f++}return!1}if(u===")")',
    to: 'if(n[f]===")")return n[f+1]!==")";f++}return!1}if(u===")")',
  },
  {
    why: 'The words of declare -a a=("$@" $(list) *.txt) keep their parts: as text, substitutions were lost.',
    triedWith: '3.4.2',
    from: 'let p=d.map(m=>Gf(e,m)),h=`${f}=(${p.join(" ")})`;s.push(e.parseWordFromString(h,!1,!1,!0))',
    to: 's.push(d.some(q=>/^\\[[^\\]]*$/.test(q.parts[0]?.value??""))?e.parseWordFromString(`${f}=(${d.map(q=>Gf(e,q)).join(" ")})`,!1,!1,!0):Y.word([Y.literal(f+"=("),...d.flatMap((m,p)=>[...(p?[Y.literal(" ")]:[]),...(d.some(q=>/^\\[/.test(q.parts[0]?.value??q.parts[0]?.pattern??""))?m.parts:[{type:"ArrayWord",word:m}])]),Y.literal(")")]))',
  },
  {
    why: 'declare -f and set -x print such a word.',
    triedWith: '3.4.2',
    from: 'case"Glob":return e.pattern;default:{let n=e;throw new Error(`Unsupported word part',
    to: 'case"Glob":return e.pattern;case"ArrayWord":return Ft(e.word);default:{let n=e;throw new Error(`Unsupported word part',
  },
  {
    why: 'The elements of such an array are what each word expands to.',
    triedWith: '3.4.2',
    from: 'for(let S of t.parts)if(S.type==="Literal"){let E=S.value;if(!l){let A=E.indexOf("=(")',
    to: 'for(let S of t.parts)if(S.type==="ArrayWord"){(c||d)&&g();for(let A of(await dr(e,S.word)).values)m(A)}else if(S.type==="Literal"){let E=S.value;if(!l){let A=E.indexOf("=(")',
  },
  {
    why: 'local knows no associative arrays; declare in a function is local, too.',
    triedWith: '3.4.2',
    from: 'if(t==="local")return xp(c,n)',
    to: 'if(t==="local")return(n.some(q=>/^[A-Za-z_]\\w*\\+?=\\(/.test(q))?cp:xp)(c,n)',
  },
  {
    why: 'The name of a command may expand to several words, as "$@" in f() { "$@"; } and $cmd.',
    triedWith: '3.4.2',
    from: 'let u=await _e(this.ctx,t.name),f=[],d=[],',
    to: 'let q=await dr(this.ctx,t.name),u=q.values[0]??"",f=q.values.slice(1),d=f.map(()=>q.quoted),',
  },
  {
    why: '"$@" without a parameter is no command at all.',
    triedWith: '3.4.2',
    from: 'let m=t.name.parts.every(N=>N.type==="CommandSubstitution"',
    to: 'let m=q.values.length===0||t.name.parts.every(N=>N.type==="CommandSubstitution"',
  },
  {
    why: 'set -e must not end a function, group or subshell whose exit code && or || tests, nor one after !.',
    triedWith: '3.4.2',
    from: 'let f=await this.executePipeline(c);n.appendResult(f,$c(f)),',
    to: 'let J=this.ctx.state.inCondition;if(l<t.pipelines.length-1||c.negated)this.ctx.state.inCondition=!0;let f;try{f=await this.executePipeline(c)}finally{this.ctx.state.inCondition=J}n.appendResult(f,$c(f)),',
  },
  {
    why: '{1..20000} was cut after 10,000 words without an error.',
    triedWith: '3.4.2',
    from: 'var Uo=1e4,',
    to: 'var Uo=1e7,',
  },
  {
    why: 'Too many words are an error.',
    triedWith: '3.4.2',
    from: 'if(e.length>=n.maxResults)return!1;',
    to: 'if(e.length>=n.maxResults)throw new C(`brace expansion result limit exceeded (${n.maxResults})`,"array_elements");',
  },
  {
    why: 'The limit above is the only one.',
    triedWith: '3.4.2',
    from: 'var Hw=1e5;',
    to: 'var Hw=1e8;',
  },
  {
    why: '"${list[*]}" must be joined by the first character of IFS, also in assignments and here-strings.',
    triedWith: '3.4.2',
    from: 'return f.map(([,p])=>p).join(" ")',
    to: 'return f.map(([,p])=>p).join(a==="*"?Ne(e.state.env):" ")',
  },
  {
    why: 'declare -A m=([k]="1 2") must keep both words of the value.',
    triedWith: '3.4.2',
    from: '/^\\[.+\\]=/.test(E)?A=E:',
    to: "/^\\[.+\\]=/.test(E)?A=E.replace(/^(\\[[^\\]]+\\]=)(.*[\\s\"'\\\\$`!*?{}|&;<>()].*)$/s,(D,F,V)=>`${F}'${V.replace(/'/g,\"'\\\\''\")}'`):",
  },
  {
    why: '1 << 40 and 0xffffffff & -1 have 64 bits; the operators of JavaScript have 32.',
    triedWith: '3.4.2',
    from: 'function qN(e,t,n){',
    to: 'function bits64(e,t,n){let[r,s]=[e,t].map(i=>Number.isFinite(i)?BigInt(Math.trunc(i)):0n);return Number(BigInt.asIntN(64,n==="<<"?r<<(s&63n):n===">>"?r>>(s&63n):n==="&"?r&s:n==="|"?r|s:r^s))}function qN(e,t,n){if(/^(?:<<|>>|[&|^])$/.test(n))return bits64(e,t,n);',
  },
  {
    why: 'So have the assignments with them.',
    triedWith: '3.4.2',
    from: 'function Yw(e,t,n){',
    to: 'function Yw(e,t,n){if(/^(?:<<|>>|[&|^])=$/.test(n))return bits64(e,t,n.slice(0,-1));',
  },
  {
    why: 'So has ~.',
    triedWith: '3.4.2',
    from: 'case"~":return~e;',
    to: 'case"~":return-e-1;',
  },
  {
    why: 'A script runs with the program of its first line, as python3 or bash -e, not as lines of this shell.',
    triedWith: '3.4.2',
    from: 'if("script"in c)return t.includes("/")||',
    to: 'let W="script"in c&&/^#![ \\t]*(\\S+)[ \\t]*([^\\n\\r]*?)[ \\t\\r]*(?:\\n|$)/.exec(await i.fs.readFile(c.path));if(W&&!/\\b(?:env +)?(?:ba|da)?sh$/.test(W.slice(1).join(" ").trim())&&W[1]!==t)return f3(e,W[1],[...W[2]===""?[]:[W[2]],c.path,...n],r,s);if("script"in c)return t.includes("/")||',
  },
  {
    why: 'declare -p quotes the values of an associative array as those of a list.',
    triedWith: '3.4.2',
    from: 'function sp(e){return Tt(e)}',
    to: 'function sp(e){return ds(e)}',
  },
  {
    why: 'It quotes a key only if it must.',
    triedWith: '3.4.2',
    from: "function ip(e){return`'${e.replace(/'/g,\"'\\\\''\")}'`}",
    to: 'function ip(e){return/^[\\w.,:/%+=-]+$/.test(e)?e:ds(e)}',
  },
  ...['${i}=(${f', '${f}=(${w', '${r}=(${i'].map((start) => ({
    why: 'It ends such an array with a space.',
    triedWith: '3.4.2',
    from: `declare -A ${start}.join(" ")})`,
    to: `declare -A ${start}.join(" ")} )`,
  })),
  {
    why: 'In ((…)) << is a shift, not a here-document.',
    triedWith: '3.4.2',
    from: 'this.pendingHeredocDelimiterMode=!1,this.makeToken(v.DLESS,',
    to: 'this.pendingHeredocDelimiterMode=this.dparenDepth>0?void 0:!1,this.makeToken(v.DLESS,',
  },
  {
    why: 'The handler of trap … ERR runs where set -e would end the script.',
    triedWith: '3.4.2',
    from: 'if(this.ctx.state.errexitSafe=o||i||a,this.ctx.state.options.errexit&&',
    to: 'if(this.ctx.state.errexitSafe=o||i||a,r!==0&&s===t.pipelines.length-1&&!i&&!this.ctx.state.inCondition&&!a)try{let q=await this.ctx.onError?.(t);q&&n.appendResult(q,$c(q))}catch(q){throw n.prependTo(q),q}if(this.ctx.state.options.errexit&&',
  },
  {
    why: 'set -E makes it run in functions and subshells, too.',
    triedWith: '3.4.2',
    from: '["E",null]',
    to: '["E","errtrace"]',
  },
  {
    why: 'So does set -o errtrace.',
    triedWith: '3.4.2',
    from: '["errtrace",null]',
    to: '["errtrace","errtrace"]',
  },
  {
    why: '((x <<= 3)) is one operator.',
    triedWith: '3.4.2',
    from: '!(c==="="&&',
    to: '!(c[0]==="="&&',
  },
  {
    why: 'A new PATH makes the shell look for its commands again.',
    triedWith: '3.4.2',
    from: 'if(!n&&e.state.hashTable){',
    to: 'let z=e.state.env.get("PATH");e.state.hashPath??=z,e.state.hashPath!==z&&(e.state.hashTable=void 0,e.state.hashPath=z);if(!n&&e.state.hashTable){',
  },
  {
    why: "$'\\U0001F600' is a character, and \\u41 need not have four digits.",
    triedWith: '3.4.2',
    from: 'case"u":{let a=t.slice(s+2,s+6),l=parseInt(a,16);Number.isNaN(l)?(r+="\\\\u",s+=2):(r+=String.fromCharCode(l),s+=6);break}',
    to: 'case"u":case"U":{let a=/^[0-9a-f]*/i.exec(t.slice(s+2,s+(t[s+1]==="u"?6:10)))[0],l=parseInt(a,16);l<=1114111?(r+=String.fromCodePoint(l),s+=2+a.length):(r+=t.slice(s,s+2),s+=2);break}',
  },
  {
    why: '$((${name%.*} + 1)), ${#list[@]} and other expansions in arithmetic were 0.',
    triedWith: '3.4.2',
    from: 'case"ArithBracedExpansion":{let i=await Gl(e,t.content);return Number.parseInt(i,10)||0}',
    to: 'case"ArithBracedExpansion":{let i=(await _e(e,new be().parseWordFromString("${"+t.content+"}",!0))).trim();if(/^-?(?:0|[1-9]\\d*)$/.test(i))return Number.parseInt(i,10);return i===""?0:await s($i(new be,i,0).expr)}',
  },
  {
    why: 'In $((…)) they are text, as in $((10#${hour})) and $((${sum} * 2)).',
    triedWith: '3.4.2',
    from: 't[i]==="{"?s++:t[i]==="}"&&s--,i++;n+=t.slice(r,i),r=i;continue}if(t[r+1]==="("){let s=1',
    to: 't[i]==="{"?s++:t[i]==="}"&&s--,i++;n+=await _e(e,new be().parseWordFromString(t.slice(r,i),!0)),r=i;continue}if(t[r+1]==="("){let s=1',
  },
  {
    why: 'The same, without a $name beside them.',
    triedWith: '3.4.2',
    from: 'if(s&&/\\$[a-zA-Z_][a-zA-Z0-9_]*(?![{[(])/.test(s)){let o=await _7(e,s)',
    to: 'if(s&&(s.includes("${")||/\\$[a-zA-Z_][a-zA-Z0-9_]*(?![{[(])/.test(s))){let o=await _7(e,s)',
  },
  {
    why: 'The same, in a subscript.',
    triedWith: '3.4.2',
    from: 'case"ArithBracedExpansion":return await Gl(e,t.content);',
    to: 'case"ArithBracedExpansion":return await _e(e,new be().parseWordFromString("${"+t.content+"}",!0));',
  },
  {
    why: 'list=x; list[2]=y must keep x as element 0.',
    triedWith: '3.4.2',
    from: 'let u=i?Ec(e,Xe(e,a,c)||"",s):s;return t.name||we(',
    to: 'if(!l&&!t.name&&!Gt(e,a)&&e.state.env.has(a)){we(e,a,0,e.state.env.get(a));e.state.env.delete(a)}let u=i?Ec(e,Xe(e,a,c)||"",s):s;return t.name||we(',
  },
  {
    why: 'read: spaces before the last delimiter are not part of the last word.',
    triedWith: '3.4.2',
    from: 'let a=o.substring(0,o.length-1);if(!uN(a,s))return a}return o}',
    to: 'let a=o.substring(0,o.length-1);if(!uN(a,s)){let l=a.length;for(;l>0&&r.has(a[l-1]);)l--;return a.substring(0,l)}}return o}',
  },
  {
    why: '${list[@]+"${list[@]}"} and ${name:-""} are the words that the quoted part is, also empty ones.',
    triedWith: '3.4.2',
    from: 'async function dr(e,t){return $w(e,t,VN())}',
    to: 'async function dr(e,t){if(t.parts.length===1&&t.parts[0].type==="ParameterExpansion"&&t.parts[0].operation?.type!=="AssignDefault"){let p=await Dw(e,t.parts[0]);if(p?.length===1&&(p[0].type==="DoubleQuoted"||p[0].type==="SingleQuoted"))return dr(e,{type:"Word",parts:p})}return $w(e,t,VN())}',
  },
  ...(
    [
      ['l=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0)', 'kO(e,t,l.stdin??n,r,s||l.stdin!==void 0)', 'subshell'],
      ['R=await n(y,s)}catch(I)', 'n(y,s)', 'command of a pipeline'],
      [
        'let p=await e.executeScript(t.body),h=p.exitCode;',
        'e.executeScript(t.body)',
        'command substitution',
      ],
      ['let c=await e.executeScript(r),u=c.exitCode;', 'e.executeScript(r)', 'substitution in a pattern'],
      ['try{h=await e.executeScript(t)}catch(m)', 'e.executeScript(t)', 'process substitution'],
    ] as const
  ).map(([from, work, what]) => ({
    why: `A ${what} has its own handler of trap … EXIT.`,
    ...{ triedWith: '3.4.2', from },
    to: from.replace(
      work,
      `(${what.startsWith('command of') ? 'E&&' : ''}e.inSubshell||(q=>q()))(()=>${work})`,
    ),
  })),
  {
    why: 'In $(…) set -e is off, and what set does there ends with it.',
    triedWith: '3.4.2',
    from: 'let p=await (e.inSubshell||(q=>q()))(()=>e.executeScript(t.body)),h=p.exitCode;',
    to: 'let q=e.state.options;e.state.options={...q,errexit:q.errexit&&(q.posix||e.state.shoptOptions.inherit_errexit)};let p;try{p=await (e.inSubshell||(q=>q()))(()=>e.executeScript(t.body))}finally{e.state.options=q}let h=p.exitCode;',
  },
];

/** Its commands that the shell replaces, by the modules that load them and list their exports. */
const replaced = [
  { names: ['awk'], load: 'qm', list: 'Gm', exports: ['awkCommand2'] },
  { names: ['sed'], load: 'pm', list: 'dm', exports: ['sedCommand'] },
  {
    names: ['grep', 'fgrep', 'egrep'],
    load: 'Sa',
    list: 'Ea',
    exports: ['grepCommand', 'fgrepCommand', 'egrepCommand'],
  },
  { names: ['find'], load: 'J0', list: 'Y0', exports: ['findCommand'] },
  { names: ['jq'], load: 'Jg', list: 'Yg', exports: ['jqCommand'] },
];

/** Takes them out of the registry, so that the build leaves out their code. */
const removals: readonly Patch[] = [
  ...replaced.flatMap(({ names, load, list, exports }) => [
    ...names.map((name, at) => [
      `{name:"${name}",load:async()=>(await Promise.resolve().then(()=>(${load}(),${list}))).${exports[at]}},`,
      '',
    ]),
    [`ae(${list},{`, `/*@__PURE__*/ae(${list},{`],
  ]),
  // The modules of its bundle run when they are first used; only this says that an unused one can be dropped.
  ['var L=(e,t)=>()=>(e&&(t=e(e=0)),t);', '/*#__NO_SIDE_EFFECTS__*/const L=(e,t)=>()=>(e&&(t=e(e=0)),t);'],
].map(([from = '', to = '']) => ({
  why: 'The shell has a command of its own.',
  triedWith: '3.4.2',
  from,
  to,
}));

export const justBashPatches = (): Plugin =>
  libraryPatches({
    name: 'just-bash',
    isPatched: (path) => path === library,
    source: 'scripts/vite/just-bash-patches.ts',
    patches: [...patches, ...removals, ...bytePatches],
  });
