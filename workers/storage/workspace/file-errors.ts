/** Translates file system errors into tool errors with advice, and retries while a terminated worker's lock persists. */
import { limits } from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function isName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Runs `work`. Translates known `DOMException`s into a `ToolError`; rethrows everything else. */
export async function explainFileError<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isName(error, 'NotFoundError')) throw new ToolError('file_not_found', `File not found: ${path}.`);
    if (isName(error, 'TypeMismatchError'))
      throw new ToolError('validation_error', `Path is a directory, not a file: ${path}.`);
    if (isName(error, 'QuotaExceededError')) {
      throw new ToolError(
        'storage_full',
        `Storage is full: ${path} was not written and its old content is intact. Delete files that are no longer needed, then try again.`,
      );
    }
    if (isName(error, 'NoModificationAllowedError')) {
      throw new ToolError(
        'execution_error',
        `${path} is being written by somebody else right now. Try again in a few seconds.`,
      );
    }
    throw error;
  }
}

/** Browsers release the file locks of a terminated worker only after about two seconds; a live writer is faster. */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + limits.deadWorkerLockMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isName(error, 'NoModificationAllowedError') || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
