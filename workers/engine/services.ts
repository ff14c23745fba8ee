/** Opens everything the engine is made of and wires it together; the only place that knows every part. */
import { definitions, validators } from './manifest.ts';
// Comlink carries the network port of a tool host.
import { expose, transfer } from 'comlink';
import type { ToolDefinition } from '../../src/shared/tool.ts';
import { limits } from '../../src/shared/limits.ts';
import { createEgress, type Egress } from '../network/egress.ts';
import type { ProviderPorts } from '../providers/provider.ts';
import { openAllowedHosts, type AllowedHosts } from '../storage/allowed-hosts.ts';
import type { CallStore } from '../storage/calls.ts';
import { openDatabase } from '../storage/database.ts';
import type { FilePort } from '../storage/file-port.ts';
import { openFolders, type Folders } from '../storage/folders.ts';
import { createProviderStore, type ProviderStore } from '../storage/providers.ts';
import { createSessionStore, type SessionStore } from '../storage/sessions.ts';
import { createVault } from '../storage/vault.ts';
import { createWorkspace } from '../storage/workspace.ts';
import { aliases } from '../tools/aliases.ts';
import { callLogLock, createCallLog, type CallLog } from './call-log.ts';
import { createEventBus, type EventBus } from './event-bus.ts';
import { createExecutor, type Executor } from './executor.ts';
import type { HostPorts, NetworkApi } from './host-protocol.ts';
import { createHostPool } from './host-pool.ts';
import { createPermissionGate, type PermissionGate } from './permission-gate.ts';
import { createRegistry, type Registry } from './registry.ts';
import { createRuns, type Runs } from './runs.ts';
import { spawnHost } from './spawn-host.ts';

export type Services = {
  allowedHosts: AllowedHosts;
  bus: EventBus;
  callLog: CallLog;
  executor: Executor;
  files: FilePort;
  folders: Folders;
  gate: PermissionGate;
  /** The stored log; its code is loaded at first use. */
  openCalls(): Promise<CallStore>;
  providerPorts: ProviderPorts;
  providers: ProviderStore;
  registry: Registry;
  runs: Runs;
  sessions: SessionStore;
  warmUp(): void;
};

const providerPorts: ProviderPorts = {
  fetch: (input, init) => fetch(input, init),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    }),
  random: Math.random,
  online: () => navigator.onLine,
  pageProtocol: location.protocol,
};

export async function openServices(onOutdated: () => void): Promise<Services> {
  const [database, folders] = await Promise.all([openDatabase({ onOutdated }), openFolders()]);
  const allowedHosts = await openAllowedHosts(database);
  const sessions = createSessionStore(database);
  const providers = createProviderStore(database, createVault(database));
  const registry = createRegistry(definitions, aliases);
  const bus = createEventBus(new BroadcastChannel('oneclaw'), {
    onStop: (session) => runs.stop(session),
    onAnswer: (prompt, answer) => gate.answer(prompt, answer),
    onChanged: ({ kind }) => void (kind === 'permissions' && allowedHosts.reload()),
  });
  const gate = createPermissionGate(allowedHosts.has, async (host) => {
    await allowedHosts.allow(host);
    bus.post({ type: 'changed', kind: 'permissions', ids: [host] });
  });
  const egress = createEgress({ ...providerPorts, isHostAllowed: allowedHosts.has });
  const pool = createHostPool(spawnHost, { busyHosts: busyHosts(), warmHostMs: limits.warmHostMs });
  const hostPorts = (tool: ToolDefinition, signal: AbortSignal) => grantPorts(tool, folders, egress, signal);
  const openCalls = async () => (await import('../storage/calls.ts')).createCallStore(database);
  const callLog = openCallLog(openCalls, registry, bus);
  const executor = createExecutor({
    registry,
    validators,
    egress,
    pool,
    hostPorts,
    now: () => performance.now(),
    log: callLog.begin,
  });
  const runs = createRuns({
    bus,
    executor,
    gate,
    journals: folders.journal,
    providerPorts,
    providers,
    registry,
    sessions,
  });
  const files = createWorkspace(folders.workspace, async (name, work) => navigator.locks.request(name, work));
  return {
    allowedHosts,
    bus,
    callLog,
    executor,
    files,
    folders,
    gate,
    openCalls,
    providerPorts,
    providers,
    registry,
    runs,
    sessions,
    warmUp: pool.warm,
  };
}

/** The log without its writer, which is loaded behind the first call. */
function openCallLog(openCalls: Services['openCalls'], registry: Registry, bus: EventBus): CallLog {
  return createCallLog({
    openWriter: async () => {
      const [{ createCallWriter }, store] = await Promise.all([import('./call-writer.ts'), openCalls()]);
      return createCallWriter({
        store,
        lock: (work) => navigator.locks.request(callLogLock, work),
        identify: (name) => {
          const tool = registry.find(name);
          if (!tool) return { tool: name.slice(0, 64), source: 'unknown' };
          return { tool: tool.name, source: 'built-in' };
        },
        now: Date.now,
      });
    },
    onWritten: (ids) => bus.post({ type: 'changed', kind: 'activity', ids }),
    onProblem: (notice, error) => {
      console.error(error);
      bus.post({ type: 'notice', notice });
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: Date.now,
  });
}

/** A host costs memory, not cores: a hung one must not keep the next call waiting. GB, and only Chromium tells. */
function busyHosts(): number {
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return deviceMemory >= 4 ? limits.busyHosts : limits.busyHosts / 2;
}

/** Exactly what the tool declared crosses to the host, and nothing else. */
function grantPorts(
  tool: ToolDefinition,
  folders: Folders,
  egress: Egress,
  signal: AbortSignal,
): Omit<HostPorts, 'control'> {
  const usesFiles = tool.capabilities.includes('files.read') || tool.capabilities.includes('files.write');
  return {
    results: folders.results,
    ...(usesFiles ? { workspace: folders.workspace } : {}),
    ...(tool.capabilities.includes('network') ? { network: serveNetwork(egress, signal) } : {}),
  };
}

function serveNetwork(egress: Egress, signal: AbortSignal): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const api: NetworkApi = {
    request: async (request) => {
      const outcome = await egress.request(request, signal);
      // Moved, not copied: a body can be large.
      return outcome.type === 'success' ? transfer(outcome, [outcome.response.body.buffer]) : outcome;
    },
  };
  expose(api, port1);
  return port2;
}
