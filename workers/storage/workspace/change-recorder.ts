/** The contract between the workspace, which reports changes of files, and undo, which records them. */
import type { WorkspaceEntry } from './entries.ts';

/** A path and the entry at it. `content`: what was just written there, if all of it is known. */
export type RecordedPath = {
  segments: readonly string[];
  entry: WorkspaceEntry | undefined;
  content?: Uint8Array<ArrayBuffer>;
};

/**
 * Contract: `keep` is called before a change of the paths and `done` after it, both while the paths are
 * locked.
 */
export type ChangeRecorder = {
  /**
   * Called when a change is about to come: opens what `keep` needs. It reports no failure, because `keep`
   * does.
   */
  prepare?(): void;
  /** `leaving`: the files are about to be deleted, so a large one may be moved away instead of copied. */
  keep(places: readonly RecordedPath[], options?: { leaving: boolean }): Promise<void>;
  done(places: readonly RecordedPath[]): Promise<void>;
  close(): void;
};

/** For writes that need no undo. */
export const noRecorder: ChangeRecorder = {
  keep: () => Promise.resolve(),
  done: () => Promise.resolve(),
  close: () => undefined,
};
