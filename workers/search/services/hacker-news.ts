/**
 * Hacker News stories, through Algolia: https://hn.algolia.com/api. 10,000 requests per hour and IP address.
 */
import { dayOf, fieldsIn, listIn, optionalText, plainText, readEach, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const hackerNews: SearchAdapter = {
  name: 'Hacker News',
  request: ({ query, count }) => {
    const values = { query: query.slice(0, 500), tags: 'story', hitsPerPage: String(count) };
    return { url: `https://hn.algolia.com/api/v1/search?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) =>
    readEach(listIn(fieldsIn(answer, '').hits, 'hits'), (hit) => {
      const {
        title,
        url,
        objectID,
        story_text: text,
        points,
        num_comments: comments,
        created_at: date,
      } = fieldsIn(hit, 'hits[]');
      const discussion = `https://news.ycombinator.com/item?id=${textIn(objectID, 'hits[].objectID')}`;
      const counts = `${Number(points ?? 0)} points, ${Number(comments ?? 0)} comments: ${discussion}`;
      return {
        title: plainText(textIn(title, 'hits[].title')),
        // A text post has no URL of its own.
        url: optionalText(url) || discussion,
        text: [plainText(optionalText(text)), counts].filter(Boolean).join(' '),
        ...dayOf(date),
      };
    }),
};
