/** The network of tools: the relay for servers that refuse web pages. Not in backups: one from outside would see requests. */
import type { NetworkApi } from '#shared/api/network.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { RelayStore } from './relay-store.ts';

export const network: Domain<NetworkApi, { openRelay(): Promise<RelayStore> }> = {
  open: ({ openRelay, changed }) => ({
    async relay(relay) {
      const store = await openRelay();
      if (relay === undefined) return { ok: true, value: await store.info() };
      const saved = await store.save(relay);
      if (saved.ok) changed('relay');
      return saved;
    },
  }),
};
