/** Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search. */
import { dayOf, fieldsIn, listIn, optionalText, readEach, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const tavily: SearchAdapter = {
  name: 'Tavily',
  request: ({ query, count }) => ({
    url: 'https://api.tavily.com/search',
    body: { query: query.slice(0, 400), max_results: count, search_depth: 'basic' },
  }),
  read: (answer) =>
    readEach(listIn(fieldsIn(answer, '').results, 'results'), (result) => {
      const { title, url, content, published_date: date } = fieldsIn(result, 'results[]');
      return {
        title: textIn(title, 'results[].title'),
        url: textIn(url, 'results[].url'),
        text: optionalText(content),
        ...dayOf(date),
      };
    }),
  explain: (status) => (status === 432 || status === 433 ? 'the limit of the plan is reached' : undefined),
};
