/** Opens everything the engine is made of and wires it together; the only place that knows every part. */
import type { ChangedEvent } from '#shared/runs/run-event.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { VaultAction, VaultAnswer } from '#shared/rpc/vault.ts';
import { limits } from '#shared/limits.ts';
import { createEgress } from '#workers/network/egress.ts';
import type { ProviderPorts } from '#workers/contracts/provider.ts';
import { answerInEngine } from './calls/in-engine/answer-in-engine.ts';
import { grantPorts } from './tool-hosts/grant-ports.ts';
import { createAgentStore, type AgentStore } from '#workers/domains/agents/store.ts';
import { openAllowedHosts, type AllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import { createBlobStore, type BlobStore } from '#workers/storage/blobs.ts';
import type { CallStore } from '#workers/domains/activity/store.ts';
import type { ConnectionUses } from '#workers/domains/connections/connection-uses.ts';
import { openDatabase, serversSetting, type Database } from '#workers/storage/database.ts';
import { openDisabledTools, type DisabledTools } from '#workers/domains/tools/disabled-tools.ts';
import { openFolders, type Folders } from '#workers/storage/folders.ts';
import { createSpending, type Spending } from '#workers/domains/budget/spending.ts';
import { createProviderStore, type ProviderStore } from '#workers/domains/providers/store.ts';
import { createSessionStore, type SessionStore } from '#workers/domains/sessions/store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { createVaultKeys, type VaultKeys, type VaultMessage } from '#workers/domains/vault/vault-keys.ts';
import { createTitleSwitch, type TitleSwitch } from '#workers/domains/sessions/title-switch.ts';
import type { Undo } from '#workers/storage/undo/undo.ts';
import { createWaitingSends, type WaitingSends } from '#workers/domains/runs/waiting-sends.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import { aliases } from '#shared/tools/tool-aliases.ts';
import type { CallLog } from '#workers/domains/activity/call-log.ts';
import { openCallLog } from '#workers/domains/activity/open-call-log.ts';
import { createEventBus, type EventBus } from './events/event-bus.ts';
import { createExecutor, type Executor } from './calls/executor.ts';
import { createHost } from './tool-hosts/tool-host.ts';
import { createHostPool } from './tool-hosts/tool-host-pool.ts';
import { createDeviceBridge, type DeviceBridge } from './tool-hosts/device-bridge.ts';
import type { OnDevice } from '#workers/domains/device-models/on-device.ts';
import type { Mcp } from '#workers/domains/mcp/open-mcp.ts';
import { lazyOnDevice } from '#workers/domains/device-models/lazy-on-device.ts';
import { createPermissionGate } from './permissions/permission-gate.ts';
import { createPrompts, type Prompts } from './permissions/prompts.ts';
import { queryPermission } from './permissions/query-permission.ts';
import { createRegistry, type Registry } from './calls/registry.ts';
import { lazyRuns } from '#workers/domains/runs/lazy-runs.ts';
import type { RunPorts, Runs } from '#workers/domains/runs/runs.ts';
import { spawnHost } from './tool-hosts/spawn-tool-host.ts';

export type Services = {
  agents: AgentStore;
  allowedHosts: AllowedHosts;
  blobs: BlobStore;
  bus: EventBus;
  callLog: CallLog;
  /** For what reads all of it. */
  database: Database;
  disabledTools: DisabledTools;
  executor: Executor;
  /** For every port to the user's files. */
  fileLock: WriteLock;
  folders: Folders;
  device: DeviceBridge;
  /** The servers of tools; their code is loaded at first use. */
  openMcp(): Promise<Mcp>;
  /** The models of this device; their code is loaded at first use. */
  openOnDevice(): Promise<OnDevice>;
  /** The stored log; its code is loaded at first use. */
  openCalls(): Promise<CallStore>;
  /** How connections were when they were last used; loaded at first use. */
  openUses(): Promise<ConnectionUses>;
  prompts: Prompts;
  providerPorts: ProviderPorts;
  providers: ProviderStore;
  /** The tools of this app in it; what they say of themselves is loaded at first use. */
  openRegistry(): Promise<Registry>;
  runs: Runs;
  sessions: SessionStore;
  spending: Spending;
  titleSwitch: TitleSwitch;
  /** What runs changed, and the way back; its code is loaded at first use. */
  openUndo(): Promise<Undo>;
  waitingSends: WaitingSends;
  /** Its code is loaded at first use. */
  actOnVault(action: VaultAction): Promise<VaultAnswer>;
  warmUp(): void;
};

const webLock: WriteLock = async (name, mode, work) => navigator.locks.request(name, { mode }, work);

const networkPorts: ProviderPorts = {
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

/** `tab`: the Web Lock that this engine holds while it lives. */
export async function openServices(tab: string, onOutdated: () => void): Promise<Services> {
  const [database, folders] = await Promise.all([openDatabase({ onOutdated }), openFolders()]);
  const [allowedHosts, disabledTools] = await Promise.all([
    openAllowedHosts(database),
    openDisabledTools(database),
  ]);
  const sessions = createSessionStore(database);
  const agents = createAgentStore(database);
  const registry = createRegistry([], aliases, disabledTools.has, (source) => changed('tools', source));
  // What dozens of tools say of themselves is long, and the first screen shows none of it.
  const openRegistry = once(async () => {
    registry.add((await import('./calls/manifest.ts')).definitions);
    // Their tools are there from the last time; a server that is away keeps nobody waiting.
    if ((await database.getKey('settings', serversSetting)) !== undefined)
      await openMcp().then(({ servers }) => servers.wake(), console.warn);
    return registry;
  });
  let mcp: Promise<Mcp> | undefined;
  const openMcp = once(
    () =>
      (mcp = import('#workers/domains/mcp/open-mcp.ts').then((module) =>
        module.openMcp({
          ...{ database, vault, registry, prompts, changed, openUses },
          network: { ...networkPorts, isHostAllowed: allowedHosts.has },
          models: { ...runPorts, sessions, spending },
        }),
      )),
  );
  // This tab may have been cleared away while the user signed in: the answer comes again until somebody takes it.
  new BroadcastChannel('oneclaw-sign-in').onmessage = () => void openMcp().catch(console.warn);
  const device = createDeviceBridge();
  const bus = createEventBus(new BroadcastChannel('oneclaw'), {
    openPrompts: () => prompts.open(),
    onStop: (session) => runs.stop(session),
    onCancel: (call, session) => executor.cancel(call, session),
    onAnswer: (prompt, answer) => prompts.answer(prompt, answer),
    onChanged: ({ kind }) => {
      if (kind === 'permissions') void allowedHosts.reload();
      if (kind === 'tools') void disabledTools.reload();
      if (kind === 'mcp') void mcp?.then(({ servers }) => servers.reload(true)).catch(console.warn);
    },
  });
  const changed = (kind: ChangedEvent['kind'], id: string) => bus.post({ type: 'changed', kind, ids: [id] });
  const vaultKeys = openVaultKeys(database, () => changed('vault', 'keys'));
  const vault = createVault(database, vaultKeys);
  const providers = createProviderStore(database, vault);
  const egress = createEgress({ ...networkPorts, isHostAllowed: allowedHosts.has });
  const prompts = createPrompts((event) => bus.post(event));
  const gate = createPermissionGate({
    egress,
    prompts,
    query: queryPermission,
    hosts: {
      has: allowedHosts.has,
      allow: async (host) => {
        await allowedHosts.allow(host);
        changed('permissions', host);
      },
    },
    approveAlways: async (agent, tool) => {
      await agents.approve(agent, tool);
      changed('agents', agent);
    },
  });
  const pool = createHostPool(() => createHost(spawnHost(), folders.results), {
    busyHosts: busyHosts(),
    warmHostMs: limits.warmHostMs,
  });
  const blobs = createBlobStore(folders.blobs);
  const { workspace, undo: undoFolder } = folders;
  const openUndo = once(async () =>
    (await import('#workers/storage/undo/undo.ts')).createUndo({
      workspace,
      undo: undoFolder,
      lock: webLock,
    }),
  );
  const hostPorts = (tool: ToolDefinition, signal: AbortSignal) =>
    grantPorts(tool, { folders, egress, device }, signal);
  const openOnDevice = once(async () =>
    (await import('#workers/domains/device-models/on-device.ts')).createOnDevice({
      folder: folders.models,
      page: device.page,
      post: bus.post,
    }),
  );
  const providerPorts: ProviderPorts = { ...networkPorts, onDevice: lazyOnDevice(openOnDevice) };
  const openCalls = async () =>
    (await import('#workers/domains/activity/store.ts')).createCallStore(database);
  const openUses = async () =>
    (await import('#workers/domains/connections/connection-uses.ts')).createConnectionUses(database);
  const callLog = openCallLog(openCalls, registry, bus);
  const openOwnTools = once(async () =>
    (await import('./calls/in-engine/in-engine-tools.ts')).createOwnTools({ prompts, runs }),
  );
  const executor = createExecutor({
    registry,
    loadTools: openRegistry,
    loadValidators: once(async () => (await import('./calls/validators.ts')).validators),
    gate,
    pool,
    runInEngine: (tool, job, caller) =>
      answerInEngine(tool, job, caller, { registry, openOwnTools, results: folders.results }),
    hostPorts,
    openUndo: (run) => undoFolder.getDirectoryHandle(run, { create: true }),
    onFilesChanged: (run) => bus.post({ type: 'changed', kind: 'files', ids: [], run }),
    keepBlob: blobs.keep,
    now: () => performance.now(),
    log: callLog.begin,
  });
  const spending = createSpending(database);
  const titleSwitch = createTitleSwitch(database);
  const waitingSends = createWaitingSends(database);
  const runPorts: RunPorts = {
    agents,
    blobs,
    bus,
    callLog,
    executor,
    journals: folders.journal,
    providerPorts,
    providers,
    registry,
    sessions,
    spending,
    tab,
    waitingSends,
    onUse: (id, use) =>
      void openUses()
        .then((uses) => uses.add(id, use))
        .catch((error: unknown) => console.warn(error)),
    onCompleted: (session, plan) =>
      void import('#workers/domains/runs/write-title.ts')
        .then(({ writeTitle }) => writeTitle(session, plan, { bus, sessions, spending, titleSwitch }))
        .catch((error: unknown) => console.warn(error)),
  };
  const runs = lazyRuns(
    runPorts,
    once(async () => {
      const [{ createRuns }] = await Promise.all([import('#workers/domains/runs/runs.ts'), openRegistry()]);
      return createRuns(runPorts);
    }),
  );
  // A server that misbehaves on purpose exists only in the build the end-to-end tests run on.
  if (import.meta.env.MODE === 'test') (await import('./testing/external-server.ts')).attach(registry);
  return {
    ...{
      agents,
      allowedHosts,
      blobs,
      bus,
      callLog,
      database,
      device,
      disabledTools,
      executor,
      folders,
      openCalls,
      openMcp,
      openOnDevice,
      openUndo,
      openUses,
      prompts,
    },
    ...{ providerPorts, providers, openRegistry, runs, sessions, spending, titleSwitch, waitingSends },
    fileLock: webLock,
    async actOnVault(action) {
      const { actOnVault } = await import('#workers/domains/vault/vault-lock.ts');
      return actOnVault(action, database, vaultKeys);
    },
    warmUp: pool.warm,
  };
}

/** The engines of all tabs hold the key of the vault, or none does. */
function openVaultKeys(database: Database, onChange: () => void): VaultKeys {
  const channel = new BroadcastChannel('oneclaw-vault');
  const keys = createVaultKeys(database, { tell: (message) => channel.postMessage(message), onChange });
  channel.onmessage = ({ data }: MessageEvent<VaultMessage>) => keys.hear(data);
  return keys;
}

/** A second `import()` of the same module costs as much as a whole call. A failed one is tried again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/** A host costs memory, not cores: a hung one must not keep the next call waiting. GB, and only Chromium tells. */
function busyHosts(): number {
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return deviceMemory >= 4 ? limits.busyHosts : limits.busyHosts / 2;
}
