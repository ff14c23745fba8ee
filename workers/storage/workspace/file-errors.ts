/**
 * Translates file system errors into tool errors with advice, and retries while a terminated worker still
 * holds a lock.
 */
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { placeName } from '#workers/text/place-name.ts';

export function isName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Runs `work`. Translates known `DOMException`s into a `ToolError`; rethrows everything else. */
export async function explainFileError<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isName(error, 'NotFoundError'))
      throw new ToolError('file_not_found', `File not found: ${placeName(path)}.`);
    if (isName(error, 'TypeMismatchError'))
      throw new ToolError(
        'validation_error',
        `Path is a directory, not a file: ${placeName(path)}. Use list_directory to see what is in it.`,
      );
    if (isName(error, 'QuotaExceededError')) {
      throw new ToolError(
        'storage_full',
        `Storage is full: ${path} was not written and its old content is intact. Tell the user, who decides what to delete.`,
      );
    }
    if (isName(error, 'NoModificationAllowedError')) {
      throw new ToolError(
        'execution_error',
        `${path} is being written elsewhere right now, so nothing was changed. Try it once more; if that fails too, tell the user.`,
      );
    }
    throw error;
  }
}

/**
 * Retries for `limits.deadWorkerLockMs`: browsers release the file locks of a terminated worker only after
 * about two seconds. A running writer releases its lock sooner.
 */
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

/** Removes a file, or a folder with what is in it. It may be gone already, as when another tab has removed it. */
export async function removeIfThere(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await retryWhileLocked(() => folder.removeEntry(name, { recursive: true }));
  } catch (error) {
    if (!isName(error, 'NotFoundError')) throw error;
  }
}

/** How often a file is opened again that was written between the opening and the read. */
const maxReads = 10;

/**
 * Reads a file that others may write meanwhile. Where a write comes between `getFile` and the read, Chromium fails with
 * `NotReadableError` (https://www.w3.org/TR/FileAPI/#dfn-error-codes), so the file is opened again.
 */
export async function readSnapshot<T>(
  open: () => Promise<FileSystemFileHandle>,
  read: (file: File) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await read(await (await open()).getFile());
    } catch (error) {
      if (!isName(error, 'NotReadableError') || attempt === maxReads) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt));
    }
}
