/**
 * Wikipedia in one language: https://www.mediawiki.org/wiki/API:Search, with the first sentences of each
 * article.
 */
import {
  ChangedAnswerError,
  dayOf,
  fieldsIn,
  listIn,
  optionalText,
  readEach,
  textIn,
} from '../read-answer.ts';
import type { SearchAdapter, SearchResult } from '../search-adapter.ts';

export function wikipedia(language: string): SearchAdapter {
  return {
    name: `Wikipedia (${language})`,
    request: ({ query, count }) => {
      const values = {
        ...{ action: 'query', format: 'json', formatversion: '2', generator: 'search' },
        ...{ gsrsearch: query.slice(0, maxCharacters), gsrlimit: String(count) },
        ...{ prop: 'extracts|info|revisions', inprop: 'url', rvprop: 'timestamp' },
        ...{ exintro: '1', explaintext: '1', exsentences: '2', exlimit: 'max' },
        // Required for CORS headers: https://www.mediawiki.org/wiki/API:Cross-site_requests.
        origin: '*',
      };
      return { url: `https://${language}.wikipedia.org/w/api.php?${new URLSearchParams(values).toString()}` };
    },
    read: readArticles,
  };
}

/** The API rejects longer queries. */
const maxCharacters = 290;

function readArticles(answer: unknown): SearchResult[] {
  const { query, error, batchcomplete, continue: more } = fieldsIn(answer, '');
  if (error !== undefined) throw new Error(optionalText(fieldsIn(error, 'error').info) || 'error');
  // The response for a search without results.
  if (query === undefined && (batchcomplete !== undefined || more !== undefined)) return [];
  return readEach(listIn(fieldsIn(query, 'query').pages, 'query.pages'), readArticle)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ rank: _, ...article }) => article);
}

function readArticle(page: unknown): SearchResult & { rank: number } {
  const { index, title, fullurl, extract, revisions } = fieldsIn(page, 'query.pages[]');
  const [last] = Array.isArray(revisions) ? (revisions as unknown[]) : [];
  return {
    rank: rankOf(index),
    title: textIn(title, 'query.pages[].title'),
    url: textIn(fullurl, 'query.pages[].fullurl'),
    text: optionalText(extract),
    ...(last === undefined ? {} : dayOf(fieldsIn(last, 'query.pages[].revisions[]').timestamp)),
  };
}

function rankOf(index: unknown): number {
  if (typeof index !== 'number') throw new ChangedAnswerError('query.pages[].index', 'a number');
  return index;
}

/** The Wikipedia subdomain for a browser language: `pt-BR` is `pt`. */
export function wikipediaOf(language: string): string {
  const [name = ''] = language.toLowerCase().split(/[-_]/);
  const others: Readonly<Record<string, string>> = { nb: 'no', iw: 'he', in: 'id', fil: 'tl', cmn: 'zh' };
  const own = Object.hasOwn(others, name) ? (others[name] ?? name) : name;
  return /^[a-z]{2,3}$/.test(own) ? own : 'en';
}
