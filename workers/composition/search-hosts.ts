/** Where the words of a search would go, for the question of guarded mode. */
import type { SearchPurpose } from '#shared/api/search.ts';
import type { JsonObject } from '#shared/json.ts';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { originOf } from '#workers/domains/search/search-records.ts';
import type { SearchQuery } from '#workers/search/search-adapter.ts';
import { openServices } from '#workers/search/services/index.ts';

/** As `codesearch` and `web_search` ask for it. */
export function purposeOf(tool: string): SearchPurpose {
  return tool === 'codesearch' ? 'code' : 'web';
}

/** What the tools ask for, as far as it decides about the sources. `language`: as in `navigator.language`. */
export function queryOf({ query, language: code }: JsonObject, language: string): SearchQuery {
  return {
    ...{ query: typeof query === 'string' ? query : '', count: 1, language },
    ...(typeof code === 'string' ? { codeLanguage: code } : {}),
  };
}

/** Hosts as in `URL.host`. */
export function searchHostsOf(service: SearchService, purpose: SearchPurpose, query: SearchQuery): string[] {
  if (service.kind !== 'open') {
    const origin = originOf({ ...service, kind: service.kind });
    return [origin === '' ? service.kind : new URL(origin).host];
  }
  const urls = openServices(purpose, query)
    .filter(({ admits }) => admits?.(query) ?? true)
    .map(({ request }) => request(query, service).url);
  return [...new Set(urls.map((url) => new URL(url).host))];
}
