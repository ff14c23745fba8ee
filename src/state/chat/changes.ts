/** File changes of the runs of the shown chat, and undo. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { ChangeCounts, FileChange, UndoReport } from '#shared/runs/changes.ts';
import type { RunId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Chat } from './chat.ts';
import { t } from '../text/text.ts';
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

  const revert = createRevert({ api, toasts }, refresh);

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
      const report = await revert(run, 'undone', paths, force);
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

type RevertDeps = Pick<ChangesDeps, 'api' | 'toasts'>;
type Revert = (
  run: RunId,
  kind: keyof typeof kinds,
  paths?: readonly string[],
  force?: boolean,
) => Promise<UndoReport | undefined>;

/** Undoes a run, and offers to undo that. */
function createRevert({ api, toasts }: RevertDeps, refresh: () => Promise<void>): Revert {
  async function revert(...[run, kind, paths, force = false]: Parameters<Revert>): ReturnType<Revert> {
    const report = await request({ api, toasts }, run, paths, force);
    if (report && report.undone.length > 0) {
      const { action, next } = kinds[kind];
      toasts.show(doneText(kind, report), { label: t(action), run: () => void revertAll(report.run, next) });
    }
    await refresh();
    return report;
  }

  /** From a notice: unlike in the list of changes, nothing else tells about skipped files. */
  async function revertAll(run: RunId, kind: keyof typeof kinds): Promise<void> {
    const report = await revert(run, kind);
    if (report?.undone.length === 0 && report.conflicts.length > 0)
      toasts.show(t('action.kept', { name: report.conflicts.join(', ') }));
  }

  return revert;
}

/** Undoing an undo restores the changes. `action` reverts it again. */
const kinds = {
  undone: { action: 'action.redo', next: 'redone' },
  redone: { action: 'action.undo', next: 'undone' },
} as const;

function doneText(kind: keyof typeof kinds, { conflicts }: UndoReport): string {
  return conflicts.length === 0
    ? t(`action.${kind}`)
    : t(`action.${kind}-except`, { name: conflicts.join(', ') });
}

async function request(
  { api, toasts }: RevertDeps,
  run: RunId,
  paths: readonly string[] | undefined,
  force: boolean,
): Promise<UndoReport | undefined> {
  const answer = await toasts.attempt(api.runs.undo(run, paths, { force }));
  if (!answer || answer.ok) return answer?.value;
  toasts.show(answer.error.message);
  return undefined;
}
