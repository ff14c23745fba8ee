/** The top-level folders in OPFS. Tools get handles only of the folders they may use. */

export type Folders = {
  workspace: FileSystemDirectoryHandle;
  /** Full texts of long tool results; inside the workspace, but hidden from listings. */
  results: FileSystemDirectoryHandle;
  journal: FileSystemDirectoryHandle;
  /** Undo records: one folder per run that changed files. */
  undo: FileSystemDirectoryHandle;
  /** Images and files of conversations. */
  blobs: FileSystemDirectoryHandle;
  /** GGUF files added by the user. */
  models: FileSystemDirectoryHandle;
  /** What the shells and interpreters of conversations keep: one folder per conversation. */
  sessions: FileSystemDirectoryHandle;
};

export async function openFolders(): Promise<Folders> {
  const root = await navigator.storage.getDirectory();
  const workspace = await root.getDirectoryHandle('workspace', { create: true });
  const [results, journal, undo, blobs, models, sessions] = await Promise.all([
    workspace.getDirectoryHandle('.results', { create: true }),
    root.getDirectoryHandle('journal', { create: true }),
    root.getDirectoryHandle('undo', { create: true }),
    root.getDirectoryHandle('blobs', { create: true }),
    root.getDirectoryHandle('models', { create: true }),
    root.getDirectoryHandle('sessions', { create: true }),
  ]);
  return { workspace, results, journal, undo, blobs, models, sessions };
}
