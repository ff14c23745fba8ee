/** New content beside a file: complete on the disk before it takes the file's place, at once or not at all. */

/** One write that does not fit the quota fails as a broken pipe; smaller ones fail as what they are. */
const chunkBytes = 1024 * 1024;

export type StagedFile = {
  handle: FileSystemFileHandle;
  bytes: number;
  /** Swaps the new content in; a writer killed before this leaves the old file whole. */
  commit(): Promise<void>;
  /** Lets the new content go; a file that was not there is not there again. */
  discard(): Promise<void>;
};

export type StageOptions = {
  append?: boolean;
  /** Hears how many bytes are on the disk; what it throws ends the write. */
  onBytes?: (bytes: number) => void;
};

export async function stageFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: string | Blob,
  isNew: boolean,
  { append = false, onBytes }: StageOptions = {},
): Promise<StagedFile> {
  const handle = await folder.getFileHandle(name, { create: true });
  const blob = new Blob([content]);
  const start = append ? (await handle.getFile()).size : 0;
  let writable: FileSystemWritableFileStream | undefined;

  async function discard(): Promise<void> {
    // Aborting fails only where the stream has failed already, which is what brought us here.
    await writable?.abort().catch(() => undefined);
    // What was never written must not appear as an empty file.
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
