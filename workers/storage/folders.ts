/**
 * The top-level folders in OPFS (origin private file system). A tool gets handles only of the folders that it
 * may use.
 */

export type Folders = {
  workspace: FileSystemDirectoryHandle;
  /** The full texts of long tool results. The folder is inside the workspace, but listings do not show it. */
  results: FileSystemDirectoryHandle;
  journal: FileSystemDirectoryHandle;
  /** Undo records: one folder per run that changed files. */
  undo: FileSystemDirectoryHandle;
  /** Images and files of conversations. */
  blobs: FileSystemDirectoryHandle;
  /** GGUF files added by the user. */
  models: FileSystemDirectoryHandle;
  /** The saved sessions of shells and interpreters: one folder per conversation. */
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
