/** Starts runs. Their code is loaded when the first one begins. */
import type { AgentId, SessionId } from '#shared/ids.ts';
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import type { ConnectionUses } from '#workers/contracts/connection-source.ts';
import type { DescribePicture } from '#workers/engine/tool-hosts/ports/grant-ports.ts';
import type { Undo } from '#workers/storage/undo/undo.ts';
import type { ConnectRunsNeeds, RunPath } from './connect-runs.ts';
import type { DescribePictureDeps } from './describe-picture.ts';
import type { PlanDeps } from './run-plan.ts';
import { createRuns, type Runs } from './runs.ts';
import { createWaitingSends, type WaitingSends } from './waiting-sends.ts';

export type RunServices = {
  runs: Runs;
  waitingSends: WaitingSends;
  /** Finds the models for a request; tools and tool servers use it too. */
  planDeps(): PlanDeps;
  describePicture: DescribePicture;
  canSeePictures(of: { agent: AgentId; session?: SessionId }): Promise<boolean>;
  openUndo(): Promise<Undo>;
};

export type RunNeeds = ConnectRunsNeeds &
  Omit<PlanDeps, 'onUse'> &
  Omit<DescribePictureDeps, keyof PlanDeps> &
  Pick<DescribePictureDeps, 'providers'> & {
    openUses(): Promise<ConnectionUses>;
    openCallPath(): Promise<RunPath>;
    openRegistry(): Promise<unknown>;
  };

export function startRuns(core: Core, engine: () => RunNeeds): RunServices {
  const { database, folders, fileLock } = core;
  const journals = folders.journal;
  const waitingSends = createWaitingSends(database);
  const planDeps = () => createPlanDeps(engine());
  const load = once(async () => {
    const parts = engine();
    const [{ connectRuns }, path] = await Promise.all([
      import('./connect-runs.ts'),
      parts.openCallPath(),
      parts.openRegistry(),
    ]);
    return connectRuns(core, parts, path, { ...planDeps(), waitingSends });
  });
  return {
    ...{ planDeps, waitingSends, runs: createRuns({ journals, waitingSends, bus: core.bus }, load) },
    async describePicture(picture, question, requester, signal) {
      const { describePicture } = await import('./describe-picture.ts');
      return describePicture(picture, question, requester, signal, { ...planDeps(), ...engine() });
    },
    async canSeePictures(of) {
      const { canSeePictures } = await import('./describe-picture.ts');
      return canSeePictures(of, { ...planDeps(), ...engine() });
    },
    openUndo: once(async () => {
      const { createUndo } = await import('#workers/storage/undo/undo.ts');
      return createUndo({ workspace: folders.workspace, undo: folders.undo, lock: fileLock });
    }),
  };
}

function createPlanDeps({ agents, providers, providerDeps, openUses }: RunNeeds): PlanDeps {
  return {
    ...{ agents, providers, providerDeps },
    onUse(id, use) {
      openUses()
        .then((uses) => uses.add(id, use))
        .catch(console.warn);
    },
  };
}
