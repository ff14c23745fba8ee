/** File changes of the runs of the shown chat, and undo. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { ChangeCounts, FileChange } from '#shared/runs/changes.ts';
import type { RunId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Chat } from './chat.ts';
import type { Toasts } from '../base/toasts.ts';

/** Counting reads the files of each run; older runs are in the activity list. */
const shownRuns = 30;

export type Changes = {
  /** How many files each run changed, without those that were undone since. */
  counts: ReadonlySignal<ChangeCounts>;
  /** Incremented when files may have changed: views of changes reload. */
  version: ReadonlySignal<number>;
  refresh(): Promise<void>;
  /** Counts the changes of a run that is in no chat, too, such as a command of a terminal. */
  watch(run: RunId): void;
  list(run: RunId): Promise<FileChange[] | undefined>;
  /** Resolves to the skipped paths: files changed since the run. */
  undo(run: RunId, paths?: readonly string[], force?: boolean): Promise<string[]>;
  fold(events: readonly EngineEvent[]): void;
};

type ChangesDeps = {
  api: { runs: Pick<EngineApi['runs'], 'countChanges' | 'changes' | 'undo'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  view: Chat['view'];
};

export function createChanges({ api, toasts, view }: ChangesDeps): Changes {
  const counts = signal<ChangeCounts>({});
  const version = signal(0);
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let watched: readonly RunId[] = [];

  async function count(): Promise<void> {
    const shown = [...new Set((view.value?.messages ?? []).map(({ run }) => run))].slice(-shownRuns);
    const runs = [...shown, ...watched];
    if (runs.length === 0) return;
    const found = await toasts.attempt(api.runs.countChanges(runs));
    if (found)
      counts.value = { ...counts.value, ...Object.fromEntries(runs.map((run) => [run, found[run] ?? 0])) };
    version.value++;
  }

  /** Serialised, so that an older result never replaces a newer one; a waiting request serves all callers. */
  function refresh(): Promise<void> {
    waiting ??= last.then(() => {
      waiting = undefined;
      return count();
    });
    last = waiting;
    return waiting;
  }

  return {
    counts,
    version,
    refresh,
    watch(run) {
      watched = [...watched, run].slice(-shownRuns);
      void refresh();
    },
    list: (run) => toasts.attempt(api.runs.changes(run)),
    async undo(run, paths, force) {
      const { undoRun } = await import('./undo-run.ts');
      const report = await undoRun(run, { api, toasts, refresh }, paths, force);
      return report?.conflicts ?? [];
    },
    fold(events) {
      const isOver = events.some(({ type }) => type === 'run-end');
      const changedIdle = events.some((event) => event.type === 'changed' && event.kind === 'files');
      // Changes of an active run are not shown yet.
      if (isOver || (changedIdle && !view.value?.run)) void refresh();
    },
  };
}
