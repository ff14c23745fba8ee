/** Model providers the user has configured. */
import type { ProvidersApi } from '#shared/api/models/providers.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { asId } from '#shared/ids.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import type { Database } from '#workers/storage/database.ts';
import type { VaultActor } from '../vault/domain.ts';
import type { Vault } from '../vault/vault.ts';
import { createProviderStore, type ProviderStore } from './store.ts';
import { tables } from './tables.ts';

type Needs = {
  database: Database;
  vault: Vault;
  providers: ProviderStore;
  providerDeps: ProviderDeps;
  actOnVault: VaultActor;
};

export const providers = {
  tables,
  start: ({ database }, engine) => ({
    providers: createProviderStore(database, {
      has: async (...asked) => engine().vault.has(...asked),
      seal: async (...asked) => engine().vault.seal(...asked),
      reveal: async (...asked) => engine().vault.reveal(...asked),
    }),
  }),
  backup: async (needs) => (await import('./backup.ts')).providersInBackup(needs),
  async secretAddress(owner, database) {
    const provider = await database.get('providers', asId<'provider'>(owner));
    return provider && (provider.baseUrl ?? '');
  },
  open: (needs) => ({
    list: needs.providers.list,
    async save(draft) {
      const { saveProvider } = await import('./save-provider.ts');
      const saved = await saveProvider(draft, needs);
      if (saved.ok) needs.changed(saved.value.id);
      return saved;
    },
    async remove(id) {
      await needs.providers.remove(id);
      needs.changed(id);
    },
    default: needs.providers.defaultId,
    async setDefault(id) {
      await needs.providers.setDefault(id);
      needs.changed(id);
    },
    models: async (draft) => (await import('./try-draft.ts')).listModels(draft, needs),
    test: async (draft) => (await import('./try-draft.ts')).tryDraft(draft, needs),
    modelFacts: async (draft) => (await import('./try-draft.ts')).findFacts(draft, needs.database),
  }),
} satisfies Domain<ProvidersApi, Needs, { database: Database }>;
