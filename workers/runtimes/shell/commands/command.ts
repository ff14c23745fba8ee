/** The common parts of our own commands: input, results and errors. */
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser';
import { bytesOfText, textOf, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { bytesOfLatin1, latin1Of } from '#workers/text/encoding/latin1.ts';
import { hasCode } from '../fs/errno.ts';
import { messageOf } from '#shared/message-of.ts';

export type CommandContext = ResolvedCommandContext;
export type RunCommand = (args: string[], context: CommandContext) => Promise<ExecResult>;

/** Ends a command with a message on stderr, such as `sort: cannot read: x: No such file or directory`. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** Converts errors of a command to messages that begin with its name; `failure` is the default exit code. */
export function command(name: string, failure: number, run: RunCommand): RunCommand {
  return async (args, context) => {
    try {
      return await run(args, context);
    } catch (error) {
      if (error instanceof CommandError)
        return failed(`${name}: ${error.message}`, error.exitCode || failure);
      if (hasCode(error, 'EINTR')) throw error;
      return failed(`${name}: ${describeFileError(error)}`, failure);
    }
  };
}

export function failed(message: string, exitCode = 1, stdout = ''): ExecResult {
  return { stdout, stderr: message.endsWith('\n') ? message : `${message}\n`, exitCode };
}

export function text(stdout: string, exitCode = 0, stderr = ''): ExecResult {
  return { stdout, stderr, exitCode, stdoutKind: 'text' };
}

/** A binary result; a string must have one character per byte. */
export function bytes(stdout: string | Uint8Array, exitCode = 0, stderr = ''): ExecResult {
  const data = typeof stdout === 'string' ? stdout : latin1Of(stdout);
  return { stdout: data, stderr, exitCode, stdoutKind: 'bytes', stdoutEncoding: 'binary' };
}

/** The stdout of a result as a string with one character per byte. */
export function bytesOf({ stdout, stdoutKind }: ExecResult): string {
  return stdoutKind === 'bytes' ? stdout : bytesOfText(stdout);
}

/** The input as a string with one character per byte. */
export function stdinOf(context: CommandContext): string {
  // The library's type hides that the input is a string.
  const input: unknown = context.stdin;
  return typeof input === 'string' ? input : '';
}

export function stdinBytes(context: CommandContext): Uint8Array<ArrayBuffer> {
  return bytesOfLatin1(stdinOf(context));
}

export function pathOf({ fs, cwd }: CommandContext, name: string): string {
  return fs.resolvePath(cwd, name);
}

/** Reads a file, or stdin for `-`. */
export async function readBytes(context: CommandContext, name: string): Promise<Uint8Array> {
  if (name === '-' || name === '/dev/stdin') return stdinBytes(context);
  return context.fs.readFileBuffer(pathOf(context, name));
}

/** Like `readBytes`, as a string with one character per byte. */
export async function readLatin1(context: CommandContext, name: string): Promise<string> {
  return name === '-' ? stdinOf(context) : latin1Of(await readBytes(context, name));
}

export async function readText(context: CommandContext, name: string): Promise<string> {
  return textOf(await readBytes(context, name));
}

/** Splits into lines without their ends; a last line without an end counts. */
export function linesOf(content: string, end = '\n'): string[] {
  if (content === '') return [];
  const lines = content.split(end);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function joinLines(lines: readonly string[], end = '\n'): string {
  return lines.length === 0 ? '' : lines.join(end) + end;
}

const errorTexts: readonly (readonly [code: string, words: string])[] = [
  ['ENOENT', 'No such file or directory'],
  ['EISDIR', 'Is a directory'],
  ['ENOTDIR', 'Not a directory'],
  ['EEXIST', 'File exists'],
  ['ENOTEMPTY', 'Directory not empty'],
  ['EACCES', 'Permission denied'],
  ['EPERM', 'Operation not permitted'],
  ['EBUSY', 'Device or resource busy'],
  ['ENOSPC', 'No space left on device'],
  ['EINVAL', 'Invalid argument'],
];

/** The usual shell message for a file system error. */
export function describeFileError(error: unknown): string {
  const message = messageOf(error);
  const known = errorTexts.find(([code]) => message.startsWith(`${code}:`));
  return known ? known[1] : message;
}

/** Quotes a word for the shell, if it needs quotes. */
export function quote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The working directory, the exported variables and the signal, for a command that runs another one. */
function inherit(context: CommandContext) {
  return {
    cwd: context.cwd,
    env: context.exportedEnv ?? {},
    ...(context.signal && { signal: context.signal }),
  };
}

export async function runWords(
  context: CommandContext,
  words: readonly string[],
  stdin: string,
): Promise<ExecResult> {
  return runLine(context, words.map(quote).join(' '), stdin);
}

/** Runs a command line, as `sh -c` does. */
export async function runLine(context: CommandContext, line: string, stdin: string): Promise<ExecResult> {
  return runHere(context, line, { ...inherit(context), stdin });
}

/** Runs a script. `stdin` has one character per byte, as the stdout of the result; stderr is text. */
export async function runHere(
  { exec }: CommandContext,
  script: string,
  options: Omit<Parameters<NonNullable<CommandContext['exec']>>[1], 'stdinKind'>,
): Promise<ExecResult> {
  if (!exec) throw new CommandError('commands cannot be started here');
  const { stdout, stderr, exitCode } = await exec(script, { ...options, stdinKind: 'bytes' });
  return bytes(stdout, exitCode, textOfBytes(stderr));
}
