/** Turns what the file system throws into tool errors that say what to do, and waits out the locks of the dead. */
import { limits } from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function isName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Runs `work`; a `ToolError` passes, a known DOMException is explained, anything else is a bug and passes too. */
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

/** A terminated busy worker keeps its file locks for two seconds (platform.md, 2.3); a live writer is soon done. */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + limits.deadLockMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isName(error, 'NoModificationAllowedError') || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
