/** Results of commands, as bytes. */
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';

type Result = {
  stdout: string;
  stderr: string;
  stdoutKind?: 'text' | 'bytes';
  stdoutEncoding?: 'binary';
  /** Whether stderr has one character per byte, too. */
  isBytes?: boolean;
};

/** The result of a command in which stdout and stderr have one character per byte. */
export function byteResult<T extends Result>(result: T): T {
  const kind = result.stdoutKind ?? (result.stdoutEncoding === 'binary' ? 'bytes' : 'text');
  const stdout = kind === 'bytes' ? result.stdout : bytesOfText(result.stdout);
  const stderr = result.isBytes ? result.stderr : bytesOfText(result.stderr);
  return { ...result, stdout, stderr, stdoutKind: 'bytes', isBytes: true };
}
