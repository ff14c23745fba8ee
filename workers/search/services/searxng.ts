/** An instance of SearXNG: https://docs.searxng.org/dev/search_api.html. */
import { dayOf, fieldsIn, listIn, optionalText, readEach, textIn } from '../read-answer.ts';
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
    readEach(listIn(fieldsIn(answer, '').results, 'results'), (result) => {
      const { title, url, content, publishedDate: date } = fieldsIn(result, 'results[]');
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
