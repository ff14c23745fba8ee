/** Opens the engine: storage, the parts that every domain uses, the domains, and the path of tool calls. */
import { loadBackupParts } from '#workers/domains/backup-parts.ts';
import { domains } from '#workers/domains/index.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';
import type { Core, Storage } from '#workers/engine/core.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { createEventBus } from '#workers/engine/events/event-bus.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';
import { createDeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';
import { createDomainHooks, isSwitchedOff, startDomains, type DomainHooks } from './domain-hooks.ts';
import { networkDeps } from './network-deps.ts';
import { openCalls, type Calls } from './open-calls.ts';
import { openStorage } from './open-storage.ts';
import type { Services } from './services.ts';

/** Everything a domain can ask for. */
export type Engine = Core &
  Services &
  Calls &
  DomainHooks & {
    openBackupParts(): ReturnType<typeof loadBackupParts>;
    addressOfSecret(owner: string): Promise<string>;
  };

/** Compiles only if the engine has what each domain needs. */
const domainsByName: Readonly<Record<string, Domain<object, Engine>>> = domains;

/**
 * `tab`: the Web Lock that this engine holds while it lives. `onOutdated`: called if a newer app upgrades the
 * database.
 */
export async function openEngine(tab: string, onOutdated: () => void): Promise<Engine> {
  // Fails until `whole` is set, which is when all domains have started.
  const engine = () => whole;
  const bus = createEventBus(new BroadcastChannel('oneclaw'));
  const storage = await openStorage(onOutdated);
  const core = createCore({ ...storage, bus, tab }, engine);
  // The type of what their `start` returns.
  const services = (await startDomains(domainsByName, core, engine)) as Services;
  const whole: Engine = {
    ...{ ...core, ...services, ...openCalls(core, engine), ...createDomainHooks(domainsByName, engine) },
    openBackupParts: () => loadBackupParts(whole),
    addressOfSecret: async (owner) =>
      (await import('./secret-address.ts')).addressOfSecret(owner, core.database),
  };
  listenToTabs(whole);
  // Tools that misbehave on purpose exist only in the build for the end-to-end tests.
  if (import.meta.env.MODE === 'test')
    (await import('#workers/engine/testing/external-server.ts')).attach(core.registry);
  return whole;
}

function createCore(parts: Storage & Pick<Core, 'bus' | 'tab'>, engine: () => Engine): Core {
  const { bus } = parts;
  const device = createDeviceBridge();
  return {
    ...{ ...parts, device, network: networkDeps, prompts: createPrompts(bus.post) },
    registry: createRegistry([], {
      isDisabled: (tool) => engine().disabledTools.has(tool),
      isAbsent: (tool) => isSwitchedOff(tool, domainsByName, engine),
      lackOf: device.lackOf,
      onChange: (source) => bus.post({ type: 'changed', kind: 'tools', ids: [source] }),
    }),
  };
}

function listenToTabs(engine: Engine): void {
  const { bus, prompts, runs, cancelCall } = engine;
  bus.listen({
    openPrompts: prompts.open,
    onStop: (session) => runs.stop(session),
    onCancel: (call, session) => cancelCall(call, session),
    onAnswer: prompts.answer,
    // A tab with a newer version of the app may name a domain that this one does not have.
    onChanged: ({ kind }) => void domainsByName[kind]?.reload?.(engine).catch(console.error),
  });
}
