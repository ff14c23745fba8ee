/** Runs. Their code is loaded when the first one begins. */
import type { PlanDeps } from '#workers/domains/runs/run-plan.ts';
import { createRuns, type LoadedRuns, type Runs } from '#workers/domains/runs/runs.ts';
import type { Core } from './core.ts';
import { once } from './once.ts';
import type { Calls } from './open-calls.ts';
import type { Models } from './open-models.ts';
import type { Stores } from './open-stores.ts';
import type { TaskServices } from './open-tasks.ts';

export type RunServices = {
  runs: Runs;
  /** Finds the models for a request; tools and tool servers use it too. */
  planDeps: PlanDeps;
};

export function openRuns(
  parts: Core & Stores & Models & Calls & Pick<TaskServices, 'wakeTasks'> & { tab: string },
): RunServices {
  const { bus, folders, openCallPath, openRegistry, openUses, sessions, spending, titleSwitch } = parts;
  const journals = folders.journal;
  const planDeps: PlanDeps = {
    ...parts,
    onUse: (id, use) => {
      openUses()
        .then((uses) => uses.add(id, use))
        .catch(console.warn);
    },
  };
  const load = once(async (): Promise<LoadedRuns> => {
    const [{ runCode: code }, path] = await Promise.all([
      import('#workers/domains/runs/run-code.ts'),
      openCallPath(),
      openRegistry(),
    ]);
    const deps: LoadedRuns['deps'] = {
      ...{ ...parts, ...path, ...planDeps, journals },
      onFileAdded: (file) => bus.post({ type: 'changed', kind: 'files', ids: [file] }),
      recall: async (request) => {
        const { isOn, budgetTokens } = parts.memorySwitch.get();
        if (!isOn || (await parts.database.count('memories')) === 0) return undefined;
        const { recall } = await parts.openMemories();
        return recall({ ...request, budgetTokens: Math.min(budgetTokens, request.budgetTokens) });
      },
      onEnded() {
        void path.callLog.written();
        parts.updateSearchSoon();
        // The run may be the resumed run of a task, whose result is to be stored.
        parts.wakeTasks().catch(console.error);
      },
      onCompleted: (session, plan) => {
        import('#workers/domains/runs/write-title.ts')
          .then(({ writeTitle }) => writeTitle(session, plan, { bus, sessions, spending, titleSwitch }))
          .catch(console.warn);
      },
    };
    return { code, deps };
  });
  return { planDeps, runs: createRuns({ ...parts, journals }, load) };
}
