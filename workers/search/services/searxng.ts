/** An instance of SearXNG: https://docs.searxng.org/dev/search_api.html. */
import { dayOf, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const searxng: SearchAdapter = {
  name: 'SearXNG',
  request: ({ query, language, purpose }, { baseUrl = '' }) => {
    // Engines for code and its documentation: https://docs.searxng.org/user/configured_engines.html
    const category = purpose === 'code' ? { categories: 'it' } : {};
    const values = { q: query, format: 'json', language, ...category };
    return { url: `${baseUrl}/search?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) =>
    readList(answer, 'results', ({ title, url, content, publishedDate: date }) => {
      const address = textIn(url, 'results[].url');
      return {
        title: optionalText(title) || address,
        url: address,
        text: optionalText(content),
        ...dayOf(date),
      };
    }),
  explain: (status) =>
    status === 403
      ? "the instance must allow JSON: add 'json' to search.formats in its settings.yml"
      : undefined,
};
