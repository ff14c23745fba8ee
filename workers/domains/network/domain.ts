/**
 * The network of tools: the relay and the reader service for servers that refuse web pages. Not in backups: a
 * relay or reader in somebody else's backup would see the user's requests.
 */
import type { NetworkApi } from '#shared/api/access/network.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { relayOwner } from '../vault/tables.ts';
import { once } from '#workers/engine/once.ts';
import type { Vault } from '../vault/vault.ts';
import type { ReaderStore } from './reader-store.ts';
import type { RelayStore } from './relay-store.ts';

type Needs = { vault: Vault; openReader(): Promise<ReaderStore>; openRelay(): Promise<RelayStore> };

export const network = {
  start: ({ database }, engine) => ({
    openReader: once(async () => (await import('./reader-store.ts')).createReaderStore(database)),
    openRelay: once(async () =>
      (await import('./relay-store.ts')).createRelayStore(database, engine().vault),
    ),
  }),
  secretAddress: async (owner, database) =>
    owner === relayOwner ? (await import('./relay-store.ts')).readRelayAddress(database) : undefined,
  open: ({ openReader, openRelay, changed }) => ({
    async reader(template) {
      const store = await openReader();
      if (template === undefined) return { ok: true, value: (await store.read()) ?? null };
      const saved = await store.save(template);
      if (saved.ok) changed('reader');
      return saved;
    },
    async ipService(address) {
      const store = await openReader();
      if (address === undefined) return { ok: true, value: await store.ipService() };
      const saved = await store.saveIpService(address);
      if (saved.ok) changed('ip-service');
      return saved;
    },
    async relay(relay) {
      const store = await openRelay();
      if (relay === undefined) return { ok: true, value: await store.info() };
      const saved = await store.save(relay);
      if (saved.ok) changed('relay');
      return saved;
    },
  }),
} satisfies Domain<NetworkApi, Needs>;
