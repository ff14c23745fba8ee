/** Errors of the file system, in the words of Node: https://nodejs.org/api/errors.html#common-system-errors */
import { messageOf } from '#shared/message-of.ts';

const texts = {
  ENOENT: [-2, 'no such file or directory'],
  EACCES: [-13, 'permission denied'],
  EEXIST: [-17, 'file already exists'],
  ENOTDIR: [-20, 'not a directory'],
  EISDIR: [-21, 'illegal operation on a directory'],
  EINVAL: [-22, 'invalid argument'],
  ENOSPC: [-28, 'no space left on device'],
  EIO: [-5, 'i/o error'],
  ENOTEMPTY: [-39, 'directory not empty'],
  EPERM: [-1, 'operation not permitted'],
} as const satisfies Record<string, readonly [errno: number, text: string]>;

type FsErrorCode = keyof typeof texts;

/** The operation that a script asked for. */
export type Asked = { syscall: string; path: string; dest?: string };

/** Its message is JSON, because only the message crosses to the script, where the error is made again. */
export class FsError extends Error {
  constructor(code: FsErrorCode, { syscall, path, dest }: Partial<Asked> & Pick<Asked, 'syscall'>) {
    const [errno, text] = texts[code];
    const to = dest === undefined ? '' : ` -> '${dest}'`;
    const from = path === undefined ? '' : ` '${path}'`;
    const message = `${code}: ${text}, ${syscall}${from}${to}`;
    super(errorMark + JSON.stringify({ message, errno, code, syscall, path, dest }));
    this.name = 'FsError';
  }
}

/** Begins the message of an error with properties; the rest is JSON. */
const errorMark = '\u0001';

/** An error with a code, such as `ERR_MODULE_NOT_FOUND`. */
export class CodeError extends Error {
  constructor(code: string, message: string) {
    super(errorMark + JSON.stringify({ message, code }));
    this.name = 'CodeError';
  }
}

/** The message of an error as a person reads it. */
export function plainMessage(error: unknown): string {
  const message = messageOf(error);
  if (!message.startsWith(errorMark)) return message;
  return (JSON.parse(message.slice(errorMark.length)) as { message: string }).message;
}
