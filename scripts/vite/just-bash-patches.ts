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
    why: 'Its jq changes data wrongly without a word; ours is the real one (workers/runtimes/jq).',
    triedWith: '3.4.2',
    from: '{name:"jq",load:async()=>(await Promise.resolve().then(()=>(Jg(),Yg))).jqCommand},',
    to: '',
  },
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
    why: 'Without its command, the code of its jq is not needed.',
    triedWith: '3.4.2',
    from: 'ae(Yg,{',
    to: '/*@__PURE__*/ae(Yg,{',
  },
  {
    why: 'The same, for the function that loads it.',
    triedWith: '3.4.2',
    from: 'Jg=L(()=>{',
    to: 'Jg=/*@__PURE__*/L(()=>{',
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
    why: 'awk: printf "%05.2f" must pad with zeros.',
    triedWith: '3.4.2',
    from: 'let S=y.toFixed(x);if(f){let E=parseInt(f,10);u.includes("-")?S=S.padEnd(E):S=S.padStart(E)}',
    to: 'let S=y.toFixed(x);if(u.includes("+")&&y>=0)S="+"+S;if(f){let E=parseInt(f,10);u.includes("-")?S=S.padEnd(E):u.includes("0")?S=S.replace(/\\d.*/,D=>D.padStart(E-(S.length-D.length),"0")):S=S.padStart(E)}',
  },
  {
    why: 'sed: the end of the range /a/,/b/ must be searched from the line after its first.',
    triedWith: '3.4.2',
    from: 'p.startLine=t,s.set(d,p),ci(a,t,n,r,i)&&(p.active=!1,',
    to: 'p.startLine=t,s.set(d,p),(typeof a=="number"?t>=a:(!c||o===0)&&ci(a,t,n,r,i))&&(p.active=!1,',
  },
  {
    why: 'sed: a replacement may contain \\U, \\L, \\E, \\u and \\l.',
    triedWith: '3.4.2',
    from: 'function hu(e,t,n){let r="",s=0;',
    to: 'function hu(e,t,n){if(/\\\\[ULEul]/.test(e)){let A="",B="",O="";for(let k of e.match(/\\\\[^]|[^\\\\]+|\\\\$/g)??[]){if(/^\\\\[ULE]$/.test(k)){A=k[1];B="";continue}if(/^\\\\[ul]$/.test(k)){B=k[1];continue}let v=hu(k,t,n);if(A==="U")v=v.toUpperCase();if(A==="L")v=v.toLowerCase();if(B&&v){let[h,...y]=v;v=(B==="u"?h.toUpperCase():h.toLowerCase())+y.join("");B=""}O+=v}return O}let r="",s=0;',
  },
  {
    why: 'declare -A m=([k]="1 2") must keep both words of the value.',
    triedWith: '3.4.2',
    from: '/^\\[.+\\]=/.test(E)?A=E:',
    to: "/^\\[.+\\]=/.test(E)?A=E.replace(/^(\\[[^\\]]+\\]=)(.*[\\s\"'\\\\$`!*?{}|&;<>()].*)$/s,(D,F,V)=>`${F}'${V.replace(/'/g,\"'\\\\''\")}'`):",
  },
];

export const justBashPatches = (): Plugin =>
  libraryPatches({
    name: 'just-bash',
    isPatched: (path) => path === library,
    source: 'scripts/vite/just-bash-patches.ts',
    patches: [...patches, ...bytePatches],
  });
