/** Linked folders: a real folder of the device with a copy in the workspace, and the differences between the two. */
import type { RunId } from '../ids.ts';

/** The largest folder that can be linked. More takes too long to compare, and is too much for a person to review. */
export const linkedFolderLimits = { files: 5_000, bytes: 200_000_000, fileBytes: 50_000_000 } as const;

/** The SHA-256 of a file; `null` if there is no file. */
export type Mark = string | null;

export type LinkedFolderInfo = {
  /** The name of the copy, a top-level folder of the workspace. */
  name: string;
  /** The name of the real folder. */
  source: string;
  /** For the page, which alone can ask the user for access. Tools never get it. */
  handle: FileSystemDirectoryHandle;
};

/** `heavy`: generated or tool-owned, such as `node_modules`. `name`: not allowed in the workspace, or too similar to another name. */
export type LeftOut = { path: string; why: 'heavy' | 'name' | 'large' | 'unreadable' };

export type FolderSurvey = {
  files: number;
  bytes: number;
  left: LeftOut[];
  /** The limit it exceeds, which rules out linking; `null` if it fits. */
  over: 'files' | 'bytes' | 'room' | null;
};

export type LinkedFolderChange = {
  /** Relative to the linked folder, the same on both sides. */
  path: string;
  kind: 'created' | 'changed' | 'deleted';
  /** For a conflict: what happened to the file in the real folder. */
  outside: 'created' | 'changed' | 'deleted' | null;
  /** The two sides as compared. A side that has changed since is not touched. */
  copy: Mark;
  original: Mark;
};

export type LinkedFolderReview = {
  /** What a push would do to the real folder. */
  changes: LinkedFolderChange[];
  /** What a pull would do to the copy. */
  incoming: LinkedFolderChange[];
  left: LeftOut[];
  /** The copy was moved or deleted; this deletes nothing in the real folder. */
  isCopyGone: boolean;
};

/** A change as reviewed; applied only if neither side has changed since. */
export type LinkedFolderChoice = Pick<LinkedFolderChange, 'path' | 'copy' | 'original'>;

export type LinkedFolderReport = {
  done: string[];
  /** `changed`: changed since the review. `held`: not deleted, because a write failed. */
  left: { path: string; why: 'changed' | 'failed' | 'held' }[];
  /** The workspace folder that holds the overwritten versions of real files; `null` if nothing was overwritten. */
  kept: string | null;
};

export type NewLinkedFolder = {
  handle: FileSystemDirectoryHandle;
  name: string;
  /** Includes heavy names. */
  everything: boolean;
  run: RunId;
};

/** `refused`: no access. `gone`: the real folder does not exist. `room`: over the storage quota. `taken`: the name exists. */
export type LinkedFolderFault =
  'refused' | 'gone' | 'files' | 'bytes' | 'room' | 'taken' | 'cancelled' | 'unknown' | 'failed';
export type LinkedFolderAnswer<T> = { ok: true; value: T } | { ok: false; fault: LinkedFolderFault };
