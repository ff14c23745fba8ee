/** Model providers the user has configured. */
import type { ProvidersApi } from '#shared/api/models/providers.ts';
import { hasNetwork, type ModelError, type ProviderDraft } from '#shared/models/provider.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { asId } from '#shared/ids.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';
import { loadProvider } from '#workers/providers/index.ts';
import type { Database } from '#workers/storage/database.ts';
import type { VaultActor } from '../vault/domain.ts';
import type { Vault } from '../vault/vault.ts';
import { createProviderStore, normaliseBaseUrl, type ProviderStore } from './store.ts';
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
  open: ({ providers: store, providerDeps, actOnVault, database, changed }) => ({
    list: store.list,
    async save(draft) {
      const { saveProvider } = await import('./save-provider.ts');
      const saved = await saveProvider(draft, { actOnVault, providers: store });
      if (saved.ok) changed(saved.value.id);
      return saved;
    },
    async remove(id) {
      await store.remove(id);
      changed(id);
    },
    default: store.defaultId,
    async setDefault(id) {
      await store.setDefault(id);
      changed(id);
    },
    async models(draft) {
      const problem = await findProblem(draft);
      if (problem) return { ok: false, error: problem };
      const target = await store.target(draft);
      const provider = await loadProvider(draft.kind);
      return provider.models(target, providerDeps, new AbortController().signal);
    },
    async test(draft) {
      const problem = await findProblem(draft);
      if (problem) return { ok: false, error: problem };
      const { kind } = draft;
      const target = await store.target(draft);
      if (hasNetwork(kind)) {
        const { checkModel } = await import('#workers/providers/check-model.ts');
        return checkModel(await loadProvider(kind), { kind, target, deps: providerDeps });
      }
      const { testProvider } = await import('#workers/providers/test-provider.ts');
      return testProvider(await loadProvider(kind), target, providerDeps);
    },
    async modelFacts({ kind, baseUrl = '', model }) {
      const { findTraits } = await import('#workers/providers/catalogue/find-traits.ts');
      const { openWays } = await import('./stored-ways.ts');
      await openWays(database);
      const { waysOf } = await import('#workers/providers/learned-ways.ts');
      const ways = waysOf({ baseUrl: normaliseBaseUrl(baseUrl), model: model.trim() });
      return { ...(await findTraits({ kind, baseUrl, model })), ways };
    },
  }),
} satisfies Domain<ProvidersApi, Needs, { database: Database }>;

/** Finds a fault that would make every request fail before it is sent. */
async function findProblem(draft: ProviderDraft): Promise<ModelError | undefined> {
  const { checkConnection } = await import('./check-provider.ts');
  return checkConnection(draft);
}
