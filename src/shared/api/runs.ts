/** Active runs, and the file changes of finished ones: `api.runs`. */
import type { RunId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';
import type { ChangeCounts, FileChange, UndoOptions, UndoReport } from '../runs/changes.ts';
import type { RunningRun } from '../runs/running-run.ts';

export type RunsApi = {
  /** Runs whose file changes can be undone, newest first. Includes calls outside a session, and undos. */
  list(): Promise<RunId[]>;
  /** How many files each of these runs changed, without those that were undone since. */
  countChanges(runs: readonly RunId[]): Promise<ChangeCounts>;
  /** The files that differ from their state before the run, with diffs. */
  changes(run: RunId): Promise<FileChange[]>;
  /** Restores all files of a run, or only `paths`. Files changed since are skipped unless forced. */
  undo(run: RunId, paths?: readonly string[], options?: UndoOptions): Promise<Fallible<UndoReport>>;
  /** Runs that are active or wait for a decision, of all sessions and tabs, oldest first. */
  active(): Promise<RunningRun[]>;
};
