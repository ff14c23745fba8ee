/**
 * Searches names in the documentation of languages and libraries in DevDocs: the index of each set is
 * downloaded and searched here. Its files have CORS headers
 * (https://github.com/freeCodeCamp/devdocs-nginx-config); the format is `lib/docs/core/entry_index.rb` of
 * https://github.com/freeCodeCamp/devdocs. No rate limit is documented.
 */
// MiniSearch provides BM25 with prefixes in 6 kB, without dependencies.
import MiniSearch from 'minisearch';
import { optionalText, readList, textIn, type Fields } from '../read-answer.ts';
import type { SearchAdapter, SearchQuery, SearchResult } from '../search-adapter.ts';
import { docsetsFor, type Docset } from './devdocs-sets.ts';

const host = 'https://documents.devdocs.io';

/** One adapter for each documentation set that the query is about. */
export function devDocs(query: SearchQuery): SearchAdapter[] {
  const { docsets, words } = docsetsFor(query);
  return docsets.map((docset) => ({
    name: `DevDocs (${docset.name})`,
    // Up to 12 MB, so the next search uses the browser's cache, as long as the server's headers allow.
    request: () => ({ url: `${host}/${docset.slug}/index.json`, mayBeKept: true }),
    // The size of the largest index, such as Java's; compressed, it is a tenth.
    maxBytes: 12_000_000,
    read: (answer) => {
      const entries = readList(answer, 'entries', readEntry);
      return rank(entries, words, query.count).map((entry) => toResult(entry, docset));
    },
  }));
}

type Entry = { name: string; path: string; type: string };

function readEntry({ name, path, type }: Fields): Entry {
  return {
    name: textIn(name, 'entries[].name'),
    path: textIn(path, 'entries[].path'),
    type: optionalText(type),
  };
}

function rank(entries: readonly Entry[], words: readonly string[], count: number): Entry[] {
  const wanted = words.flatMap(wordsOf).filter((word) => !questionWords.has(word));
  // Filtered first: most entries contain none of the words, and a phone needs seconds to index all of them.
  const possible = entries.filter(({ name, type }) => {
    const text = `${name} ${type}`.toLowerCase();
    return wanted.some((word) => text.includes(word));
  });
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['name', 'type'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { name: 3 },
      prefix: (word) => word.length >= 3,
      weights: { prefix: 0.5, fuzzy: 0 },
    },
  });
  index.addAll(possible.map((entry, id) => ({ ...entry, id })));
  return index
    .search(wanted.join(' '))
    .slice(0, count)
    .flatMap(({ id }) => possible[id as number] ?? []);
}

/** Words to ignore; not `for`, `in` or `get`, which are also names in programs. */
const questionWords = new Set(
  'a an the how to of with and or i we my do does can what which why is are use using'.split(' '),
);

/** Splits a name into words: `Array.prototype.flatMap` yields array, prototype, flatmap, flat and map. */
function wordsOf(text: string): string[] {
  const whole = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = whole.flatMap((word) => word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []);
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))];
}

/** The URL is that of the plain page instead of the web app, which no tool could read. */
function toResult({ name, path, type }: Entry, { slug, name: docset }: Docset): SearchResult {
  const [page = '', ...anchor] = path.split('#');
  const file = page.endsWith('.html') ? page : `${page}.html`;
  return {
    title: name,
    url: `${host}/${slug}/${file}${anchor.length > 0 ? `#${anchor.join('#')}` : ''}`,
    text: [type, `documentation of ${docset}`].filter(Boolean).join(', '),
  };
}
