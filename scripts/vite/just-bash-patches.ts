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
    why: 'declare -A m=([k]="1 2") must keep both words of the value.',
    triedWith: '3.4.2',
    from: '/^\\[.+\\]=/.test(E)?A=E:',
    to: "/^\\[.+\\]=/.test(E)?A=E.replace(/^(\\[[^\\]]+\\]=)(.*[\\s\"'\\\\$`!*?{}|&;<>()].*)$/s,(D,F,V)=>`${F}'${V.replace(/'/g,\"'\\\\''\")}'`):",
  },
];

/** Commands that the shell replaces are taken out of the registry and the bundle. */
const replaced: readonly Patch[] = (
  [
    ['{name:"awk",load:async()=>(await Promise.resolve().then(()=>(qm(),Gm))).awkCommand2},', ''],
    ['var Gm={};ae(Gm,{awkCommand2:()=>X9,flagsForFuzzing:()=>Y9});', ''],
    ['{name:"sed",load:async()=>(await Promise.resolve().then(()=>(pm(),dm))).sedCommand},', ''],
    ['{name:"grep",load:async()=>(await Promise.resolve().then(()=>(Sa(),Ea))).grepCommand},', ''],
    ['{name:"fgrep",load:async()=>(await Promise.resolve().then(()=>(Sa(),Ea))).fgrepCommand},', ''],
    ['{name:"egrep",load:async()=>(await Promise.resolve().then(()=>(Sa(),Ea))).egrepCommand},', ''],
    ['{name:"find",load:async()=>(await Promise.resolve().then(()=>(J0(),Y0))).findCommand},', ''],
    ['var dm={};ae(dm,{flagsForFuzzing:()=>jx,sedCommand:()=>Wx});', ''],
    ['var Y0={};ae(Y0,{findCommand:()=>R5,flagsForFuzzing:()=>L5});', ''],
    [
      'var Ea={};ae(Ea,{egrepCommand:()=>rx,egrepFlagsForFuzzing:()=>ox,fgrepCommand:()=>nx,fgrepFlagsForFuzzing:()=>ix,flagsForFuzzing:()=>sx,grepCommand:()=>iu});',
      '',
    ],
    // The modules of its bundle run when they are first used; only this says that an unused one can be dropped.
    ['var L=(e,t)=>()=>(e&&(t=e(e=0)),t);', '/*#__NO_SIDE_EFFECTS__*/const L=(e,t)=>()=>(e&&(t=e(e=0)),t);'],
  ] as const
).map(([from, to]) => ({ why: 'The shell has a command of its own.', triedWith: '3.4.2', from, to }));

export const justBashPatches = (): Plugin =>
  libraryPatches({
    name: 'just-bash',
    isPatched: (path) => path === library,
    source: 'scripts/vite/just-bash-patches.ts',
    patches: [...patches, ...replaced, ...bytePatches],
  });
