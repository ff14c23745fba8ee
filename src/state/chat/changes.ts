/** What the runs of the shown chat did to files, and the way back. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { ChangeCounts, FileChange, UndoReport } from '#shared/runs/changes.ts';
import type { RunId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Chat } from './chat.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

/** Each run that is looked up costs a look at its files; older ones are in the activity list. */
const shownRuns = 30;

export type Changes = {
  /** How many files a run changed that is still so; runs without any are left out. */
  counts: ReadonlySignal<ChangeCounts>;
  /** Goes up when files may have changed: whoever shows changes asks again. */
  version: ReadonlySignal<number>;
  refresh(): Promise<void>;
  list(run: RunId): Promise<FileChange[] | undefined>;
  /** Returns the paths that were left alone, because they changed after the run. */
  undo(run: RunId, paths?: readonly string[], force?: boolean): Promise<string[]>;
  fold(events: readonly EngineEvent[]): void;
};

type ChangesPorts = {
  api: { runs: Pick<EngineApi['runs'], 'countChanges' | 'changes' | 'undo'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  view: Chat['view'];
};

export function createChanges({ api, toasts, view }: ChangesPorts): Changes {
  const counts = signal<ChangeCounts>({});
  const version = signal(0);
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  async function count(): Promise<void> {
    const runs = [...new Set((view.value?.messages ?? []).map(({ run }) => run))].slice(-shownRuns);
    if (runs.length === 0) return;
    const found = await toasts.attempt(api.runs.countChanges(runs));
    if (found)
      counts.value = { ...counts.value, ...Object.fromEntries(runs.map((run) => [run, found[run] ?? 0])) };
    version.value++;
  }

  /** One after the other, so that an older answer never replaces a newer one; one that waits serves all who ask. */
  function refresh(): Promise<void> {
    waiting ??= last.then(() => {
      waiting = undefined;
      return count();
    });
    last = waiting;
    return waiting;
  }

  async function undo(run: RunId, paths?: readonly string[], force = false): Promise<string[]> {
    const report = await request({ api, toasts }, run, paths, force);
    if (report && report.undone.length > 0) {
      const redo = { label: t('action.redo'), run: () => void undo(report.run) };
      toasts.show(t('action.undone'), redo);
    }
    await refresh();
    return report?.conflicts ?? [];
  }

  return {
    counts,
    version,
    refresh,
    list: (run) => toasts.attempt(api.runs.changes(run)),
    undo,
    fold(events) {
      const isOver = events.some(({ type }) => type === 'run-end');
      const changedIdle = events.some((event) => event.type === 'changed' && event.kind === 'files');
      // While a run goes on its changes are not offered yet.
      if (isOver || (changedIdle && !view.value?.run)) void refresh();
    },
  };
}

async function request(
  { api, toasts }: Pick<ChangesPorts, 'api' | 'toasts'>,
  run: RunId,
  paths: readonly string[] | undefined,
  force: boolean,
): Promise<UndoReport | undefined> {
  const answer = await toasts.attempt(api.runs.undo(run, paths, { force }));
  if (!answer || answer.ok) return answer?.value;
  toasts.show(answer.error.message);
  return undefined;
}
