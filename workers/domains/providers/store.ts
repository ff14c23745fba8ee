/** Providers in IndexedDB, always with the guide first; their keys in the vault; and the default for new chats. */
import { asId, newId, type ProviderId } from '#shared/ids.ts';
import { guideId } from '#shared/models/guide-id.ts';
import { deviceTraits, type ProviderDraft, type ProviderInfo } from '#shared/models/provider.ts';
import type { ProviderTarget } from '#workers/contracts/provider.ts';
import type { ProviderRecord } from './tables.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';

/** Needs no setup, so it is the first default. */
const guide: ProviderInfo = {
  id: guideId,
  kind: 'guide',
  label: 'Guide (no AI)',
  model: 'guide',
  hasKey: false,
};

export type ProviderStore = {
  list(): Promise<ProviderInfo[]>;
  get(id: ProviderId): Promise<ProviderInfo | undefined>;
  save(draft: ProviderDraft): Promise<ProviderInfo>;
  remove(id: ProviderId): Promise<void>;
  /** Address, model, traits and key for requests; of a stored provider or an unsaved draft. */
  target(draft: ProviderDraft): Promise<ProviderTarget>;
  defaultId(): Promise<ProviderId>;
  setDefault(id: ProviderId): Promise<void>;
};

type KeyVault = Pick<Vault, 'has' | 'seal' | 'reveal'>;

export function createProviderStore(database: Database, vault: KeyVault): ProviderStore {
  const describe = async ({ created: _, ...record }: ProviderRecord): Promise<ProviderInfo> => ({
    ...record,
    hasKey: await vault.has(record.id),
  });

  async function get(id: ProviderId): Promise<ProviderInfo | undefined> {
    if (id === guideId) return guide;
    const record = await database.get('providers', id);
    return record && describe(record);
  }

  async function defaultId(): Promise<ProviderId> {
    const stored = await database.get('settings', 'default-provider');
    const id = typeof stored === 'string' ? asId<'provider'>(stored) : guideId;
    return (await get(id)) ? id : guideId;
  }

  return {
    get,
    defaultId,
    async setDefault(id) {
      await database.put('settings', id, 'default-provider');
    },

    async list() {
      const records = (await database.getAll('providers')).sort((a, b) => a.created - b.created);
      return [guide, ...(await Promise.all(records.map(describe)))];
    },

    async save(draft) {
      const { writeProvider } = await import('./write-provider.ts');
      const id = draft.id ?? newId('provider');
      const baseUrl = normaliseBaseUrl(draft.baseUrl ?? '');
      const secret = draft.apiKey ? await vault.seal(id, baseUrl, draft.apiKey.trim()) : undefined;
      const becomesDefault = (await defaultId()) === guideId;
      return describe(await writeProvider(database, { ...draft, id, baseUrl }, { secret, becomesDefault }));
    },

    remove: async (id) => (await import('./write-provider.ts')).removeProvider(database, id),

    async target(draft) {
      const baseUrl = normaliseBaseUrl(draft.baseUrl ?? '');
      const stored = draft.id && draft.apiKey === undefined ? await vault.reveal(draft.id, baseUrl) : '';
      const target = { baseUrl, model: draft.model.trim(), ...(await traitsFor(draft, baseUrl, database)) };
      const apiKey = draft.apiKey?.trim() || stored;
      return apiKey === undefined ? { ...target, apiKey: '', isLocked: true } : { ...target, apiKey };
    },
  };
}

/** The user's overrides take precedence over the catalogue. */
async function traitsFor(
  { kind, model, traits = {} }: ProviderDraft,
  baseUrl: string,
  database: Database,
): Promise<Pick<ProviderTarget, 'traits' | 'replyLimit'>> {
  if (kind === 'on-device') return { traits: { ...deviceTraits, ...traits } };
  const [{ findTraits }] = await Promise.all([
    import('#workers/providers/catalogue/find-traits.ts'),
    import('./stored-ways.ts').then(({ openWays }) => openWays(database)),
  ]);
  const { traits: known } = await findTraits({ kind, baseUrl, model });
  const replyLimit = traits.outputTokens === undefined ? {} : { replyLimit: traits.outputTokens };
  return { traits: { ...known, ...traits }, ...replyLimit };
}

export function normaliseBaseUrl(text: string): string {
  return text.trim().replace(/\/+$/, '');
}
