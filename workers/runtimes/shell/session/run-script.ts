/**
 * Runs a script statement by statement, so that its output can be streamed and its state is available however
 * it ends.
 */
import type { Bash } from 'just-bash/browser';
import { describeFileError } from '../commands/command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { ErrnoError } from '../fs/errno.ts';
import type { FileMarks } from '../fs/file-marks.ts';
import {
  type Interpreter,
  type InterpreterState,
  type RunOptions,
  type Script,
  setExitCode,
  type StatementResult,
} from './interpreter.ts';
import type { Trapped } from '../commands/programs/system.ts';
import { withHint } from './hints.ts';
import { showOutput, type ShowDeps } from './show-output.ts';
import { createLiveText } from './shown-text.ts';
import { runAtExit, runTraps } from './traps.ts';

export type ScriptDeps = Omit<ShowDeps, 'liveText'> & {
  /** Prepares the interpreter's state before the first statement. */
  begin(state: InterpreterState): Promise<void> | void;
  signal: AbortSignal;
  trapped: Trapped;
  marks: Pick<FileMarks, 'umask'>;
};

export type ScriptResult = {
  /** One character per byte, as stderr. */
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Undefined if the script could not be parsed or was cancelled. */
  state: InterpreterState | undefined;
};

export async function runScript(
  bash: Bash,
  command: string,
  { begin, output, maxShown, terminal, signal, trapped, marks }: ScriptDeps,
): Promise<ScriptResult> {
  let kept: InterpreterState | undefined;
  const out = { stdout: '', stderr: '' };
  const after = { stdout: '', stderr: '' };
  const liveText = createLiveText();
  const options: RunOptions = {
    // Otherwise, the library removes leading spaces of lines.
    rawScript: true,
    signal,
    async run(interpreter, script) {
      const { state } = interpreter.ctx;
      await begin(state);
      kept = state;
      substituteInShell(bash, interpreter);
      reportFileErrors(interpreter);
      yieldToTimers(interpreter);
      runTraps(bash, interpreter, trapped, marks);
      try {
        return await runStatements(interpreter, script, out, { output, maxShown, terminal, liveText });
      } finally {
        const handler = trapped.handlers.get('EXIT');
        if (handler && !signal.aborted) Object.assign(after, await runAtExit(bash, interpreter, handler));
      }
    },
  };
  const last = await bash.exec(command, options);
  const stdout = out.stdout + last.stdout + after.stdout;
  const stderr = out.stderr + last.stderr + after.stderr;
  output(liveText(last.stdout + after.stdout, last.stderr + after.stderr));
  if (kept === undefined && command.trim() !== '' && last.exitCode === 0)
    throw new Error('The shell was built without scripts/vite/just-bash-patches.ts.');
  return { stdout, stderr, exitCode: last.exitCode, state: signal.aborted ? undefined : kept };
}

/**
 * The library runs `$(…)` within `$((…))` in a new shell in the initial folder, without functions and
 * variables; such a call has no `cwd`. This runs it in a subshell of the current shell instead.
 */
function substituteInShell(bash: Bash, interpreter: Interpreter): void {
  const { ctx } = interpreter;
  const execute = ctx.execFn;
  ctx.execFn = async (script, options, ...rest) => {
    if (options.cwd !== undefined) return execute(script, options, ...rest);
    const { lastExitCode } = ctx.state;
    const result = await interpreter.executeScript(bash.transform(`(${script}\n)`).ast);
    ctx.state.lastExitCode = lastExitCode;
    return result;
  };
}

/**
 * Errors of redirections would end the whole script, because the library does not catch them; the workspace
 * can reject names and can be full. Like a shell, this reports the error and continues.
 */
function reportFileErrors(interpreter: Interpreter): void {
  const execute = interpreter.executeCommand.bind(interpreter);
  interpreter.executeCommand = async (...args) => {
    try {
      return withHint(await execute(...args), args[0]);
    } catch (error) {
      if (!(error instanceof ErrnoError) || error.code === 'EINTR') throw error;
      return {
        stdout: '',
        stderr: bytesOfText(`bash: ${error.path}: ${describeFileError(error)}${error.detail}\n`),
        exitCode: 1,
      };
    }
  };
  interpreter.ctx.executeCommand = interpreter.executeCommand;
}

const pauseEveryMs = 50;

/**
 * A loop of builtins awaits only settled promises, so without a pause in a macrotask neither the deadline nor
 * an abort could arrive.
 */
function yieldToTimers({ ctx }: Interpreter): void {
  const execute = ctx.executeStatement;
  let last = performance.now();
  ctx.executeStatement = async (statement) => {
    if (performance.now() - last > pauseEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      last = performance.now();
    }
    return execute(statement);
  };
}

async function runStatements(
  interpreter: Interpreter,
  script: Script,
  out: { stdout: string; stderr: string },
  shows: ShowDeps,
): Promise<StatementResult> {
  const { state } = interpreter.ctx;
  const live = showOutput(interpreter, script, shows);
  let exitCode = state.lastExitCode;
  for (const statement of script.statements) {
    const end = { isOver: true };
    live.begin();
    // `isOver` stays true if this statement ended the script, as `exit` and `set -e` do: the interpreter then
    // does not request another one.
    function* one() {
      yield statement;
      end.isOver = false;
    }
    const result = await interpreter
      .executeScript({ type: 'Script', statements: one() })
      .catch((error: unknown) => {
        // Stopped within the statement: adds what it has printed so far.
        out.stdout += live.sent.stdout;
        out.stderr += live.sent.stderr;
        // Of `exit`. The handler of `trap … EXIT` reads it.
        if (error instanceof Error && 'exitCode' in error) setExitCode(state, Number(error.exitCode));
        throw error;
      });
    exitCode = result.exitCode;
    out.stdout += result.stdout;
    out.stderr += result.stderr;
    live.end(result);
    if (end.isOver) break;
  }
  return { stdout: '', stderr: '', exitCode };
}
