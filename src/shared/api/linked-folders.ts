/** Folders of the device with a copy in the workspace: `api.linkedFolders`. */
import type { RunId } from '../ids.ts';
import type {
  FolderSurvey,
  MountAnswer,
  MountChoice,
  MountInfo,
  MountReport,
  MountReview,
  OpenMount,
} from '../rpc/linked-folder.ts';

export type LinkedFoldersApi = {
  list(): Promise<MountInfo[]>;
  /** What linking this folder would copy. The page has obtained access to the handle. */
  survey(handle: FileSystemDirectoryHandle, everything: boolean): Promise<MountAnswer<FolderSurvey>>;
  /** Copies the folder. `files.cancelEdit` of its run cancels and removes the copy. */
  link(folder: OpenMount): Promise<MountAnswer<void>>;
  /** What differs between the folder and its copy. */
  review(name: string): Promise<MountAnswer<MountReview>>;
  /** A diff of the real file and its copy; `null` if they are not text. */
  diff(name: string, path: string): Promise<MountAnswer<string | null>>;
  /** Writes the copy's changes to the real folder. `keepIn`: a folder for versions the copy never had. */
  push(name: string, choices: MountChoice[], keepIn: string): Promise<MountAnswer<MountReport>>;
  /** Copies the real folder's changes into the workspace. */
  pull(name: string, choices: MountChoice[], run: RunId): Promise<MountAnswer<MountReport>>;
  /** Forgets the real folder; the copy stays. */
  disconnect(name: string): Promise<void>;
};
