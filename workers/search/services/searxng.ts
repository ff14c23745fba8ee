/** An instance of SearXNG: https://docs.searxng.org/dev/search_api.html. */
import { dayOf, fieldsIn, listIn, optionalText, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const searxng: SearchAdapter = {
  name: 'SearXNG',
  request: ({ query, language }, { baseUrl = '' }) => {
    const values = { q: query, format: 'json', language };
    return { url: `${baseUrl}/search?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) =>
    listIn(fieldsIn(answer, '').results, 'results').map((result) => {
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
