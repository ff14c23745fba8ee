/** Providers in IndexedDB, always with the guide first; their keys in the vault; and the default for new chats. */
import { asId, newId, type ProviderId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import { guideId } from '#shared/models/guide-id.ts';
import {
  deviceTraits,
  type ProviderDraft,
  type ProviderInfo,
  type TraitOverrides,
} from '#shared/models/provider.ts';
import type { ProviderTarget } from '#workers/contracts/provider.ts';
import type { ProviderRecord } from './tables.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import type { SecretRecord } from '#workers/domains/vault/tables.ts';
import { lockSetting, saltIn } from '#workers/domains/vault/vault-keys.ts';

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
      const id = draft.id ?? newId('provider');
      const baseUrl = normaliseBaseUrl(draft.baseUrl ?? '');
      const secret = draft.apiKey ? await vault.seal(id, baseUrl, draft.apiKey.trim()) : undefined;
      const becomesDefault = (await defaultId()) === guideId;
      const saved = await inOneTransaction(database, (transaction) =>
        writeProvider(transaction, { ...draft, id, baseUrl }, { secret, becomesDefault }),
      );
      return describe(saved);
    },

    async remove(id) {
      await inOneTransaction(database, (transaction) =>
        Promise.all([
          transaction.objectStore('providers').delete(id),
          transaction.objectStore('secrets').delete(id),
        ]),
      );
    },

    async target(draft) {
      const baseUrl = normaliseBaseUrl(draft.baseUrl ?? '');
      const stored = draft.id && draft.apiKey === undefined ? await vault.reveal(draft.id, baseUrl) : '';
      const target = { baseUrl, model: draft.model.trim(), ...(await traitsFor(draft, baseUrl)) };
      const apiKey = draft.apiKey?.trim() || stored;
      return apiKey === undefined ? { ...target, apiKey: '', isLocked: true } : { ...target, apiKey };
    },
  };
}

/** The user's overrides take precedence over the catalogue. */
async function traitsFor(
  { kind, model, traits = {} }: ProviderDraft,
  baseUrl: string,
): Promise<Pick<ProviderTarget, 'traits' | 'replyLimit'>> {
  if (kind === 'on-device') return { traits: { ...deviceTraits, ...traits } };
  const { findTraits } = await import('#workers/providers/catalogue/find-traits.ts');
  const { traits: known } = await findTraits({ kind, baseUrl, model });
  const replyLimit = traits.outputTokens === undefined ? {} : { replyLimit: traits.outputTokens };
  return { traits: { ...known, ...traits }, ...replyLimit };
}

function keptTraits(traits: TraitOverrides | undefined): { traits?: TraitOverrides } {
  return traits && Object.keys(traits).length > 0 ? { traits } : {};
}

/** `secret`: its key, sealed before the transaction began; `becomesDefault`: if it is a new provider. */
async function writeProvider(
  transaction: Transaction,
  draft: ProviderDraft & { id: ProviderId; baseUrl: string },
  { secret, becomesDefault }: { secret: SecretRecord | undefined; becomesDefault: boolean },
): Promise<ProviderRecord> {
  const { id, baseUrl } = draft;
  const providers = transaction.objectStore('providers');
  const secrets = transaction.objectStore('secrets');
  const settings = transaction.objectStore('settings');
  if (secret && secret.salt !== saltIn(await settings.get(lockSetting)))
    throw new Error('The passphrase was changed in another tab at this moment. Save again.');
  const before = await providers.get(id);
  const record = {
    id,
    kind: draft.kind,
    label: visibleName(draft.label),
    baseUrl,
    model: draft.model.trim(),
    ...keptTraits(draft.traits ?? before?.traits),
    created: before?.created ?? Date.now(),
  };
  await providers.put(record);
  // A key belongs to its base URL: change the address, lose the key.
  if (draft.apiKey === '' || (before && before.baseUrl !== baseUrl)) await secrets.delete(id);
  if (secret) await secrets.put(secret);
  if (!before && becomesDefault) await settings.put(id, 'default-provider');
  return record;
}

const begin = (database: Database) =>
  database.transaction(['providers', 'secrets', 'settings'], 'readwrite', { durability: 'strict' });
type Transaction = ReturnType<typeof begin>;

/** Stores or removes a provider and its key atomically. */
async function inOneTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = begin(database);
  // The error is thrown below; the aborted transaction must not add an unhandled rejection.
  transaction.done.catch(() => undefined);
  try {
    const result = await work(transaction);
    await transaction.done;
    return result;
  } catch (error) {
    // A transaction that failed by itself has ended already.
    if (transaction.error === null) transaction.abort();
    throw error;
  }
}

export function normaliseBaseUrl(text: string): string {
  return text.trim().replace(/\/+$/, '');
}
