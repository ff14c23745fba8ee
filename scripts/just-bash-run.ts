/**
 * Vite plugin: lets the shell run a script statement by statement and keep its state.
 * just-bash isolates each `exec()` and drops the interpreter's state at its end; the shell of a conversation has to keep
 * it, also after `exit` and `set -e`. The library has no option for that, so one call in its text is patched: an option
 * `run` is given the interpreter and the parsed script. With such an option, this file could go.
 * The build, the dev server and the tests fail if a new version does not match.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = join(dirname(createRequire(import.meta.url).resolve('just-bash')), 'browser.js');
const call = 'R=await new Yo(E,m).executeScript(x)';
const patched = 'R=await(n?.run??((I,T)=>I.executeScript(T)))(new Yo(E,m),x)';

export function justBashRun(): Plugin {
  return {
    name: 'oneclaw:just-bash-run',
    transform: (code, id) => (id.split('?')[0] === library ? withRun(code) : undefined),
  };
}

function withRun(code: string): string {
  const parts = code.split(call);
  if (parts.length !== 2)
    throw new Error(`just-bash has changed: ${JSON.stringify(call)} is in it ${parts.length - 1} times.`);
  return parts.join(patched);
}
