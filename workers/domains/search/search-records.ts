/** The user's search services as they are stored, their origins, and the headers for their keys. */
import type { JsonTemplate, SearchKind, SearchPurpose } from '#shared/api/search.ts';
import { searchKinds, searchPurposes } from '#shared/api/search.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Database } from '#workers/storage/database.ts';

export type StoredService = {
  id: string;
  kind: Exclude<SearchKind, 'open'>;
  baseUrl?: string;
  template?: JsonTemplate;
};

/** `chosen`: without an entry, the open sources. */
export type SearchSettings = {
  services: StoredService[];
  chosen: Partial<Record<SearchPurpose, string>>;
};

/** The placeholder for the key in the address of a template. */
export const keyPlace = '{key}';

export const searchSetting = 'search-services';

/** The origin that the requests of a service go to; its key is bound to it. '' if the address is invalid. */
export function originOf({
  kind,
  baseUrl,
  template,
}: Pick<StoredService, 'kind' | 'baseUrl' | 'template'>): string {
  const fixed = {
    brave: 'https://api.search.brave.com',
    tavily: 'https://api.tavily.com',
    exa: 'https://api.exa.ai',
    searxng: baseUrl ?? '',
    json: template?.url ?? '',
  } satisfies Record<StoredService['kind'], string>;
  const address = fixed[kind].replaceAll(/[{}]/g, '');
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** The header that carries the key; none if it is in the address: the egress gate replaces `keyPlace`. */
export function keyHeadersOf({ kind, template }: StoredService, key: string): Record<string, string> {
  if (kind === 'brave') return { 'X-Subscription-Token': key };
  if (kind === 'exa') return { 'x-api-key': key };
  if (kind === 'json' && template?.keyHeader) return { [template.keyHeader]: key };
  if (kind === 'json' && template?.url.includes(keyPlace)) return {};
  return { Authorization: `Bearer ${key}` };
}

/** '' for a service that was removed. */
export async function readSearchOrigin(database: Pick<Database, 'get'>, id: string): Promise<string> {
  const { services } = settingsIn(await database.get('settings', searchSetting));
  const service = services.find((each) => each.id === id);
  return service ? originOf(service) : '';
}

/** Reads the stored settings; invalid entries are dropped. */
export function settingsIn(stored: Json | undefined): SearchSettings {
  if (!isJsonObject(stored)) return { services: [], chosen: {} };
  const services = Array.isArray(stored.services) ? stored.services.flatMap(serviceIn) : [];
  const chosen = isJsonObject(stored.chosen) ? stored.chosen : {};
  return {
    services,
    chosen: Object.fromEntries(
      searchPurposes.flatMap((purpose) => {
        const id = chosen[purpose];
        return typeof id === 'string' && services.some((each) => each.id === id) ? [[purpose, id]] : [];
      }),
    ),
  };
}

function serviceIn(value: Json): StoredService[] {
  if (!isJsonObject(value) || typeof value.id !== 'string') return [];
  const { id, baseUrl } = value;
  const kind = searchKinds.find((each) => each === value.kind);
  if (kind === undefined || kind === 'open') return [];
  const template = templateIn(value.template);
  return [
    { id, kind, ...(typeof baseUrl === 'string' ? { baseUrl } : {}), ...(template ? { template } : {}) },
  ];
}

/** The text fields of a template; undefined if a required one is missing. */
export function templateIn(value: unknown): JsonTemplate | undefined {
  if (!isJsonObject(value)) return undefined;
  const { url, results, title, link } = value;
  if (typeof url !== 'string' || typeof results !== 'string') return undefined;
  if (typeof title !== 'string' || typeof link !== 'string') return undefined;
  return {
    url,
    results,
    title,
    link,
    ...optional(value, 'keyHeader'),
    ...optional(value, 'text'),
    ...optional(value, 'date'),
  };
}

function optional<Name extends string>(value: JsonObject, name: Name): Partial<Record<Name, string>> {
  const text = value[name];
  return typeof text === 'string' && text.trim() !== ''
    ? ({ [name]: text.trim() } as Record<Name, string>)
    : {};
}
