/** Folders of the device with a copy in the workspace: `api.linkedFolders`. */
import type { RunId } from '../ids.ts';
import type {
  FolderSurvey,
  LinkedFolderAnswer,
  LinkedFolderChoice,
  LinkedFolderInfo,
  LinkedFolderReport,
  LinkedFolderReview,
  NewLinkedFolder,
} from '../rpc/linked-folder.ts';

export type LinkedFoldersApi = {
  /** The linked folders, with their state. */
  list(): Promise<LinkedFolderInfo[]>;
  /** What linking this folder would copy. The page has obtained access to the handle. */
  survey(handle: FileSystemDirectoryHandle, everything: boolean): Promise<LinkedFolderAnswer<FolderSurvey>>;
  /** Copies the folder. `files.cancelEdit` of its run cancels and removes the copy. */
  link(folder: NewLinkedFolder): Promise<LinkedFolderAnswer<void>>;
  /** The differences between the folder and its copy. */
  review(name: string): Promise<LinkedFolderAnswer<LinkedFolderReview>>;
  /** A diff of the real file and its copy; `null` if they are not text. */
  diff(name: string, path: string): Promise<LinkedFolderAnswer<string | null>>;
  /** Writes the copy's changes to the real folder. `keepIn`: a folder for versions the copy never had. */
  push(
    name: string,
    choices: LinkedFolderChoice[],
    keepIn: string,
  ): Promise<LinkedFolderAnswer<LinkedFolderReport>>;
  /** Copies the real folder's changes into the workspace. */
  pull(
    name: string,
    choices: LinkedFolderChoice[],
    run: RunId,
  ): Promise<LinkedFolderAnswer<LinkedFolderReport>>;
  /** Forgets the real folder; the copy stays. */
  disconnect(name: string): Promise<void>;
};
