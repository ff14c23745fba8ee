/** Wikidata items by name: https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities. */
import { fieldsIn, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';
import { wikipediaOf } from './wikipedia.ts';

export const wikidata: SearchAdapter = {
  name: 'Wikidata',
  request: ({ query, count, language }) => {
    const values = {
      ...{ action: 'wbsearchentities', format: 'json', formatversion: '2', origin: '*' },
      ...{ search: query.slice(0, 250), language: wikipediaOf(language), uselang: wikipediaOf(language) },
      ...{ limit: String(count), type: 'item' },
    };
    return { url: `https://www.wikidata.org/w/api.php?${new URLSearchParams(values).toString()}` };
  },
  read: (answer) => {
    const { error } = fieldsIn(answer, '');
    if (error !== undefined) throw new Error(optionalText(fieldsIn(error, 'error').info) || 'error');
    return readList(answer, 'search', ({ id, label, description }) => {
      const item = textIn(id, 'search[].id');
      return {
        title: optionalText(label) || item,
        url: `https://www.wikidata.org/wiki/${encodeURIComponent(item)}`,
        text: optionalText(description),
      };
    });
  },
};
