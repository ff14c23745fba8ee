/** The first call of a page: connects it, recovers what a dead tab left, and returns what the first screen needs. */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { Boot } from '#shared/rpc/protocol.ts';
import { NewerDatabaseError } from '#workers/storage/database.ts';
import { guideId } from '#shared/models/guide-id.ts';
import type { Engine } from './open-engine.ts';
import { watchTabs } from '#workers/engine/events/watch-tabs.ts';

/** Delay of housekeeping, so that it does not slow down the first screen and the first call. */
const cleanUpDelayMs = 5_000;
/** Delay before the domains do what was due while the app was closed. */
const wakeDelayMs = 1_500;

export async function boot(
  engine: Promise<Engine>,
  events: MessagePort,
  services: MessagePort,
  lock: string,
): Promise<Boot> {
  await holdLockForever(lock);
  try {
    const { agents, bus, database, device, prompts, providers, runs, sessions, ...rest } = await engine;
    bus.connect(events);
    device.connect(services);
    const [list, providerList, defaultProvider, agentList, imports] = await Promise.all([
      sessions.list(),
      providers.list(),
      providers.defaultId(),
      agents.list(),
      database.count('imports'),
    ]);
    rest.warmUp();
    setTimeout(
      () =>
        void import('./clean-up-storage.ts')
          .then(({ cleanUpStorage }) => cleanUpStorage(rest.folders, rest.cleanUp))
          .catch(console.error),
      cleanUpDelayMs,
    );
    const wake = () => void rest.wake().catch(console.error);
    setTimeout(wake, wakeDelayMs);
    const takeOverRuns = () => void runs.takeOverRuns().catch(console.error);
    const tabs = watchTabs(lock, () => {
      takeOverRuns();
      wake();
    });
    // When a run starts in another tab: watches that tab, and waits for the locks of unfinished runs
    // (`takeOverRuns`), so that a run is taken over even if its tab died before it was watched.
    bus.onOtherTab(() => void tabs.look().then(takeOverRuns, console.error));
    await tabs.look();
    // Not awaited: the first screen must not wait for resumed runs, which may ask the model at once.
    takeOverRuns();
    return {
      ...{ lock, sessions: list, providers: providerList, defaultProvider, agents: agentList },
      prompts: [...prompts.open(), ...bus.askedElsewhere()],
      ...(imports > 0 && { hasImport: true }),
    };
  } catch (error) {
    const problem = error instanceof NewerDatabaseError ? 'newer_database' : 'no_storage';
    return {
      lock,
      sessions: [],
      providers: [],
      defaultProvider: guideId,
      agents: [defaultAgent],
      prompts: [],
      problem,
    };
  }
}

/** Resolves once the lock is held; the browser releases it when the worker ends. */
function holdLockForever(name: string): Promise<void> {
  return new Promise((held) => {
    void navigator.locks.request(name, () => {
      held();
      return new Promise(() => undefined);
    });
  });
}
