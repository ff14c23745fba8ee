/**
 * GitHub repositories: https://docs.github.com/en/rest/search/search#search-repositories. Without a key, ten
 * searches per minute and IP address; all responses have CORS headers.
 */
import { dayOf, fieldsIn, listIn, optionalText, readEach, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const github: SearchAdapter = {
  name: 'GitHub repositories',
  request: ({ query, count, codeLanguage }) => {
    const only = codeLanguage === undefined ? '' : ` language:${JSON.stringify(codeLanguage)}`;
    const values = { q: query.slice(0, 200) + only, per_page: String(count) };
    return { url: `https://api.github.com/search/repositories?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) =>
    readEach(listIn(fieldsIn(answer, '').items, 'items'), (item) => {
      const {
        full_name: name,
        html_url: url,
        description,
        stargazers_count: stars,
        language,
        pushed_at: date,
      } = fieldsIn(item, 'items[]');
      const facts = [optionalText(language), typeof stars === 'number' ? `${stars} stars` : ''];
      return {
        title: textIn(name, 'items[].full_name'),
        url: textIn(url, 'items[].html_url'),
        text: [optionalText(description), facts.filter(Boolean).join(', ')].filter(Boolean).join(' · '),
        ...dayOf(date),
      };
    }),
  explain: (status) => (status === 403 || status === 429 ? 'ten searches a minute are free' : undefined),
};
