/** The path of a tool call: permission gate, tool hosts, executor, call log. Loaded at the first call or run. */
import * as limits from '#shared/limits.ts';
import type { SearchPort } from '#workers/contracts/ports/search-port.ts';
import { createEgress, type Egress } from '#workers/network/egress.ts';
import { answerInEngine } from '#workers/engine/calls/in-engine/answer-in-engine.ts';
import { capMessage, capResult } from '#workers/engine/calls/cap-result.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createExecutor, type Executor } from '#workers/engine/calls/executor.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import type { DomainHooks } from './domain-hooks.ts';
import type { Services } from './services.ts';
import { isService } from '#shared/tools/tool-exchange.ts';
import { createPermissionGate, type PermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { queryPermission } from '#workers/engine/permissions/query-permission.ts';
import { createCommitReader, type CommitReader } from '#workers/engine/tool-hosts/commit-reader.ts';
import { createDocumentReader, type DocumentReader } from '#workers/engine/tool-hosts/document-reader.ts';
import { createCodeOrigins } from '#workers/engine/tool-hosts/ports/code-origins.ts';
import { createHostPasses, type HostPasses } from '#workers/network/host-passes.ts';
import { grantPorts, type PortSources } from '#workers/engine/tool-hosts/ports/grant-ports.ts';
import { runExclusively } from '#workers/engine/tool-hosts/session-mutex.ts';
import { createToolHost } from '#workers/engine/tool-hosts/tool-host.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { createToolHostPool, type ToolHostPool } from '#workers/engine/tool-hosts/tool-host-pool.ts';
import { spawnCodeHost } from '#workers/engine/tool-hosts/spawn-code-host.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';

export type CallPath = {
  executor: Executor;
  egress: Egress;
  callLog: CallLog;
  /** Reads documents of the user in a tool host. */
  readDocument: DocumentReader;
  /** Reads commits of the workspace in a code host. */
  readCommit: CommitReader;
};

/** The other parts of the engine that the path of a call uses. */
export type CallPathNeeds = Core &
  Services &
  Pick<DomainHooks, 'loadInEngineTools'> & {
    callLog: CallLog;
    /** The registry with the built-in tools in it. */
    openRegistry(): Promise<Registry>;
    /** A worker that is a tool host: the spare one, if it was started already. */
    spawnToolHost(): Worker;
  };

type CallLog = Awaited<ReturnType<Services['openCallLog']>>;

export function createCallPath(parts: CallPathNeeds): CallPath {
  const { bus, callLog, codeSessions, folders, openRegistry, prompts, registry } = parts;
  const egress = openEgress(parts);
  const searchService: SearchPort['service'] = async (purpose) => (await parts.openSearch()).chosen(purpose);
  const author = async () => (await parts.openGit()).author();
  const ipService = async () => (await parts.openReader()).ipService();
  const passes = createHostPasses();
  const allowHost = hostAllower(parts, passes);
  const sources = {
    ...{
      ...parts,
      egress,
      author,
      openWheels: wheelsOf(parts),
      searchService,
      ipService,
      allowHost,
      passes,
      codeOrigins: createCodeOrigins(),
    },
  };
  const { pool, codePool } = openPools(parts.spawnToolHost);
  const runOnHost = (job: ToolHostJob) => runCapped(job.codeHost ? codePool : pool, job, folders.results);
  const openInEngineTools = once(async () => {
    const [{ createInEngineTools }, tools] = await Promise.all([
      import('#workers/engine/calls/in-engine/in-engine-tools.ts'),
      parts.loadInEngineTools(),
    ]);
    return createInEngineTools({ prompts, runs: parts.runs, find: registry.find, tools });
  });
  const executor = createExecutor({
    registry,
    loadTools: openRegistry,
    loadValidators: once(async () => (await import('#workers/engine/calls/validators.ts')).validators),
    gate: openGate(parts, egress, allowHost, { chosen: searchService, ipService }),
    pool: {
      check: pool.check,
      run: (job) => (job.isExclusive ? runExclusively(job, codeSessions, runOnHost) : runOnHost(job)),
    },
    startProcess: async (job, facts) => (await parts.openProcesses()).start(job, facts),
    runInEngine: (tool, job, caller) =>
      answerInEngine(tool, job, caller, { registry, openInEngineTools, results: folders.results }),
    hostPorts: (tool, scope, over) => grantPorts(tool, scope, sources, over),
    onFilesChanged: (run) => bus.post({ type: 'changed', kind: 'files', ids: [], run }),
    keepBlob: parts.blobs.keep,
    now: () => performance.now(),
    log: callLog.begin,
  });
  const readers = {
    readDocument: createDocumentReader(pool),
    readCommit: createCommitReader(spawnCode, createWorkspace(folders.workspace, parts.fileLock)),
  };
  return { executor, egress, callLog, ...readers };
}

const spawnCode = () => createToolHost(spawnCodeHost());

function openPools(spawnToolHost: () => Worker): { pool: ToolHostPool; codePool: ToolHostPool } {
  const pool = createToolHostPool(() => createToolHost(spawnToolHost()), {
    busyHosts: busyHosts(),
    warmHostMs: limits.warmHostMs,
  });
  const codePool = createToolHostPool(spawnCode, {
    busyHosts: limits.busyCodeHosts,
    idleHosts: limits.idleCodeHosts,
    warmHostMs: limits.warmCodeHostMs,
    spare: false,
  });
  return { pool, codePool };
}

function openEgress(parts: Core & Services): Egress {
  return createEgress({
    ...parts.network,
    isHostAllowed: parts.allowedHosts.has,
    relay: async () => (await parts.openRelay()).reveal(),
    reader: async () => (await parts.openReader()).read(),
    gitToken: async (host) => (await parts.openGit()).reveal(host),
    searchKey: async (id, url) => (await parts.openSearch()).reveal(id, url),
  });
}

function wheelsOf({ openPackages }: Services): PortSources['openWheels'] {
  return async (network) => (await openPackages()).wheels.openPort(network);
}

/** Caps results in the engine, so that a host needs no access to the folder of long results. */
async function runCapped(
  pool: ToolHostPool,
  job: ToolHostJob,
  results: FileSystemDirectoryHandle,
): Promise<ToolOutcome> {
  const { full, ...outcome } = await pool.run(job);
  if (outcome.type === 'success')
    return { ...outcome, result: await capResult(outcome.result, job.overflow, results, full) };
  if (full === undefined) return outcome;
  return { ...outcome, message: await capMessage(outcome.message, job.overflow, results, full) };
}

type AllowHost = PortSources['allowHost'];

function hostAllower({ allowedHosts, bus }: Core & Services, passes: HostPasses): AllowHost {
  return async (host, onlyFor) => {
    if (onlyFor !== undefined) return passes.give(onlyFor, host);
    await allowedHosts.allow(host);
    bus.post({ type: 'changed', kind: 'permissions', ids: [host] });
  };
}

function openGate(
  parts: Core & Services,
  egress: Egress,
  allowHost: AllowHost,
  services: { chosen: SearchPort['service']; ipService(): Promise<string> },
): PermissionGate {
  const { agents, allowedHosts, bus, prompts, readShellPlace, registry } = parts;
  return createPermissionGate({
    egress,
    prompts,
    tools: registry,
    async serviceHosts(contacts, values, lists) {
      if (!isService(contacts)) return [];
      const { serviceHostsOf } = await import('./service-hosts.ts');
      const { language } = navigator;
      return serviceHostsOf(contacts, values, lists, { ...services, language });
    },
    findDanger: async (command, place) =>
      (await import('./check-danger.ts')).checkDanger(command, place, readShellPlace),
    query: queryPermission,
    hosts: { has: allowedHosts.has, allow: allowHost },
    approveAlways: async (agent, tool) => {
      await agents.approve(agent, tool);
      bus.post({ type: 'changed', kind: 'agents', ids: [agent] });
    },
  });
}

/**
 * How many hosts may be busy. Memory limits it, not cores: a hung host must not block the next call.
 * `deviceMemory` is in GB and exists in Chromium only.
 */
function busyHosts(): number {
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return deviceMemory >= 4 ? limits.busyHosts : limits.busyHosts / 2;
}
