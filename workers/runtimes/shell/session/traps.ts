/** The handlers that a script sets with `trap … EXIT` and `trap … ERR`. */
import type { Bash } from 'just-bash/browser';
import type { Trapped } from '../commands/programs/system.ts';
import type { FileMarks } from '../fs/file-marks.ts';
import {
  type Interpreter,
  type Script,
  setExitCode,
  type Statement,
  type StatementResult,
} from './interpreter.ts';

/** Their own statements have already been reported. */
const compound = new Set(['Group', 'If', 'For', 'CStyleFor', 'While', 'Until', 'Case']);

/**
 * A subshell, and each command of a pipeline, runs the handler of EXIT that it has set itself, and no other; it has a
 * umask of its own. The handler of ERR runs in the shell itself, and elsewhere after `set -E`.
 */
export function runTraps(
  bash: Bash,
  interpreter: Interpreter,
  trapped: Trapped,
  marks: Pick<FileMarks, 'umask'>,
): void {
  const { ctx } = interpreter;
  let depth = 0;
  ctx.inSubshell = async (work) => {
    const outer = { handlers: new Map(trapped.handlers), isExitOwn: trapped.isExitOwn };
    const { umask } = marks;
    trapped.isExitOwn = false;
    depth++;
    try {
      return await runSubshell(bash, interpreter, trapped, work);
    } finally {
      depth--;
      Object.assign(trapped, outer);
      marks.umask = umask;
    }
  };
  let isRunning = false;
  ctx.onError = async (statement) => {
    const { state } = ctx;
    const handler = trapped.handlers.get('ERR');
    const isInside = state.callDepth > 0 || depth > 0;
    if (!handler || isRunning || (isInside && !state.options.errtrace)) return undefined;
    if (isCompound(statement)) return undefined;
    const { lastExitCode } = state;
    const line = lineOf(statement);
    if (line !== undefined) state.currentLine = line;
    isRunning = true;
    try {
      return await interpreter.executeScript(withoutLines(bash.transform(`${handler}\n`).ast));
    } finally {
      isRunning = false;
      setExitCode(state, lastExitCode);
    }
  };
}

async function runSubshell<T extends StatementResult>(
  bash: Bash,
  interpreter: Interpreter,
  trapped: Trapped,
  work: () => Promise<T>,
): Promise<T> {
  const ended = await work().catch((error: unknown) => {
    if (isExit(error)) return error;
    throw error;
  });
  const handler = ownExitHandler(trapped);
  if (handler) {
    setExitCode(interpreter.ctx.state, ended.exitCode);
    const more = await runAtExit(bash, interpreter, handler);
    ended.stdout += more.stdout;
    ended.stderr += more.stderr;
  }
  if (ended instanceof Error) throw ended;
  return ended;
}

function ownExitHandler({ isExitOwn, handlers }: Trapped): string | undefined {
  return isExitOwn ? handlers.get('EXIT') : undefined;
}

/** What `exit` throws has the output so far and the code. */
function isExit(error: unknown): error is Error & StatementResult {
  return error instanceof Error && 'exitCode' in error && 'stdout' in error;
}

/** Runs the handler of `trap … EXIT`: its output comes last, and the exit code is kept. */
export async function runAtExit(bash: Bash, interpreter: Interpreter, handler: string) {
  const { stdout, stderr } = await interpreter.executeScript(bash.transform(`(${handler}\n)`).ast);
  return { stdout, stderr };
}

function isCompound({ pipelines }: Statement): boolean {
  const commands = pipelines.at(-1)?.commands ?? [];
  return commands.length === 1 && commands.every(({ type }) => compound.has(type));
}

function lineOf({ pipelines }: Statement): number | undefined {
  const [first] = pipelines.at(-1)?.commands ?? [];
  return first && 'line' in first ? first.line : undefined;
}

/** Without its own lines, so that `$LINENO` stays that of the failed command. */
function withoutLines(script: Script): Script {
  return JSON.parse(
    JSON.stringify(script, (key, value: unknown) => (key === 'line' ? undefined : value)),
  ) as Script;
}
