/**
 * Brave Search: https://api-dashboard.search.brave.com/app/documentation/web-search. Its answers have no CORS
 * headers.
 */
import { dayOf, fieldsIn, listIn, optionalText, plainText, readEach, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const brave: SearchAdapter = {
  name: 'Brave Search',
  request: ({ query, count }) => {
    const values = { q: query.slice(0, 400), count: String(count), text_decorations: 'false' };
    return {
      url: `https://api.search.brave.com/res/v1/web/search?${new URLSearchParams(values).toString()}`,
    };
  },
  read: (answer) => {
    const { type, web } = fieldsIn(answer, '');
    // The field `web` is missing if there are no results.
    if (web === undefined && type === 'search') return [];
    return readEach(listIn(fieldsIn(web, 'web').results, 'web.results'), (result) => {
      const { title, url, description, page_age: date } = fieldsIn(result, 'web.results[]');
      return {
        title: plainText(textIn(title, 'web.results[].title')),
        url: textIn(url, 'web.results[].url'),
        text: plainText(optionalText(description)),
        ...dayOf(date),
      };
    });
  },
  // Brave returns 422 for an invalid token.
  explain: (status) => (status === 422 ? 'the key is probably wrong' : undefined),
};
