/** The search services: one line each. */
import type { SearchKind, SearchPurpose } from '#shared/api/search.ts';
import type { SearchAdapter } from '../search-adapter.ts';
import { brave } from './brave.ts';
import { crossref } from './crossref.ts';
import { exa } from './exa.ts';
import { github } from './github.ts';
import { hackerNews } from './hacker-news.ts';
import { jsonEndpoint } from './json-endpoint.ts';
import { npm } from './npm.ts';
import { searxng } from './searxng.ts';
import { stackExchange } from './stack-exchange.ts';
import { tavily } from './tavily.ts';
import { wikidata } from './wikidata.ts';
import { wikipedia, wikipediaOf } from './wikipedia.ts';

/** The services of the user's choice, each with an address or a key of its own. */
export const chosenServices: Readonly<Record<Exclude<SearchKind, 'open'>, SearchAdapter>> = {
  brave,
  tavily,
  exa,
  searxng,
  json: jsonEndpoint,
};

/** The open sources: free, without a key, and readable by pages. Several are asked at once. */
export function openServices(purpose: SearchPurpose, language: string): readonly SearchAdapter[] {
  if (purpose === 'code') return [stackExchange, github, npm];
  const own = wikipediaOf(language);
  const wikipedias = own === 'en' ? ['en'] : [own, 'en'];
  return [...wikipedias.map(wikipedia), stackExchange, hackerNews, crossref, wikidata, github];
}
