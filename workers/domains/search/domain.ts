/** Search services of the user. Not in backups: one from somebody else would see the user's searches. */
import type { SearchApi } from '#shared/api/search.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { serviceOfKey } from '../vault/tables.ts';
import { once } from '#workers/engine/once.ts';
import type { Egress } from '#workers/network/egress.ts';
import type { Vault } from '../vault/vault.ts';
import type { SearchStore } from './search-store.ts';

type Needs = {
  vault: Vault;
  openSearch(): Promise<SearchStore>;
  openCallPath(): Promise<{ egress: Pick<Egress, 'request'> }>;
};

export const search = {
  start: ({ database }, engine) => ({
    openSearch: once(async () =>
      (await import('./search-store.ts')).createSearchStore(database, engine().vault),
    ),
  }),
  async secretAddress(owner, database) {
    const service = serviceOfKey(owner);
    if (service === undefined) return undefined;
    return (await import('./search-records.ts')).readSearchOrigin(database, service);
  },
  open: async ({ openSearch, openCallPath, changed }) => {
    const store = await openSearch();
    return {
      list: store.list,
      async save(draft) {
        const saved = await store.save(draft);
        if (saved.ok) changed(saved.value.id);
        return saved;
      },
      async remove(id) {
        await store.remove(id);
        changed(id);
      },
      async use(id, purpose = 'web') {
        const used = await store.use(id, purpose);
        if (used.ok) changed(id);
        return used;
      },
      async test(id) {
        const service = await store.find(id);
        if (!service) return { ok: false, message: `There is no search service '${id}'.` };
        const { testService } = await import('./test-service.ts');
        return testService(service, (await openCallPath()).egress);
      },
    };
  },
} satisfies Domain<SearchApi, Needs>;
