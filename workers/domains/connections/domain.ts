/** The health of all configured connections: providers and tool servers. */
import type { ConnectionsApi } from '#shared/api/access/connections.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { ConnectionSourceDeps } from './connections.ts';
import type { ConnectionUses } from '#workers/contracts/connection-source.ts';

type Needs = Omit<ConnectionSourceDeps, 'uses'> & { openUses(): Promise<ConnectionUses> };

export const connections: Domain<ConnectionsApi, Needs> = {
  async open(needs) {
    const { connectionSources, listConnections } = await import('./connections.ts');
    const sources = connectionSources({ ...needs, uses: await needs.openUses() });
    return {
      list: () => listConnections(sources),
      test: (kind, id) => sources[kind].test(id),
    };
  },
};
