/**
 * Shared by `python3` and `node` in the shell: each run is a separate process that keeps nothing for the
 * next.
 */
import type { ExecResult } from 'just-bash/browser';
import type { SessionState } from '#workers/contracts/code-session.ts';
import type { Interpreter } from '../../../javascript/interpreter.ts';
import type { PythonHost } from '../../../python/python-host.ts';
import type { Terminal } from '../../../command-streams.ts';
import type { CommandContext } from '../command.ts';
import { CommandError, pathOf, readText, stdinOf, text } from '../command.ts';
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import type { GitDeps } from './git.ts';

export type InterpreterDeps = Pick<GitDeps, 'network' | 'workspace' | 'progress'> & {
  session: SessionState;
  terminal: Terminal;
  /**
   * Milliseconds until the command's deadline. An interpreter checks this clock, because no signal reaches
   * it.
   */
  remainingMs(): number;
  /** Set in Node, which cannot load files of the app. */
  interpreters?: { loadQuickJs(): Promise<Interpreter>; pythonHost: PythonHost } | undefined;
};

export type Program = {
  code: string;
  /** The name in the interpreter's messages. */
  name: string;
  /** The absolute path, if it is a file. */
  file?: string;
  args: readonly string[];
};

/** Reads a program from an option, a file or stdin; the remaining words are its arguments. */
export async function readProgram(
  context: CommandContext,
  args: readonly string[],
  option: string,
  inline: string,
  /** Finds the file that a path means, if it is not the path itself. */
  findProgram?: (path: string) => Promise<string | undefined>,
): Promise<Program> {
  const [first, ...rest] = args;
  if (first === option) {
    const [code, ...more] = rest;
    if (code === undefined) throw new CommandError(`option ${option} needs a script`, 2);
    return { code, name: inline, args: more };
  }
  if (first === undefined || first === '-')
    return { code: textOfBytes(stdinOf(context)), name: '<stdin>', args: rest };
  if (first.startsWith('-'))
    throw new CommandError(`unknown option: ${first}. Use ${option}, a file or the input`, 2);
  const name = (await findProgram?.(pathOf(context, first))) ?? first;
  const code = await readText(context, name);
  return { code, name, file: pathOf(context, name), args: rest };
}

/** Standard input, unless the program itself was read from there. */
export function inputOf(context: CommandContext, { name }: Program): string {
  return name === '<stdin>' ? '' : textOfBytes(stdinOf(context));
}

/** True without arguments and input, where a user would expect a prompt. */
export function isEmpty({ name, code }: Program): boolean {
  return name === '<stdin>' && code === '';
}

export function noScript(name: string, button: string): ExecResult {
  const hint = `${name}: no script: give one with an option, as a file or as input. A prompt of its own is behind "${button}" in the terminal.\n`;
  return text('', 0, hint);
}

export const never = new AbortController().signal;
