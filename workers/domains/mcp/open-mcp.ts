/** Opens the tool servers (MCP) with all their dependencies; loaded at their first use. */
import type { ServerId } from '#shared/ids.ts';
import type { ChangedEvent } from '#shared/api/engine-event.ts';
import { elicit } from '#workers/mcp/requests/elicit.ts';
import type { ServerUse } from '#workers/mcp/server.ts';
import { openServers, type Servers } from '#workers/mcp/server-list.ts';
import type { EgressDeps } from '#workers/network/check-request.ts';
import type { Database } from '#workers/storage/database.ts';
import type { ConnectionUses } from '#workers/contracts/connection-source.ts';
import type { ServerStore } from '#workers/mcp/stored-server.ts';
import { createKnownServers, createServerStore } from './store.ts';
import { createSampledTokens, type SampledTokens } from './sampled-tokens.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import { toConnectionUse } from './server-health.ts';
import { hearSignIns } from './hear-sign-ins.ts';
import type { Prompts } from '#workers/engine/permissions/prompts.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { SampleDeps } from './sample-for-server.ts';

declare const __VERSION__: string;
/** The address of the client metadata document that the build wrote; '' where it wrote none. */
declare const __OAUTH_CLIENT__: string;

export type Mcp = { servers: Servers; store: ServerStore; sampled: SampledTokens; network: EgressDeps };

export type McpDeps = {
  database: Database;
  vault: Vault;
  registry: Pick<Registry, 'attach'>;
  network: EgressDeps;
  prompts: Pick<Prompts, 'ask'>;
  changed(kind: ChangedEvent['kind'], id: string): void;
  openUses(): Promise<ConnectionUses>;
  models: Omit<SampleDeps, 'sampled' | 'withLock'>;
};

export async function openMcp(deps: McpDeps): Promise<Mcp> {
  const { database, vault, registry, network, prompts, changed, models } = deps;
  const store = createServerStore(database, vault);
  const sampled = createSampledTokens(database);
  /** Nothing is stored for a server that was removed during the call. */
  async function noteUse(id: ServerId, use: ServerUse): Promise<void> {
    const uses = await deps.openUses();
    if (await store.get(id)) await uses.add(id, toConnectionUse(use));
  }
  const servers = await openServers({
    store,
    known: createKnownServers(database),
    registry,
    network,
    version: __VERSION__,
    clientDocument: __OAUTH_CLIENT__,
    onChange: (id: ServerId) => changed('mcp', id),
    onUse: (id, use) => void noteUse(id, use).catch((error: unknown) => console.warn(error)),
    withLock,
    tryLock,
    elicit: (asked, params, signal) => elicit(asked, params, signal, prompts),
    async sample(asked, params, signal) {
      const { sampleForServer } = await import('./sample-for-server.ts');
      return sampleForServer(asked, params, signal, { ...models, sampled, withLock });
    },
    now: Date.now,
  });
  hearSignIns(new BroadcastChannel('oneclaw-sign-in'), servers, (id) => changed('mcp', id));
  return { servers, store, sampled, network };
}

/** Runs `work` under a lock held across all tabs; `signal` ends the wait for it. */
function withLock<T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return navigator.locks.request(name, { signal }, work);
}

/** Resolves to the function that releases the lock; undefined if the lock is taken. */
function tryLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) =>
        lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined),
      )
      .catch(reject);
  });
}
