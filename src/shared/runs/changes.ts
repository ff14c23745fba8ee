/** The changes of a run to the files of the workspace, and the report of undoing them. */
import type { RunId } from '../ids.ts';

export type FileChange = {
  /** Relative to the workspace; a folder ends in `/`. All that changed in a folder `.git` is one change of that folder. */
  path: string;
  kind: 'created' | 'changed' | 'deleted';
  /** Unified diff; absent for folders, binary files and files too large to compare. */
  diff?: string;
  /** Changed again after the run: undo skips the file unless forced, because it would lose the later change. */
  conflict: boolean;
};

export type UndoReport = {
  /** The undo is a run itself, and can be undone. */
  run: RunId;
  undone: string[];
  /** Skipped files. */
  conflicts: string[];
};

export type UndoOptions = { force?: boolean };

/** The number of files each run changed, without those that were undone. */
export type ChangeCounts = Record<RunId, number>;

/**
 * The `.git` folder that the path is, or is in. Undo treats it as one unit: a repository is damaged
 * if only some of its files are restored.
 */
export function gitFolderOf(path: string): string | undefined {
  return /^(?:.*?\/)?\.git(?=\/|$)/.exec(path)?.[0];
}
