/** All configured connections with their health: one source per kind. */
import type { ConnectionHealth, ConnectionKind } from '#shared/models/connection-health.ts';
import { guideId } from '#shared/models/guide-id.ts';
import type { ProviderDraft, ProviderInfo } from '#shared/models/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { testProvider } from '#workers/providers/test-provider.ts';
import { checkConnection } from '#workers/domains/providers/check-provider.ts';
import { mcpSource } from '#workers/domains/mcp/server-health.ts';
import type { ConnectionSource, ConnectionUses } from '#workers/contracts/connection-source.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import type { Mcp } from '#workers/domains/mcp/open-mcp.ts';
import type { ProviderStore } from '#workers/domains/providers/store.ts';
import type { Database } from '#workers/storage/database.ts';

export type ConnectionSourceDeps = {
  providers: Pick<ProviderStore, 'list' | 'target'>;
  providerDeps: ProviderDeps;
  openMcp(): Promise<Mcp>;
  database: Database;
  uses: ConnectionUses;
};

export type ConnectionSources = Readonly<Record<ConnectionKind, ConnectionSource>>;

export function connectionSources(deps: ConnectionSourceDeps): ConnectionSources {
  return { provider: providerSource(deps), mcp: mcpSource(deps) };
}

export async function listConnections(sources: ConnectionSources): Promise<ConnectionHealth[]> {
  return (await Promise.all(Object.values(sources).map((source) => source.list()))).flat();
}

function providerSource({ providers, providerDeps, uses }: ConnectionSourceDeps): ConnectionSource {
  return {
    async list() {
      // The guide runs in this app and cannot be unreachable.
      const list = (await providers.list()).filter(({ id }) => id !== guideId);
      return Promise.all(list.map(async (each) => ({ ...describe(each), ...(await uses.read(each.id)) })));
    },
    async test(id) {
      const provider = (await providers.list()).find((each) => each.id === id);
      if (!provider) return { ok: false, error: { type: 'no_provider' } };
      const problem = checkConnection(draftOf(provider));
      const answer = problem
        ? ({ ok: false, error: problem } as const)
        : await testProvider(
            await loadProvider(provider.kind),
            await providers.target(draftOf(provider)),
            providerDeps,
          );
      const at = Date.now();
      // Not awaited: `read` writes uses that are still waiting before it returns.
      uses
        .add(id, answer.ok ? { at, firstTokenMs: answer.milliseconds } : { at, error: answer.error })
        .catch(console.warn);
      return answer.ok ? { ok: true, milliseconds: answer.milliseconds, detail: answer.model } : answer;
    },
  };
}

function draftOf({ hasKey: _, ...draft }: ProviderInfo): ProviderDraft {
  return draft;
}

function describe({ id, label, model, baseUrl = '' }: ProviderInfo): ConnectionHealth {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  return { kind: 'provider', id, name: label, detail: [model, host].filter(Boolean).join(' · ') };
}
