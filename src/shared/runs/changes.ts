/** What a run did to the files of the workspace, and what came of undoing it. */
import type { RunId } from '../ids.ts';

export type FileChange = {
  /** Relative to the workspace; a folder ends in `/`. */
  path: string;
  kind: 'created' | 'changed' | 'deleted';
  /** Unified; absent for folders, for what is no text, and where there is too much to compare. */
  diff?: string;
  /** Changed again after the run: undo would lose that, and leaves the file alone unless it is told to. */
  conflict: boolean;
};

export type UndoReport = {
  /** The undo is a run itself, and can be undone. */
  run: RunId;
  undone: string[];
  /** Left alone. */
  conflicts: string[];
};

export type UndoOptions = { force?: boolean };

/** How many files each run changed that is still so. */
export type ChangeCounts = Record<RunId, number>;
