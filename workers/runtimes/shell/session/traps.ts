/** The handlers that a script sets with `trap … EXIT` and `trap … ERR`. */
import type { Bash } from 'just-bash/browser';
import type { Interpreter, Script, Statement } from './interpreter.ts';

/** By signal. */
export type Traps = ReadonlyMap<string, string>;

/** Runs the handler of `trap … EXIT`: its output comes last, and the exit code is kept. */
export async function runAtExit(bash: Bash, interpreter: Interpreter, handler: string) {
  const { stdout, stderr } = await interpreter.executeScript(bash.transform(`(${handler}\n)`).ast);
  return { stdout, stderr };
}

/** Their own statements have already been reported. */
const compound = new Set(['Group', 'If', 'For', 'CStyleFor', 'While', 'Until', 'Case']);

/** Runs the handler of `trap … ERR` in the shell itself, at the line of the failed command, and keeps `$?`. */
export function runAtErrors(bash: Bash, interpreter: Interpreter, traps: Traps): void {
  const { ctx } = interpreter;
  const { bashPid: own } = ctx.state;
  let isRunning = false;
  ctx.onError = async ({ pipelines }: Statement) => {
    const { state } = ctx;
    const handler = traps.get('ERR');
    const isInside = state.callDepth > 0 || state.bashPid !== own;
    if (!handler || isRunning || (isInside && !state.options.errtrace)) return undefined;
    const commands = pipelines.at(-1)?.commands ?? [];
    if (commands.length === 1 && commands.every(({ type }) => compound.has(type))) return undefined;
    const { lastExitCode } = state;
    const [first] = commands;
    if (first && 'line' in first) state.currentLine = first.line;
    isRunning = true;
    try {
      return await interpreter.executeScript(withoutLines(bash.transform(`${handler}\n`).ast));
    } finally {
      isRunning = false;
      state.lastExitCode = lastExitCode;
      state.env.set('?', String(lastExitCode));
    }
  };
}

/** Without its own lines, so that `$LINENO` stays that of the failed command. */
function withoutLines(script: Script): Script {
  return JSON.parse(
    JSON.stringify(script, (key, value: unknown) => (key === 'line' ? undefined : value)),
  ) as Script;
}
