/** What all changes of the workspace share: the root, the lock and the recorder. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { openFolder } from './entries.ts';
import type { ChangeRecorder } from './change-recorder.ts';
import type { WriteLock } from './workspace-locks.ts';

/** `root` is the handle of `/workspace`. */
export type Writing = { root: FileSystemDirectoryHandle; lock: WriteLock; recorder: ChangeRecorder };

/** The parent folder of an entry; creates missing folders, and records for undo that they are new. */
export async function openParent(
  { root, recorder }: Writing,
  segments: readonly string[],
  twin?: string,
): Promise<FileSystemDirectoryHandle> {
  const made: (readonly string[])[] = [];
  const onCreate = async (down: readonly string[]) => {
    await recorder.keep([{ segments: down, entry: undefined }]);
    made.push(down);
  };
  const folder = await openFolder(root, segments.slice(0, -1), onCreate, twin);
  await recorder.done(made.map((segments) => ({ segments, entry: folder })));
  return folder;
}

/** Creates the folder itself and its missing parents. */
export function openDirectory(
  writing: Writing,
  segments: readonly string[],
  twin?: string,
): Promise<FileSystemDirectoryHandle> {
  return openParent(writing, [...segments, ''], twin);
}

export function requireName(segments: readonly string[], path: string): string {
  const name = segments.at(-1);
  if (name !== undefined) return name;
  throw new ToolError(
    'validation_error',
    `Parameter 'path': '${path}' is the workspace folder itself; name something in it.`,
  );
}
