/** The user's search services: their addresses in the settings, their keys in the vault, each bound to its origin. */
import type { SearchDraft, SearchInfo, SearchPurpose } from '#shared/api/search.ts';
import { searchPurposes } from '#shared/api/search.ts';
import { newId } from '#shared/ids.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { refuse } from '#workers/engine/as-fallible.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { searchOwner, type SecretRecord } from '#workers/domains/vault/tables.ts';
import { beginWithSecrets, checkLock } from '#workers/domains/vault/store-secret.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import type { FindSearchKey } from '#workers/network/search-key.ts';
import type { Database } from '#workers/storage/database.ts';
import { checkDraft } from './check-draft.ts';
import {
  keyHeadersOf,
  originOf,
  searchSetting,
  settingsIn,
  type SearchSettings,
  type StoredService,
} from './search-records.ts';

export const openSources = 'search_open';

export type SearchStore = {
  list(): Promise<SearchInfo[]>;
  save(draft: SearchDraft): Promise<Fallible<SearchInfo>>;
  remove(id: string): Promise<void>;
  use(id: string, purpose: SearchPurpose): Promise<Fallible<SearchInfo>>;
  /** The service that a search is sent to. */
  chosen(purpose: SearchPurpose): Promise<SearchService>;
  find(id: string): Promise<SearchService | undefined>;
  /** Finds the key of a service for the egress gate. */
  reveal: FindSearchKey;
};

const maxServices = 30;

export function createSearchStore(database: Database, vault: Vault): SearchStore {
  const read = async () => settingsIn(await database.get('settings', searchSetting));
  const find = async (id: string) => (await read()).services.find((each) => each.id === id);
  return {
    async list() {
      const settings = await read();
      const own = await Promise.all(settings.services.map((each) => describe(each, settings, vault)));
      return [openInfo(settings), ...own];
    },
    async save(draft) {
      const checked = checkDraft(draft);
      if (typeof checked === 'string') return refuse('validation_error', checked);
      const { services } = await read();
      const before = services.find((each) => each.id === draft.id);
      const fault = faultOf(draft, before, services);
      if (fault !== undefined) return refuse('validation_error', fault);
      const service: StoredService = { id: before?.id ?? newId('search'), ...checked.service };
      const secret = await sealKey(service, checked.apiKey, before, vault);
      if (secret === 'locked') return refuse('permission_denied', locked);
      const next = await change(database, service, secret);
      return { ok: true, value: await describe(service, next, vault) };
    },
    async remove(id) {
      await change(database, { id }, undefined);
    },
    async use(id, purpose) {
      if (!searchPurposes.some((each) => each === purpose))
        return refuse(
          'validation_error',
          `A search service is used for one of: ${searchPurposes.join(', ')}.`,
        );
      const next = await choose(database, id, purpose);
      if (!next) return refuse('validation_error', unknown(id));
      const service = next.services.find((each) => each.id === id);
      return { ok: true, value: service ? await describe(service, next, vault) : openInfo(next) };
    },
    async chosen(purpose) {
      const { services, chosen } = await read();
      return services.find((each) => each.id === chosen[purpose]) ?? open;
    },
    find: async (id) => (id === openSources ? open : find(id)),
    async reveal(id, url) {
      const service = await find(id);
      if (!service || new URL(url).origin !== originOf(service)) return undefined;
      const key = await vault.reveal(searchOwner(id), originOf(service));
      if (key === undefined) return 'locked';
      return { headers: key === '' ? {} : keyHeadersOf(service, key), secret: key };
    },
  };
}

const open: SearchService = { id: openSources, kind: 'open' };
const locked = 'The stored keys are locked. Unlock them in Settings, and save again.';
const unknown = (id: string) => `There is no search service '${id}'. oneclaw.search.list() shows them.`;

function faultOf(
  { id }: SearchDraft,
  before: StoredService | undefined,
  services: readonly StoredService[],
): string | undefined {
  if (id !== undefined && !before) return `${unknown(id)} Leave 'id' out to add one.`;
  const isFull = !before && services.length >= maxServices;
  return isFull ? `At most ${maxServices} search services are kept. Remove one first.` : undefined;
}

async function describe(
  service: StoredService,
  { chosen }: SearchSettings,
  vault: Vault,
): Promise<SearchInfo> {
  const origin = originOf(service);
  return {
    ...service,
    host: origin === '' ? '' : new URL(origin).host,
    hasKey: await vault.has(searchOwner(service.id)),
    uses: searchPurposes.filter((purpose) => chosen[purpose] === service.id),
  };
}

function openInfo({ chosen }: SearchSettings): SearchInfo {
  const uses = searchPurposes.filter((purpose) => chosen[purpose] === undefined);
  return { id: openSources, kind: 'open', host: '', hasKey: false, uses };
}

/** 'kept': the stored key stays; undefined: it is deleted. A key never moves to another origin. */
async function sealKey(
  service: StoredService,
  apiKey: string | undefined,
  before: StoredService | undefined,
  vault: Vault,
): Promise<SecretRecord | 'kept' | 'locked' | undefined> {
  const origin = originOf(service);
  if (apiKey === undefined) return before && originOf(before) === origin ? 'kept' : undefined;
  if (apiKey === '') return undefined;
  return (await vault.isOpen()) ? vault.seal(searchOwner(service.id), origin, apiKey) : 'locked';
}

/** One transaction, because another tab may save or remove a service now. Undefined: no such service. */
async function choose(
  database: Database,
  id: string,
  purpose: SearchPurpose,
): Promise<SearchSettings | undefined> {
  const transaction = database.transaction('settings', 'readwrite');
  const stored = settingsIn(await transaction.store.get(searchSetting));
  const isThere = stored.services.some((each) => each.id === id);
  const { [purpose]: _, ...others } = stored.chosen;
  const next = { ...stored, chosen: isThere ? { ...others, [purpose]: id } : others };
  if (isThere || id === openSources) await transaction.store.put(next, searchSetting);
  await transaction.done;
  return isThere || id === openSources ? next : undefined;
}

/** The list and the key in one transaction; a service that is only an id is removed. */
async function change(
  database: Database,
  service: StoredService | { id: string },
  secret: SecretRecord | 'kept' | undefined,
): Promise<SearchSettings> {
  const transaction = beginWithSecrets(database);
  const [settings, secrets] = [transaction.objectStore('settings'), transaction.objectStore('secrets')];
  if (typeof secret === 'object') await checkLock(secret, transaction);
  const { services, chosen } = settingsIn(await settings.get(searchSetting));
  const at = services.findIndex((each) => each.id === service.id);
  const others = services.filter((each) => each.id !== service.id);
  const list = 'kind' in service ? others.toSpliced(at < 0 ? others.length : at, 0, service) : others;
  const next = settingsIn({ services: list, chosen });
  await settings.put(next, searchSetting);
  if (typeof secret === 'object') await secrets.put(secret);
  else if (secret === undefined) await secrets.delete(searchOwner(service.id));
  await transaction.done;
  return next;
}
