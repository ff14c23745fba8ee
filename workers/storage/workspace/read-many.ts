/**
 * Opens many files at once. Each folder on their paths is opened only once, because each call to the file
 * system takes 0.2 ms.
 */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { explainFileError } from './file-errors.ts';
import { resolvePath } from './path-gate.ts';

/** `null` for each path that cannot be opened. */
export function readMany(
  root: FileSystemDirectoryHandle,
  paths: readonly string[],
): Promise<(File | null)[]> {
  const folders = new Map<string, Promise<FileSystemDirectoryHandle>>();

  function openFolder(segments: readonly string[]): Promise<FileSystemDirectoryHandle> {
    const name = segments.at(-1);
    if (name === undefined) return Promise.resolve(root);
    const key = segments.join('/');
    const opened =
      folders.get(key) ?? openFolder(segments.slice(0, -1)).then((folder) => folder.getDirectoryHandle(name));
    folders.set(key, opened);
    return opened;
  }

  async function open(path: string): Promise<File> {
    const segments = resolvePath(path);
    const name = segments.at(-1);
    if (name === undefined) throw new ToolError('validation_error', 'The workspace is not a file.');
    const folder = await openFolder(segments.slice(0, -1));
    return (await folder.getFileHandle(name)).getFile();
  }

  return Promise.all(paths.map((path) => unlessFailed(explainFileError(path, () => open(path)))));
}

async function unlessFailed<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
