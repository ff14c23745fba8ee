/** Finds the hosts of a service that no argument of a call names. Guarded mode shows them. */
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import type { SearchPurpose } from '#shared/api/search.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ServiceContacts } from '#shared/tools/tool-exchange.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { originOf } from '#workers/domains/search/search-records.ts';
import type { SearchQuery } from '#workers/search/search-adapter.ts';
import { openServices } from '#workers/search/services/index.ts';

/** The part of a search tool's query that decides about the sources. `language`: of `navigator.language`. */
function queryOf({ query, language: code }: JsonObject, language: string): SearchQuery {
  return {
    ...{ query: typeof query === 'string' ? query : '', count: 1, language },
    ...(typeof code === 'string' ? { codeLanguage: code } : {}),
  };
}

type Deps = {
  chosen(purpose: SearchPurpose): Promise<SearchService>;
  /** The URL of the service that locates an IP address. */
  ipService(): Promise<string>;
  /** As in `navigator.language`. */
  language: string;
};

/** Hosts as in `URL.host`, without those that the agent's lists refuse. */
export async function serviceHostsOf(
  contacts: ServiceContacts,
  values: JsonObject,
  lists: HostRules | undefined,
  deps: Deps,
): Promise<string[]> {
  return admitted(await addressesOf(contacts, values, deps), lists);
}

async function addressesOf(
  contacts: ServiceContacts,
  values: JsonObject,
  { chosen, ipService, language }: Deps,
): Promise<string[]> {
  if (contacts.type === 'service') return [contacts.url];
  if (contacts.type === 'ip-location') return [await ipService()];
  const { purpose } = contacts;
  return searchUrlsOf(await chosen(purpose), purpose, queryOf(values, language));
}

function admitted(urls: readonly string[], lists: HostRules | undefined): string[] {
  const hosts = urls
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
    .filter((url) => !refuseHost(lists, url))
    .map(({ host }) => host);
  return [...new Set(hosts)];
}

function searchUrlsOf(service: SearchService, purpose: SearchPurpose, query: SearchQuery): string[] {
  if (service.kind !== 'open') return [originOf({ ...service, kind: service.kind })];
  return openServices(purpose, query)
    .filter(({ admits }) => admits?.(query) ?? true)
    .map(({ request }) => request(query, service).url);
}
