/** What the user does to files of the workspace by hand, and what the engine tells of it. */
import type { RunId } from '../ids.ts';

/** One change; it is part of a run, so that undo brings back what was there. */
export type FileEdit =
  | { type: 'write'; path: string; content: string | Blob }
  | { type: 'make-directory'; path: string }
  | { type: 'move'; from: string; to: string }
  /** A folder goes with everything in it. */
  | { type: 'remove'; path: string };

/** `base` is the text the user began with, `null` where there was no file. */
export type TextSave = { path: string; text: string; base: string | null };

/** `disk`: somebody else wrote meanwhile, and this is there now (`null`: nothing, or no text); nothing was saved. */
export type SaveAnswer = { saved: true } | { saved: false; disk: string | null };

/** How far the bytes of a large file are; `done` equals `total` at the end. */
export type FileProgressEvent = {
  type: 'file-progress';
  run: RunId;
  path: string;
  done: number;
  total: number;
};
