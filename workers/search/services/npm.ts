/**
 * npm packages: https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search. All responses
 * have CORS headers.
 */
import { dayOf, fieldsIn, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const npm: SearchAdapter = {
  name: 'npm packages',
  request: ({ query, count }) => {
    const values = { text: query.slice(0, 64), size: String(count) };
    return { url: `https://registry.npmjs.org/-/v1/search?${new URLSearchParams(values).toString()}` };
  },
  admits: ({ codeLanguage = 'javascript' }) => /^(java|type)script$|^(js|ts|node(js)?)$/i.test(codeLanguage),
  read: (answer) =>
    readList(answer, 'objects', (each) => {
      const { name, version, description, date } = fieldsIn(each.package, 'objects[].package');
      const title = textIn(name, 'objects[].package.name');
      return {
        title: `${title} ${optionalText(version)}`.trimEnd(),
        url: `https://www.npmjs.com/package/${title}`,
        text: optionalText(description),
        ...dayOf(date),
      };
    }),
};
