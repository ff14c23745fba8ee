/** Context with the state of the Files screen. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FileActions } from '#src/state/files/file-actions.ts';
import type { Files } from '#src/state/files/files.ts';
import type { FolderTree } from '#src/state/files/folder-tree.ts';
import type { LinkedFolders } from '#src/state/linked-folders/linked-folders.ts';
import type { Uploads } from '#src/state/files/uploads.ts';

export type FilesScreen = {
  files: Files;
  actions: FileActions;
  uploads: Uploads;
  linkedFolders: LinkedFolders;
  tree: FolderTree;
};

export const FilesContext = createContext<FilesScreen | null>(null);

export function useFiles(): FilesScreen {
  const screen = useContext(FilesContext);
  if (!screen) throw new Error('A part of the Files screen was rendered outside <FilesContext>.');
  return screen;
}
