/** All configured tool servers (MCP); those that are switched on are attached to the tool registry. */
import type { ToolSource } from '#workers/contracts/tool-source.ts';
import type { ServerId } from '#shared/ids.ts';
import type { McpAnswer } from '#shared/mcp/mcp-error.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import type { ServerRecord } from './stored-server.ts';
import { asAnswer } from './errors/failure.ts';
import {
  createServerHandle,
  type ManagedServer,
  type ServerHandle,
  type ServerHandleDeps,
} from './server-handle.ts';

export type ServerListDeps = ServerHandleDeps & { registry: { attach(source: ToolSource): () => void } };

export type Servers = {
  /** Oldest first. */
  all(): ServerHandle[];
  /** Includes servers that are switched off. */
  get(id: ServerId): ServerHandle | undefined;
  /** Fails with `switched_off` if the server is switched off. */
  find(id: ServerId): McpAnswer<ServerHandle>;
  /** Reloads the stored records; `isElsewhere`: another tab wrote them. */
  reload(isElsewhere?: boolean): Promise<void>;
  /** Connects all idle servers that are switched on, in the background. */
  wake(): void;
};

/** `detach` is set while the server is attached to the registry. */
type Entry = { handle: ManagedServer; detach?: () => void };
type Entries = Map<ServerId, Entry>;

export async function openServers(deps: ServerListDeps): Promise<Servers> {
  const entries: Entries = new Map();

  /** Reloads run one after the other, because an earlier one may have read older records. */
  let last: Promise<void> = Promise.resolve();
  function reload(isElsewhere = false): Promise<void> {
    const reloaded = last.then(async () => {
      const records = new Map((await deps.store.list()).map((record) => [record.id, record]));
      for (const id of new Set([...entries.keys(), ...records.keys()]))
        await syncServer(entries, id, records.get(id), isElsewhere, deps);
    });
    last = reloaded.catch(() => undefined);
    return reloaded;
  }

  await reload();
  const all = () =>
    [...entries.values()]
      .map(({ handle }) => handle)
      .sort((one, other) => one.record.created - other.record.created);
  return {
    all,
    get: (id) => entries.get(id)?.handle,
    find(id) {
      const handle = entries.get(id)?.handle;
      if (!handle) return { ok: false, error: { type: 'no_server' } };
      return handle.record.enabled
        ? { ok: true, value: handle }
        : { ok: false, error: { type: 'switched_off' } };
    },
    reload,
    wake() {
      for (const { record, server } of all()) if (record.enabled) server.connection.wake();
    },
  };
}

/** Updates one entry from the store. `listed`: its record when the list was read. */
async function syncServer(
  entries: Entries,
  id: ServerId,
  listed: ServerRecord | undefined,
  isElsewhere: boolean,
  deps: ServerListDeps,
): Promise<void> {
  const before = entries.get(id);
  // A server that was removed and added again under the same name is a new server, of which nothing is
  // accepted.
  if (before && before.handle.record.created !== listed?.created) remove(entries, id, before);
  if (!listed) return;
  const entry = entries.get(id);
  const remembered = entry && !isElsewhere ? '' : await deps.known.read(id);
  // Read again, because the record may have changed while other servers were read.
  const record = await deps.store.get(id);
  // The server was removed or replaced in the meantime; that change triggers another reload.
  if (record?.created !== listed.created) return;
  if (!entry) {
    const added: Entry = { handle: createServerHandle(record, remembered, deps) };
    entries.set(id, added);
    return attach(added, deps);
  }
  if (JSON.stringify(entry.handle.record) !== JSON.stringify(record)) change(entry, record, deps);
  if (isElsewhere) entry.handle.server.reread(remembered);
}

function attach(entry: Entry, { registry }: ServerListDeps): void {
  const { record, server } = entry.handle;
  if (record.enabled) {
    entry.detach ??= registry.attach(server.source);
    return;
  }
  entry.detach?.();
  delete entry.detach;
}

function change(entry: Entry, record: ServerRecord, deps: ServerListDeps): void {
  const { handle } = entry;
  const before = handle.record;
  handle.update(record);
  attach(entry, deps);
  if (!record.enabled) return handle.server.switchOff();
  // Other changes, such as a new title, keep the connection open.
  if (connectionSettings(before) !== connectionSettings(record)) handle.server.reset();
}

function remove(entries: Entries, id: ServerId, { handle, detach }: Entry): void {
  entries.delete(id);
  detach?.();
  handle.server.switchOff();
}

function connectionSettings({ url, transport, headers, sampling, enabled, clientId }: ServerRecord): string {
  return JSON.stringify([url, transport, headers, sampling.isOn, enabled, clientId]);
}

/** Runs `work` with a server that is switched on; its signal aborts after the time limit of a request. */
export async function useServer<T>(
  servers: Servers,
  id: ServerId,
  work: (one: ServerHandle, signal: AbortSignal) => Promise<T>,
): Promise<McpAnswer<T>> {
  const found = servers.find(id);
  return found.ok ? asAnswer(() => work(found.value, AbortSignal.timeout(mcpLimits.answerMs))) : found;
}

/** The description of a server for the page, without its secrets. */
export function describeServer({ record, server }: ServerHandle, sampledToday: number): McpServerInfo {
  const { created: _, ...settings } = record;
  const { offers, instructions } = server.known();
  return {
    ...settings,
    title: record.title || record.name,
    sampledToday,
    state: record.enabled ? server.state() : { type: 'off' },
    tools: server.tools(),
    offers,
    instructions,
  };
}
