/** Providers in IndexedDB, the guide always first; keys in the vault; and which one new chats use. */
import { asId, newId, type ProviderId } from '../../src/shared/ids.ts';
import {
  deviceTraits,
  unknownTraits,
  type ProviderDraft,
  type ProviderInfo,
} from '../../src/shared/provider.ts';
import type { ProviderTarget } from '../providers/provider.ts';
import type { Database, ProviderRecord } from './database.ts';
import type { Vault } from './vault.ts';

/** Needs no set-up, and is what a new user talks to. */
export const guideId = asId<'provider'>('provider_guide');
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
  /** Where requests go, key included: for a stored provider or a draft that was never saved. */
  target(draft: ProviderDraft): Promise<ProviderTarget>;
  defaultId(): Promise<ProviderId>;
  setDefault(id: ProviderId): Promise<void>;
};

export function createProviderStore(database: Database, vault: Vault): ProviderStore {
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
      const before = await database.get('providers', id);
      const baseUrl = normaliseBaseUrl(draft.baseUrl ?? '');
      const record = {
        id,
        kind: draft.kind,
        label: draft.label.trim(),
        baseUrl,
        model: draft.model.trim(),
        created: before?.created ?? Date.now(),
      };
      await database.put('providers', record);
      // A key belongs to its base URL: change the address, lose the key.
      if (draft.apiKey === '' || (before && before.baseUrl !== baseUrl)) await vault.remove(id);
      if (draft.apiKey) await vault.store(id, baseUrl, draft.apiKey.trim());
      if (!before && (await defaultId()) === guideId) await database.put('settings', id, 'default-provider');
      return describe(record);
    },

    async remove(id) {
      await Promise.all([database.delete('providers', id), vault.remove(id)]);
    },

    async target(draft) {
      const baseUrl = normaliseBaseUrl(draft.baseUrl ?? '');
      const stored = draft.id && draft.apiKey === undefined ? await vault.reveal(draft.id, baseUrl) : '';
      return {
        baseUrl,
        apiKey: draft.apiKey?.trim() || stored,
        model: draft.model.trim(),
        traits: draft.kind === 'on-device' ? deviceTraits : unknownTraits,
      };
    },
  };
}

function normaliseBaseUrl(text: string): string {
  return text.trim().replace(/\/+$/, '');
}
