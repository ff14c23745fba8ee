/** The registry of search services, one line each. */
import type { SearchKind, SearchPurpose } from '#shared/api/search.ts';
import type { SearchAdapter, SearchQuery } from '../search-adapter.ts';
import { brave } from './brave.ts';
import { cratesIo } from './crates-io.ts';
import { crossref } from './crossref.ts';
import { devDocs } from './devdocs.ts';
import { exa } from './exa.ts';
import { github } from './github.ts';
import { hackerNews } from './hacker-news.ts';
import { hoogle } from './hoogle.ts';
import { jsonEndpoint } from './json-endpoint.ts';
import { npm } from './npm.ts';
import { searxng } from './searxng.ts';
import { sourcegraph } from './sourcegraph.ts';
import { stackExchange } from './stack-exchange.ts';
import { tavily } from './tavily.ts';
import { wikidata } from './wikidata.ts';
import { wikipedia, wikipediaOf } from './wikipedia.ts';

/** Services that the user can configure, each with its own URL or key. */
export const chosenServices: Readonly<Record<Exclude<SearchKind, 'open'>, SearchAdapter>> = {
  brave,
  tavily,
  exa,
  searxng,
  json: jsonEndpoint,
};

/**
 * The open sources: free, without a key, and with CORS headers. Several are queried in parallel; ties in rank
 * are resolved in this order.
 */
export function openServices(purpose: SearchPurpose, query: SearchQuery): readonly SearchAdapter[] {
  if (purpose === 'code')
    return [...devDocs(query), sourcegraph, hoogle, stackExchange, cratesIo, npm, github];
  const own = wikipediaOf(query.language);
  const wikipedias = own === 'en' ? ['en'] : [own, 'en'];
  return [...wikipedias.map(wikipedia), stackExchange, hackerNews, crossref, wikidata, github];
}
