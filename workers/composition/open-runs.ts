/** Runs, without their code until the first one begins. */
import { lazyRuns } from '#workers/domains/runs/lazy-runs.ts';
import type { RunDeps, Runs } from '#workers/domains/runs/runs.ts';
import type { Core } from './core.ts';
import { once } from './once.ts';
import type { Calls } from './open-calls.ts';
import type { Models } from './open-models.ts';
import type { Stores } from './open-stores.ts';

export type RunServices = { runs: Runs; runDeps: RunDeps };

export function openRuns(parts: Core & Stores & Models & Calls & { tab: string }): RunServices {
  const { bus, callLog, folders, openRegistry, openUses, sessions, spending, titleSwitch } = parts;
  const runDeps: RunDeps = {
    ...parts,
    journals: folders.journal,
    onUse: (id, use) => {
      openUses()
        .then((uses) => uses.add(id, use))
        .catch(console.warn);
    },
    onFileAdded: (path) => bus.post({ type: 'changed', kind: 'files', ids: [path] }),
    onEnded: () => void callLog.written(),
    onCompleted: (session, plan) => {
      import('#workers/domains/runs/write-title.ts')
        .then(({ writeTitle }) => writeTitle(session, plan, { bus, sessions, spending, titleSwitch }))
        .catch(console.warn);
    },
  };
  const load = once(async () => {
    const [{ createRuns }] = await Promise.all([import('#workers/domains/runs/runs.ts'), openRegistry()]);
    return createRuns(runDeps);
  });
  return { runDeps, runs: lazyRuns(runDeps, load) };
}
