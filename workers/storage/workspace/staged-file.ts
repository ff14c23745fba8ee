/** Atomic writes: stages new content next to a file, then replaces the file in one step. */

/**
 * The size of one write: Chromium reports a large write over the quota as a broken pipe, but smaller writes
 * fail with `QuotaExceededError`.
 */
const chunkBytes = 1024 * 1024;

export type StagedFile = {
  handle: FileSystemFileHandle;
  bytes: number;
  /** Replaces the file. If the writer is killed before this, the old file stays intact. */
  commit(): Promise<void>;
  /** Discards the new content, and removes the file if it did not exist before. */
  discard(): Promise<void>;
};

export type StageOptions = {
  append?: boolean;
  /** The handle of the file, if the caller has it. Must not be set together with `isNew`. */
  existing?: FileSystemFileHandle;
  /** Called with the bytes written so far; an exception aborts the write. */
  onBytes?: (bytes: number) => void;
};

export async function stageFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: string | Blob | Uint8Array<ArrayBuffer>,
  isNew: boolean,
  { append = false, existing, onBytes }: StageOptions = {},
): Promise<StagedFile> {
  const handle = existing ?? (await folder.getFileHandle(name, { create: true }));
  const blob = new Blob([content]);
  const start = append ? (await handle.getFile()).size : 0;
  let writable: FileSystemWritableFileStream | undefined;

  async function discard(): Promise<void> {
    // `abort` fails only if the stream has failed already; that error is thrown elsewhere.
    await writable?.abort().catch(() => undefined);
    // `getFileHandle` created an empty file.
    if (isNew) await folder.removeEntry(name);
  }

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await discard();
      throw error;
    }
  }

  return guard(async () => {
    const stream = (writable = await handle.createWritable({ keepExistingData: append }));
    for (let at = 0; at < blob.size; at += chunkBytes) {
      await stream.write({ type: 'write', position: start + at, data: blob.slice(at, at + chunkBytes) });
      onBytes?.(Math.min(at + chunkBytes, blob.size));
    }
    return { handle, bytes: blob.size, commit: () => guard(() => stream.close()), discard };
  });
}
