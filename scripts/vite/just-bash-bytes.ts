/**
 * Patches of just-bash that keep bytes: words are text that can hold any byte (byte-text.ts), and streams are
 * strings with one character per byte. The library marks each result as text or bytes, loses the mark in compound
 * commands, and guesses then.
 */
import { fileURLToPath } from 'node:url';
import type { Patch } from './library-patches.ts';

const pathOf = (path: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../workers/${path}`, import.meta.url)).replaceAll('\\', '/'));

const triedWith = '3.4.2';
const each = (why: string, changes: readonly (readonly [from: string, to: string])[]): Patch[] =>
  changes.map(([from, to]) => ({ why, triedWith, from, to }));

export const bytePatches: readonly Patch[] = [
  ...each('Decoding and encoding must lose nothing, also of what is not UTF-8.', [
    [
      'function ue(e,t=Tc){let n=e;if(!n)return n;',
      `import{textOf as __textOf,textOfBytes as __text,bytesOfText as __bytes,textOfByte as __byte,encodeText as __encode,joined as __joined}from${pathOf('text/encoding/byte-text.ts')};import{byteResult as __result}from${pathOf('runtimes/shell/session/byte-result.ts')};function ue(e,t=Tc){if(!e)return e;return __text(e);let n=e;`,
    ],
    ['function Dn(e,t=Tc){if(!e)return e;', 'function Dn(e,t=Tc){if(!e)return e;return __bytes(e);'],
    ['Ov=new TextEncoder,Tv=new TextDecoder', 'Ov={encode:__encode},Tv={decode:__textOf}'],
  ]),
  ...each('The result of a command must be bytes, and stay bytes in compound commands.', [
    [
      'u=await u3(c,t,n,r,s,i,o,a,l);return u!==null?u.internalProducerCommand===void 0?{...u,internalProducerCommand:t}:u:{...await f3(c,t,n,s,o),internalProducerCommand:t}',
      'z=!i&&this.ctx.state.functions.has(t)||["eval","source",".","command","builtin","exec"].includes(t),u=await u3(c,t,n,r,s,i,o,a,l);if(u!==null&&!z)u=__result(u);return u!==null?u.internalProducerCommand===void 0?{...u,internalProducerCommand:t}:u:{...__result(await f3(c,t,n,s,o)),internalProducerCommand:t}',
    ],
    [
      'await a(c.path,n,r);let{cmd:u,path:f}=c;',
      '{...await a(c.path,n,r),stdoutKind:"bytes",isBytes:!0};let{cmd:u,path:f}=c;',
    ],
    [
      'function zr(e){return ah(e)==="bytes"?e.stdout:Dn(e.stdout)}function $c(e){return ah(e)==="bytes"?ue(e.stdout):e.stdout}',
      'function zr(e){return e.stdout}function $c(e){return e.stdout}',
    ],
    ['s=Dn(R.stderr)+zr(R)', 's=R.stderr+zr(R)'],
    [
      'build(t,n){return{stdout:this.stdoutChunks.join(""),',
      'build(t,n){return{stdoutKind:"bytes",isBytes:!0,stdout:this.stdoutChunks.join(""),',
    ],
    [
      'return{stdout:n,stderr:r,exitCode:t,internalOutputAccounting:{stdout:_(n),stderr:_(r)}}',
      'return{stdoutKind:"bytes",isBytes:!0,stdout:n,stderr:r,exitCode:t,internalOutputAccounting:{stdout:_(n),stderr:_(r)}}',
    ],
    [
      'let l=f=>a?this.logResult(f):f,c=Qs(',
      'let l=f=>(f.stdoutKind="bytes",f.isBytes=!0,a?this.logResult(f):f),c=Qs(',
    ],
    ['function $3(e){if(!e)return e;', 'function $3(e){return e;'],
    ['if(p)p.append("stdout",M)', 'if(p)p.append("stdout",Dn(M))'],
    ['if(p)p.append("stderr",M)', 'if(p)p.append("stderr",Dn(M))'],
    ['let d=(Si()-l)/1e3,p;', 'u={...u,stdout:ue(u.stdout),stderr:ue(u.stderr)};let d=(Si()-l)/1e3,p;'],
    ['let A=o+x;', 'let A=Dn(o+x);'],
  ]),
  ...each(
    'Output is accounted by its length: two ways to count ended scripts with "invalid stdout accounting".',
    [['function _(e){let t=0;', 'function _(e){return e.length;let t=0;']],
  ),
  ...each('A redirection must write bytes as they are.', [
    [
      'd=t.stdoutKind==="bytes"||t.stdoutKind===void 0&&t.stdoutEncoding==="binary"?"binary":"utf8"',
      'd="binary"',
    ],
    ['function x4(e){', 'function x4(e){return"binary";'],
    ['let s=await e.fs.readFile(r);return n', 'let s=await e.fs.readFile(r,"binary");return n'],
    ['{let A=await wI(e,y.target);', '{let A=Dn(await wI(e,y.target));'],
    ['c=Dn(A),u=-1', 'c=A,u=-1'],
    ['N={kind:"input",content:`${S}\n`}', 'N={kind:"input",content:Dn(`${S}\n`)}'],
    ['Kn(e,A,{kind:"input",content:`${S}\n`})', 'Kn(e,A,{kind:"input",content:Dn(`${S}\n`)})'],
  ]),
  ...each('What becomes a word must be decoded, without zero bytes.', [
    ['i+=u.stdout.replace(/\\n+$/,"")', 'i+=ue(u.stdout).replace(/\\n+$/,"")'],
    ['i+=c.stdout.replace(/\\n+$/,"")', 'i+=ue(c.stdout).replace(/\\n+$/,"")'],
    ['e.state.bashPid=s,c.stdout.replace(/\\n+$/,"")', 'e.state.bashPid=s,ue(c.stdout).replace(/\\n+$/,"")'],
    ['c.stdout?.replace(/\\n+$/,"")', 'ue(c.stdout)?.replace(/\\n+$/,"")'],
    ['let m=p.stdout.replace(/\\n+$/,"")', 'let m=ue(p.stdout).replaceAll("\\0","").replace(/\\n+$/,"")'],
    ['let h=p.stdout.replace(/\\n+$/,"")', 'let h=ue(p.stdout).replaceAll("\\0","").replace(/\\n+$/,"")'],
    ['`,"string_length");f.push(w)', '`,"string_length");f.push(ue(w))'],
    ['"REPLY";e.state.env.set(z,S);for', '"REPLY";e.state.env.set(z,ue(S).replaceAll("\\0",""));for'],
    ['I(R)}x===`\n`&&S.endsWith(', 'I(R)}S=ue(S).replaceAll("\\0","");x===`\n`&&S.endsWith('],
    ['for(;z<b.length&&F<a;)', 'for(;z<b.length&&(F<a||F>0&&(b.charCodeAt(z)&192)===128);)'],
    ['else A(X),z++,F++,R=z', 'else(A(X),z++,(X.charCodeAt(0)&192)===128&&F>0||F++,R=z)'],
  ]),
  ...each("Escapes of echo, printf and $'…' are bytes; a zero byte ends the last.", [
    ['let o=parseInt(s,8)%256;t+=String.fromCharCode(o)', 't+=__byte(parseInt(s,8))'],
    ['let o=parseInt(s,16);t+=String.fromCharCode(o),n=i', 't+=__byte(parseInt(s,16)),n=i'],
    ['n+=String.fromCharCode(parseInt(i,8)),r=o;break}case"x"', 'n+=__byte(parseInt(i,8)),r=o;break}case"x"'],
    [
      'n+=String.fromCharCode(parseInt(i,8)),r=o;break}default:n+=e[r],r++}else n+=e[r],r++;return{value',
      'n+=__byte(parseInt(i,8)),r=o;break}default:n+=e[r],r++}else n+=e[r],r++;return{value',
    ],
    ['i?n+=String.fromCharCode(parseInt(i,8)):n+="\\0"', 'i?n+=__byte(parseInt(i,8)):n+="\\0"'],
    [
      'try{let a=new TextDecoder("utf-8",{fatal:!0});n+=a.decode(new Uint8Array(i))}catch{for(let a of i)n+=String.fromCharCode(a)}',
      'n+=__textOf(new Uint8Array(i));',
    ],
    ['n+=d8(i)', 'n+=__textOf(new Uint8Array(i))'],
    ['r+=mk(a)', 'r+=__textOf(new Uint8Array(a))'],
    ['let c=parseInt(a,8);r+=String.fromCharCode(c),s=l', 'r+=__byte(parseInt(a,8)),s=l'],
    [
      't[s]==="\'"&&s++,{part:Y.literal(r),endIndex:s}',
      't[s]==="\'"&&s++,r=__joined(r).split("\\0")[0],{part:r===""?Y.singleQuoted(r):Y.literal(r),endIndex:s}',
    ],
    [
      'let l=new TextEncoder().encode(n)[0];return{value:String.fromCharCode(l)',
      'let l=__encode(n)[0];return{value:__byte(l)',
    ],
    ['assignShellVariable:async(S,E,A)=>{', 'assignShellVariable:async(S,E,A)=>{E=__joined(E);'],
  ]),
  ...each('wc -m counts no bytes that are not valid, as GNU wc.', [
    ['s=t?Array.from(ue(e)).length:r', 's=t?Array.from(ue(e).replace(/[\\uDC80-\\uDCFF]/gu,"")).length:r'],
  ]),
  ...each('printf counts bytes for the width, and %q shows characters as they are, as in bash.', [
    ['return Ys(t,a,o,n)}function S8', 'return ue(Ys(Dn(t),a,o,n))}function S8'],
    [
      'let n=/[\\x00-\\x1f\\x7f-\\xff]/.test(e),r=n?3:0;',
      'let n=/[\\x00-\\x1f\\x7f\\uDC80-\\uDCFF]/u.test(e),r=n?3:0;',
    ],
    [
      'a<32||a>=127&&a<=255?i+=`\\\\${a.toString(8).padStart(3,"0")}`',
      'a<32||a===127||a>=0xdc80&&a<=0xdcff?i+=`\\\\${(a&255).toString(8).padStart(3,"0")}`',
    ],
  ]),
];
