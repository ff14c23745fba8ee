/** What the changes of the workspace share: where they happen, who waits for whom, and what undo keeps. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { openFolder } from './entries.ts';
import { isName, retryWhileLocked } from './file-errors.ts';
import type { ChangeRecorder } from './change-recorder.ts';
import type { WriteLock } from './workspace-locks.ts';

/** `root` is the handle of `/workspace`. */
export type Writing = { root: FileSystemDirectoryHandle; lock: WriteLock; recorder: ChangeRecorder };

/** The folder an entry is to be in, made where it is missing, and kept for undo as what was not there. */
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

/** Makes the folder itself, and those above it. */
export function openDirectory(
  writing: Writing,
  segments: readonly string[],
  twin?: string,
): Promise<FileSystemDirectoryHandle> {
  return openParent(writing, [...segments, ''], twin);
}

/** A large file that undo has kept is gone already. */
export async function removeIfThere(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await retryWhileLocked(() => folder.removeEntry(name, { recursive: true }));
  } catch (error) {
    if (!isName(error, 'NotFoundError')) throw error;
  }
}

export function requireName(segments: readonly string[], path: string): string {
  const name = segments.at(-1);
  if (name !== undefined) return name;
  throw new ToolError(
    'validation_error',
    `Parameter 'path': ${path} is the workspace folder itself; name something in it.`,
  );
}
