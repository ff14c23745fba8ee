/** A real folder of this device with a copy of it in the workspace, and what has become different between the two. */
import type { RunId } from '../ids.ts';

/** What a copy may hold. More is read and compared too slowly to be looked through by a person. */
export const mountLimits = { files: 5_000, bytes: 200_000_000, fileBytes: 50_000_000 } as const;

/** The sha-256 of a file; `null` where there is none. */
export type Mark = string | null;

export type MountInfo = {
  /** The copy: a folder at the top of the workspace. */
  name: string;
  /** What the real folder is called. */
  source: string;
  /** For the page, which alone can ask the user for access; no tool ever gets it. */
  handle: FileSystemDirectoryHandle;
};

/** `heavy`: made or kept by programs; `name`: not possible in the workspace, or too much like another one. */
export type LeftOut = { path: string; why: 'heavy' | 'name' | 'large' | 'unreadable' };

export type FolderSurvey = {
  files: number;
  bytes: number;
  left: LeftOut[];
  /** What it has too much of to be copied. */
  over: 'files' | 'bytes' | 'room' | null;
};

export type MountChange = {
  /** Below the folder, the same on both sides. */
  path: string;
  kind: 'created' | 'changed' | 'deleted';
  /** What happened to it in the real folder meanwhile, where both sides changed. */
  outside: 'created' | 'changed' | 'deleted' | null;
  /** What was compared; what is there now may be newer, and is then left alone. */
  copy: Mark;
  original: Mark;
};

export type MountReview = {
  /** What writing would do to the real folder. */
  changes: MountChange[];
  /** What fetching would do to the copy. */
  incoming: MountChange[];
  left: LeftOut[];
  /** The folder in the workspace was moved or deleted; that deletes nothing outside. */
  isCopyGone: boolean;
};

/** One change as it was seen: made only while both sides still are what was shown. */
export type MountChoice = Pick<MountChange, 'path' | 'copy' | 'original'>;

export type MountReport = {
  done: string[];
  /** `changed`: not what was shown any more. `held`: not deleted, because something else was not written. */
  left: { path: string; why: 'changed' | 'failed' | 'held' }[];
  /** Where the folder's own versions of what was written over are kept. */
  kept: string | null;
};

export type OpenMount = {
  handle: FileSystemDirectoryHandle;
  name: string;
  /** With what programs made or keep. */
  everything: boolean;
  run: RunId;
};

/** `refused`: no access. `gone`: the real folder is not there. `taken`: the name is. */
export type MountFault =
  'refused' | 'gone' | 'files' | 'bytes' | 'room' | 'taken' | 'cancelled' | 'unknown' | 'failed';
export type MountAnswer<T> = { ok: true; value: T } | { ok: false; fault: MountFault };
