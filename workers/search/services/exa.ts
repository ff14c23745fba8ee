/** Exa: https://docs.exa.ai/reference/search. Its answers have no CORS headers. */
import { dayOf, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const exa: SearchAdapter = {
  name: 'Exa',
  request: ({ query, count }) => ({
    url: 'https://api.exa.ai/search',
    body: { query, numResults: count, type: 'auto', contents: { text: { maxCharacters: 600 } } },
  }),
  read: (answer) =>
    readList(answer, 'results', ({ title, url, text, publishedDate: date }) => {
      const address = textIn(url, 'results[].url');
      // The title may be missing.
      return {
        title: optionalText(title) || address,
        url: address,
        text: optionalText(text),
        ...dayOf(date),
      };
    }),
  explain: (status) => (status === 402 ? 'the credits of the account are used up' : undefined),
};
