/** The health of all configured connections: providers and tool servers. */
import type { ConnectionsApi } from '#shared/api/access/connections.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { ConnectionSourceDeps } from './connections.ts';
import type { ConnectionUses } from '#workers/contracts/connection-source.ts';

type Needs = Omit<ConnectionSourceDeps, 'uses'> & { openUses(): Promise<ConnectionUses> };

export const connections = {
  start: ({ database }) => ({
    // One instance for all callers: it buffers the uses that are not written yet.
    openUses: once(async () => (await import('./connection-uses.ts')).createConnectionUses(database, 1_000)),
  }),
  async open(needs) {
    const { connectionSources, listConnections } = await import('./connections.ts');
    const sources = connectionSources({ ...needs, uses: await needs.openUses() });
    return {
      list: () => listConnections(sources),
      test: (kind, id) => sources[kind].test(id),
    };
  },
} satisfies Domain<ConnectionsApi, Needs>;
