/** Starts runs. Their code is loaded when the first one begins. */
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import type { ConnectionUses } from '#workers/contracts/connection-source.ts';
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { DescribePicture } from '#workers/engine/tool-hosts/ports/grant-ports.ts';
import type { Undo } from '#workers/storage/undo/undo.ts';
import type { CallLog } from '../activity/call-log.ts';
import type { Memories } from '../memory/open-memories.ts';
import type { MemorySwitch } from '../memory/settings.ts';
import type { TitleSwitch } from '../sessions/title-switch.ts';
import type { DescribePictureDeps } from './describe-picture.ts';
import type { RunDeps } from './run-code.ts';
import type { PlanDeps } from './run-plan.ts';
import { createRuns, type LoadedRuns, type Runs } from './runs.ts';
import { createWaitingSends, type WaitingSends } from './waiting-sends.ts';

export type RunServices = {
  runs: Runs;
  waitingSends: WaitingSends;
  /** Finds the models for a request; tools and tool servers use it too. */
  planDeps(): PlanDeps;
  describePicture: DescribePicture;
  openUndo(): Promise<Undo>;
};

export type RunNeeds = Omit<PlanDeps, 'onUse'> &
  Omit<DescribePictureDeps, keyof PlanDeps> &
  Pick<DescribePictureDeps, 'providers'> &
  Pick<RunDeps, 'sessions' | 'spending' | 'readDocument' | 'openUserFiles'> & {
    titleSwitch: TitleSwitch;
    memorySwitch: MemorySwitch;
    openMemories(): Promise<Memories>;
    openUses(): Promise<ConnectionUses>;
    openCallPath(): Promise<{ executor: Executor; callLog: CallLog }>;
    openRegistry(): Promise<unknown>;
    updateSearchSoon(): void;
    wake(): Promise<void>;
  };

export function startRuns(core: Core, engine: () => RunNeeds): RunServices {
  const { database, folders, fileLock } = core;
  const journals = folders.journal;
  const waitingSends = createWaitingSends(database);
  const planDeps = () => createPlanDeps(engine());
  const load = once(async (): Promise<LoadedRuns> => {
    const parts = engine();
    const [{ runCode: code }, path] = await Promise.all([
      import('./run-code.ts'),
      parts.openCallPath(),
      parts.openRegistry(),
    ]);
    const deps = { ...core, ...parts, ...path, ...planDeps(), ...createHooks(core, parts, path.callLog) };
    return { code, deps: { ...deps, journals, waitingSends } };
  });
  return {
    ...{ planDeps, waitingSends, runs: createRuns({ journals, waitingSends }, load) },
    async describePicture(picture, question, requester, signal) {
      const { describePicture } = await import('./describe-picture.ts');
      return describePicture(picture, question, requester, signal, { ...planDeps(), ...engine() });
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

/** What runs call at their beginning and their end. */
function createHooks(
  { bus, database }: Core,
  { memorySwitch, openMemories, sessions, spending, titleSwitch, updateSearchSoon, wake }: RunNeeds,
  callLog: CallLog,
): Pick<RunDeps, 'onFileAdded' | 'recall' | 'onEnded' | 'onCompleted'> {
  return {
    onFileAdded: (file) => bus.post({ type: 'changed', kind: 'files', ids: [file] }),
    async recall(request) {
      const { isOn, budgetTokens } = memorySwitch.get();
      if (!isOn || (await database.count('memories')) === 0) return undefined;
      const { recall } = await openMemories();
      return recall({ ...request, budgetTokens: Math.min(budgetTokens, request.budgetTokens) });
    },
    onEnded() {
      void callLog.written();
      updateSearchSoon();
      // The run may be the resumed run of a task, whose result is to be stored.
      wake().catch(console.error);
    },
    onCompleted(session, plan) {
      import('./write-title.ts')
        .then(({ writeTitle }) => writeTitle(session, plan, { bus, sessions, spending, titleSwitch }))
        .catch(console.warn);
    },
  };
}
