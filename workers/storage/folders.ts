/** The folders of our private storage (OPFS); tools only ever get handles of the ones they may use. */

export type Folders = {
  workspace: FileSystemDirectoryHandle;
  /** Full texts of long results, inside the workspace and hidden from its lists. */
  results: FileSystemDirectoryHandle;
  journal: FileSystemDirectoryHandle;
  /** One folder per run that changed files. */
  undo: FileSystemDirectoryHandle;
  /** Images and files of conversations. */
  blobs: FileSystemDirectoryHandle;
  /** GGUF files that the user brought. */
  models: FileSystemDirectoryHandle;
};

export async function openFolders(): Promise<Folders> {
  const root = await navigator.storage.getDirectory();
  const workspace = await root.getDirectoryHandle('workspace', { create: true });
  const [results, journal, undo, blobs, models] = await Promise.all([
    workspace.getDirectoryHandle('.results', { create: true }),
    root.getDirectoryHandle('journal', { create: true }),
    root.getDirectoryHandle('undo', { create: true }),
    root.getDirectoryHandle('blobs', { create: true }),
    root.getDirectoryHandle('models', { create: true }),
  ]);
  return { workspace, results, journal, undo, blobs, models };
}
