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
];

export const justBashPatches = (): Plugin =>
  libraryPatches({
    name: 'just-bash',
    isPatched: (path) => path === library,
    source: 'scripts/vite/just-bash-patches.ts',
    patches: [...patches, ...bytePatches],
  });
