/** Opens the parts of the engine in the order in which they need each other. */
import { featureOf, type ToolDefinition } from '#shared/tools/tool.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import { loadBackupParts } from '#workers/domains/backup-parts.ts';
import { domains } from '#workers/domains/index.ts';
import { createDeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';
import type { DomainTool } from '#workers/engine/calls/in-engine/in-engine-tools.ts';
import { createEventBus } from '#workers/engine/events/event-bus.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import { openAlarmsLater, type AlarmServices } from './open-alarms.ts';
import { openCalls, type Calls } from './open-calls.ts';
import { openModels, type Models } from './open-models.ts';
import { openRuns, type RunServices } from './open-runs.ts';
import { openStores, type Stores } from './open-stores.ts';
import { openTasksLater, type TaskServices } from './open-tasks.ts';
import { openToolServers, type ToolServers } from './open-tool-servers.ts';
import type { Core } from './core.ts';

/** Everything a domain can ask for. */
export type Engine = Core &
  Stores &
  Models &
  Calls &
  RunServices &
  ToolServers &
  TaskServices &
  AlarmServices & { openBackupParts(): ReturnType<typeof loadBackupParts> };

/** Compiles only if the engine has what each domain needs. */
const domainsByName: Readonly<Record<string, Domain<object, Engine>>> = domains;

/**
 * `tab`: the Web Lock that this engine holds while it lives. `onOutdated`: called if a newer app upgrades the
 * database.
 */
export async function openEngine(tab: string, onOutdated: () => void): Promise<Engine> {
  const bus = createEventBus(new BroadcastChannel('oneclaw'));
  const stores = await openStores(bus, onOutdated);
  const device = createDeviceBridge();
  const core: Core = {
    bus,
    device,
    prompts: createPrompts(bus.post),
    registry: createRegistry([], {
      isDisabled: stores.disabledTools.has,
      isAbsent: (tool) => isSwitchedOff(tool, engine),
      lackOf: device.lackOf,
      onChange: (source) => bus.post({ type: 'changed', kind: 'tools', ids: [source] }),
    }),
  };
  const models = openModels({ ...core, ...stores });
  const calls = openCalls(
    { ...core, ...stores },
    {
      toolServers: () => toolServers.openIfAny(),
      runs: () => runs.runs,
      loadInEngineTools: () => loadInEngineTools(engine),
      describePicture: async (picture, question, requester, signal) => {
        const { describePicture } = await import('#workers/domains/vision/describe-picture.ts');
        return describePicture(picture, question, requester, signal, { ...runs.planDeps, ...stores });
      },
    },
  );
  const runs = openRuns({
    ...{ ...core, ...stores, ...models, ...calls, tab },
    wakeTasks: () => tasks.wakeTasks(),
  });
  const tasks = openTasksLater({ ...core, ...stores, ...calls, runs: () => runs.runs });
  const alarms = openAlarmsLater({ ...core, ...stores });
  // Tasks and alarms share one switch and one clock.
  const wakeTasks = async () => void (await Promise.all([tasks.wakeTasks(), alarms.wakeAlarms()]));
  const toolServers = openToolServers({ ...core, ...stores, ...models, planDeps: runs.planDeps });
  const engine: Engine = {
    ...{ ...core, ...stores, ...models, ...calls, ...runs, ...toolServers, ...tasks, ...alarms, wakeTasks },
    openBackupParts: () => loadBackupParts(engine),
  };
  bus.listen({
    openPrompts: core.prompts.open,
    onStop: (session) => runs.runs.stop(session),
    onCancel: (call, session) => calls.cancelCall(call, session),
    onAnswer: core.prompts.answer,
    // A tab with a newer version of the app may name a domain that this one does not have.
    onChanged: ({ kind }) => void domainsByName[kind]?.reload?.(engine).catch(console.error),
  });
  // Tools that misbehave on purpose exist only in the build for the end-to-end tests.
  if (import.meta.env.MODE === 'test')
    (await import('#workers/engine/testing/external-server.ts')).attach(core.registry);
  return engine;
}

async function loadInEngineTools(engine: Engine): Promise<DomainTool[]> {
  const { loadDomainTools } = await import('#workers/domains/load-tools.ts');
  return (await loadDomainTools()).map(({ domain, tool }) => ({
    tool,
    openPort: async () => (await domainsByName[domain]?.toolPort?.(engine)) ?? {},
  }));
}

function isSwitchedOff(tool: ToolDefinition, engine: Engine): boolean {
  const feature = featureOf(tool);
  return feature !== undefined && domainsByName[feature]?.isOn?.(engine) === false;
}
