/** Active runs, and undo of the file changes of finished ones. */
import type { RunsApi } from '#shared/api/runs.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { startRuns, type RunNeeds } from './start.ts';
import { asFallible } from '#workers/engine/as-fallible.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Undo } from '#workers/storage/undo/undo.ts';

type Needs = RunNeeds & {
  openUndo(): Promise<Undo>;
  bus: Pick<EventBus, 'post'>;
  folders: { journal: FileSystemDirectoryHandle };
};

export const runs = {
  start: startRuns,
  open: ({ openUndo, bus, folders }) => ({
    list: async () => (await openUndo()).list(),
    countChanges: async (ids) => (await openUndo()).count(ids),
    changes: async (run) => (await openUndo()).changes(run),
    undo: (run, paths, options) =>
      asFallible(async () => {
        const report = await (await openUndo()).undo(run, paths, options);
        bus.post({ type: 'changed', kind: 'files', ids: report.undone, run });
        return report;
      }),
    active: async () =>
      (await import('../sessions/journal/unfinished-runs.ts')).listActiveRuns(folders.journal),
  }),
} satisfies Domain<RunsApi, Needs>;
