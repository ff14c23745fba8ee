/**
 * Hacker News stories, through Algolia: https://hn.algolia.com/api. 10,000 requests per hour and IP address.
 */
import { dayOf, optionalText, plainText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const hackerNews: SearchAdapter = {
  name: 'Hacker News',
  request: ({ query, count }) => {
    const values = { query: query.slice(0, 500), tags: 'story', hitsPerPage: String(count) };
    return { url: `https://hn.algolia.com/api/v1/search?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) =>
    readList(answer, 'hits', (hit) => {
      const discussion = `https://news.ycombinator.com/item?id=${textIn(hit.objectID, 'hits[].objectID')}`;
      const [points, comments] = [Number(hit.points ?? 0), Number(hit.num_comments ?? 0)];
      const counts = `${points} points, ${comments} comments: ${discussion}`;
      return {
        title: plainText(textIn(hit.title, 'hits[].title')),
        // A text post has no URL of its own.
        url: optionalText(hit.url) || discussion,
        text: [plainText(optionalText(hit.story_text)), counts].filter(Boolean).join(' '),
        ...dayOf(hit.created_at),
      };
    }),
};
