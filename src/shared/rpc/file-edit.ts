/** Manual changes of the user to workspace files, and their progress events. */
import type { RunId } from '../ids.ts';

/** One change; it belongs to a run, so that it can be undone. */
export type FileEdit =
  | { type: 'write'; path: string; content: string | Blob }
  | { type: 'make-directory'; path: string }
  | { type: 'move'; from: string; to: string }
  /** Deletes a folder recursively. */
  | { type: 'remove'; path: string };

/** `base` is the text the user started from, `null` if there was no file. */
export type TextSave = { path: string; text: string; base: string | null };

/** Not saved: the file was changed meanwhile. `disk` is its text now, `null` if it is gone or binary. */
export type SaveAnswer = { saved: true } | { saved: false; disk: string | null };

/** Bytes written of a large file; `done` equals `total` at the end. */
export type FileProgressEvent = {
  type: 'file-progress';
  run: RunId;
  path: string;
  done: number;
  total: number;
};
