/** Scholarly works with a DOI: https://www.crossref.org/documentation/retrieve-metadata/rest-api/. No key. */
import { isObject } from '#shared/json.ts';
import { fieldsIn, listIn, optionalText, plainText, readEach, textIn, valueAt } from '../read-answer.ts';
import type { SearchAdapter, SearchResult } from '../search-adapter.ts';

export const crossref: SearchAdapter = {
  name: 'Crossref',
  request: ({ query, count }) => {
    const values = {
      ...{ query: query.slice(0, 500), rows: String(count) },
      select: 'DOI,URL,title,author,container-title,published,abstract',
    };
    return { url: `https://api.crossref.org/works?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) => {
    const { items } = fieldsIn(fieldsIn(answer, '').message, 'message');
    const titled = listIn(items, 'message.items').filter((item) => !isUntitled(item));
    return readEach(titled, (item) => readWork(fieldsIn(item, 'message.items[]')));
  },
};

/**
 * Records without a title are parts of a work. They are filtered first, so that a changed format is not
 * mistaken for an empty result.
 */
function isUntitled(item: unknown): boolean {
  const title = valueAt(item, 'title');
  return isObject(item) && (title === undefined || (Array.isArray(title) && title.length === 0));
}

function readWork(work: Readonly<Record<string, unknown>>): SearchResult {
  const [title] = listIn(work.title, 'message.items[].title');
  const journals = work['container-title'];
  const [journal] = Array.isArray(journals) ? (journals as unknown[]) : [];
  const authors = Array.isArray(work.author) ? work.author : [];
  const names = authors.slice(0, 3).map((each) => {
    const { family, name } = fieldsIn(each, 'message.items[].author[]');
    // An organisation has `name` instead of `family`.
    return optionalText(family) || optionalText(name);
  });
  const byline = [
    names.filter(Boolean).join(', ') + (authors.length > 3 ? ' and others' : ''),
    optionalText(journal),
  ];
  return {
    title: plainText(textIn(title, 'message.items[].title[]')),
    url: textIn(work.URL, 'message.items[].URL'),
    text: [byline.filter(Boolean).join(', '), plainText(optionalText(work.abstract))]
      .filter(Boolean)
      .join('. '),
    ...publishedOn(work.published),
  };
}

/** Parses `{"date-parts": [[2024, 5, 1]]}`; month and day may be missing. */
function publishedOn(published: unknown): { date?: string } {
  if (published === undefined || published === null) return {};
  const [parts] = listIn(fieldsIn(published, 'message.items[].published')['date-parts'], 'date-parts');
  const numbers = listIn(parts, 'date-parts[]').filter((part) => typeof part === 'number');
  return numbers.length === 0 ? {} : { date: numbers.map((part) => String(part).padStart(2, '0')).join('-') };
}
