/** Undoes a run, and offers to undo that. */
import type { UndoReport } from '#shared/runs/changes.ts';
import type { RunId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { Toasts } from '../base/toasts.ts';
import { t } from '../text/text.ts';

type UndoDeps = {
  api: { runs: Pick<EngineApi['runs'], 'undo'> };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  refresh(): Promise<void>;
};

/** Undoing an undo restores the changes. `action` reverts it again. */
const kinds = {
  undone: { action: 'action.redo', next: 'redone' },
  redone: { action: 'action.undo', next: 'undone' },
} as const;
type Kind = keyof typeof kinds;

/** Undefined if it failed, which the user has been told. */
export function undoRun(
  run: RunId,
  deps: UndoDeps,
  paths?: readonly string[],
  force = false,
): Promise<UndoReport | undefined> {
  return revert(run, 'undone', deps, paths, force);
}

async function revert(
  run: RunId,
  kind: Kind,
  deps: UndoDeps,
  paths?: readonly string[],
  force = false,
): Promise<UndoReport | undefined> {
  const { api, toasts, refresh } = deps;
  const answer = await toasts.attempt(api.runs.undo(run, paths, { force }));
  if (answer && !answer.ok) toasts.show(answer.error.message);
  const report = answer?.ok ? answer.value : undefined;
  if (report && report.undone.length > 0) {
    const { action, next } = kinds[kind];
    const again = () => void revertAll(report.run, next, deps);
    toasts.show(doneText(kind, report), { label: t(action), run: again });
  }
  await refresh();
  return report;
}

/** From a notice: unlike in the list of changes, nothing else tells about skipped files. */
async function revertAll(run: RunId, kind: Kind, deps: UndoDeps): Promise<void> {
  const report = await revert(run, kind, deps);
  if (report?.undone.length === 0 && report.conflicts.length > 0)
    deps.toasts.show(t('action.kept', { name: report.conflicts.join(', ') }));
}

function doneText(kind: Kind, { conflicts }: UndoReport): string {
  return conflicts.length === 0
    ? t(`action.${kind}`)
    : t(`action.${kind}-except`, { name: conflicts.join(', ') });
}
