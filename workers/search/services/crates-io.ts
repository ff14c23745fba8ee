/**
 * Rust packages: https://crates.io/data-access#api. All responses have CORS headers, and one request per
 * second is free; the format is documented in https://crates.io/api/openapi.json.
 */
import { dayOf, optionalText, readList, textIn } from '../read-answer.ts';
import type { SearchAdapter } from '../search-adapter.ts';

export const cratesIo: SearchAdapter = {
  name: 'crates.io packages',
  request: ({ query, count }) => {
    const values = { q: query.slice(0, 200), per_page: String(count) };
    return { url: `https://crates.io/api/v1/crates?${new URLSearchParams(values).toString()}` };
  },
  admits: ({ codeLanguage = '' }) => /^(rust|rs)$/i.test(codeLanguage),
  read: (answer) =>
    readList(answer, 'crates', ({ name, default_version: version, description, downloads, updated_at }) => {
      const title = textIn(name, 'crates[].name');
      const count = typeof downloads === 'number' ? `${downloads} downloads` : '';
      return {
        title: `${title} ${optionalText(version)}`.trimEnd(),
        // crates.io is a web app; the documentation is a readable page.
        url: `https://docs.rs/${encodeURIComponent(title)}`,
        text: [optionalText(description).trim(), count].filter(Boolean).join(' · '),
        ...dayOf(updated_at),
      };
    }),
};
