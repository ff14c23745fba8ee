/**
 * Haskell functions by name or type: https://github.com/ndmitchell/hoogle/blob/master/docs/API.md. JSON
 * responses have CORS headers; no rate limit is documented.
 */
import { fieldsIn, listIn, optionalText, readEach, textIn, valueAt } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const hoogle: SearchAdapter = {
  name: 'Hoogle',
  request: ({ query, count }) => {
    const values = {
      ...{ mode: 'json', format: 'text', hoogle: query.slice(0, 300) },
      ...{ start: '1', count: String(count) },
    };
    return { url: `https://hoogle.haskell.org/?${new URLSearchParams(values).toString()}` };
  },
  admits: ({ codeLanguage = '' }) => /^(haskell|hs)$/i.test(codeLanguage),
  read: (answer) =>
    readEach(listIn(answer, ''), (each) => {
      const { url, item, docs } = fieldsIn(each, '[]');
      // A package has no module; both fields are empty objects then.
      const places = [valueAt(each, 'package.name'), valueAt(each, 'module.name')];
      const place = places.map(optionalText).filter(Boolean).join(', ');
      return {
        // With `format=text`, this is not HTML: `<$>` is a name.
        title: textIn(item, '[].item'),
        url: textIn(url, '[].url'),
        text: [place, optionalText(docs).trim()].filter(Boolean).join(': '),
      };
    }),
};
