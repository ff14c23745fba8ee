/** Errors in the form that shell commands expect: a code such as ENOENT, and its usual message. */
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

const words = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file exists',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EBUSY: 'resource busy or locked',
  EINVAL: 'invalid argument',
  ENOSPC: 'no space left on device',
  EINTR: 'interrupted',
  EIO: 'input/output error',
} as const;

export type Errno = keyof typeof words;

export class ErrnoError extends Error {
  readonly code: Errno;
  readonly path: string;
  /** The detail in parentheses after a space, or ''. */
  readonly detail: string;

  constructor(code: Errno, call: string, path: string, detail?: string) {
    const added = detail ? ` (${detail})` : '';
    super(`${code}: ${words[code]}, ${call} '${path}'${added}`);
    this.path = path;
    this.detail = added;
    this.name = 'Error';
    this.code = code;
  }
}

export function hasCode(error: unknown, ...codes: Errno[]): boolean {
  return error instanceof ErrnoError && codes.includes(error.code);
}

/**
 * Converts an error of the file port to an `ErrnoError`. The port uses `validation_error` for several causes;
 * `otherwise` is the code for it in this operation.
 */
export function toErrno(error: unknown, call: string, path: string, otherwise: Errno = 'EIO'): ErrnoError {
  if (error instanceof ErrnoError) return error;
  if (!(error instanceof ToolError)) return new ErrnoError('EIO', call, path, messageOf(error));
  switch (error.type) {
    case 'file_not_found':
      return new ErrnoError('ENOENT', call, path);
    case 'path_not_allowed':
      return new ErrnoError('EACCES', call, path, reasonOf(error.message));
    case 'storage_full':
      return new ErrnoError('ENOSPC', call, path);
    case 'cancelled':
      return new ErrnoError('EINTR', call, path);
    case 'validation_error':
      return new ErrnoError(otherwise, call, path, otherwise === 'EIO' ? error.message : undefined);
    default:
      return new ErrnoError('EIO', call, path, error.message);
  }
}

/** Extracts the reason from a message of the path gate; its advice is only for callers of file tools. */
function reasonOf(message: string): string {
  return /because (.*?)\. Use /.exec(message)?.[1] ?? message;
}
