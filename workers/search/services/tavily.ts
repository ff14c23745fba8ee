/** Tavily: https://docs.tavily.com/documentation/api-reference/endpoint/search. */
import { dayOf, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const tavily: SearchAdapter = {
  name: 'Tavily',
  request: ({ query, count }) => ({
    url: 'https://api.tavily.com/search',
    body: { query: query.slice(0, 400), max_results: count, search_depth: 'basic' },
  }),
  read: (answer) =>
    readList(answer, 'results', ({ title, url, content, published_date: date }) => ({
      title: textIn(title, 'results[].title'),
      url: textIn(url, 'results[].url'),
      text: optionalText(content),
      ...dayOf(date),
    })),
  explain: (status) => (status === 432 || status === 433 ? 'the limit of the plan is reached' : undefined),
};
