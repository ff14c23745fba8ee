/**
 * GitHub repositories: https://docs.github.com/en/rest/search/search#search-repositories. Without a key, ten
 * searches per minute and IP address; all responses have CORS headers.
 */
import { dayOf, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const github: SearchAdapter = {
  name: 'GitHub repositories',
  request: ({ query, count, codeLanguage }) => {
    const only = codeLanguage === undefined ? '' : ` language:${JSON.stringify(codeLanguage)}`;
    const values = { q: query.slice(0, 200) + only, per_page: String(count) };
    return { url: `https://api.github.com/search/repositories?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) =>
    readList(answer, 'items', (item) => {
      const stars = item.stargazers_count;
      const facts = [optionalText(item.language), typeof stars === 'number' ? `${stars} stars` : ''];
      return {
        title: textIn(item.full_name, 'items[].full_name'),
        url: textIn(item.html_url, 'items[].html_url'),
        text: [optionalText(item.description), facts.filter(Boolean).join(', ')].filter(Boolean).join(' · '),
        ...dayOf(item.pushed_at),
      };
    }),
  explain: (status) => (status === 403 || status === 429 ? 'ten searches a minute are free' : undefined),
};
