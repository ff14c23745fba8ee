/** Which documentations match a query, and which of their entries it finds. */
import { describe, expect, it } from 'vitest';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { devDocs } from '#workers/search/services/devdocs.ts';
import { docsetsFor } from '#workers/search/services/devdocs-sets.ts';

const about = (query: string, codeLanguage?: string) => {
  const asked = { query, count: 5, language: 'en', ...(codeLanguage === undefined ? {} : { codeLanguage }) };
  const { docsets, words } = docsetsFor(asked);
  return [...docsets.map(({ slug }) => slug), words.join(' ')];
};

describe('the documentations of a query', () => {
  it.each([
    ['flatMap', 'JavaScript', ['javascript', 'dom', 'flatMap']],
    ['sort by key', 'golang', ['go', 'sort by key']],
    ['useEffect cleanup in React', 'ts', ['react', 'typescript', 'javascript', 'useEffect cleanup in']],
    ['pandas, group by', 'python', ['pandas~3', 'python~3.14', 'group by']],
    ['unique_ptr', 'C++', ['cpp', 'unique_ptr']],
    ['Rust', undefined, ['rust', 'Rust']],
    ['rust rust vec push', 'rust', ['rust', 'vec push']],
    ['go back in c', undefined, ['go back in c']],
    ['react vue svelte angular', undefined, ['react', 'vue~3', 'svelte', 'react vue svelte angular']],
    ['sort', 'COBOL', ['sort']],
    ['constructor', 'constructor', ['constructor']],
  ])('%s in %s', (query, language, expected) => {
    expect(about(query, language)).toEqual(expected);
  });
});

describe('an index of names', () => {
  const service: SearchService = { id: 'search_open', kind: 'open' };
  const find = (query: string, names: readonly string[], count = 3) => {
    const [adapter] = devDocs({ query, count, language: 'en', codeLanguage: 'python' });
    const entries = names.map((name, at) => ({ name, path: `library/${at}#${name}`, type: 'Library' }));
    return adapter?.read({ entries, types: [] }, service).map(({ title }) => title);
  };

  it('is searched for the words of the query, in the case of names and inside them', () => {
    const names = [
      'json.loads()',
      'json.dumps()',
      'pickle.dumps()',
      'JSONEncoder',
      'list.sort()',
      'sorted()',
    ];
    expect(find('json dumps', names)).toEqual(['json.dumps()', 'JSONEncoder', 'pickle.dumps()']);
    expect(find('how to sort a list', names)).toEqual(['list.sort()', 'sorted()']);
    const questions = ['howto()', 'to()', 'a', 'list.sort()', 'sorted()'];
    expect(find('how to sort a list', questions, 5)).toEqual(['list.sort()', 'sorted()']);
    expect(find('encoder', names)).toEqual(['JSONEncoder']);
    expect(find('matplotlib', names)).toEqual([]);
  });

  it('has the words of a program that are function words of English', () => {
    expect(find('get', ['dict.get()', 'os.getenv()', 'for'])).toEqual(['dict.get()', 'os.getenv()']);
    expect(find('for', ['dict.get()', 'for'])).toEqual(['for']);
  });

  it('may be kept by the browser, because no word of the query is in its address', () => {
    const [adapter] = devDocs({ query: 'slice', count: 3, language: 'en', codeLanguage: 'python' });
    expect(adapter?.request({ query: 'slice', count: 3, language: 'en' }, service)).toEqual({
      url: 'https://documents.devdocs.io/python~3.14/index.json',
      mayBeKept: true,
    });
  });

  it('leads to the page alone, which a tool can read', () => {
    const [adapter] = devDocs({ query: 'slice', count: 3, language: 'en', codeLanguage: 'python' });
    const entries = [
      { name: 'slice()', path: 'library/functions#slice', type: 'Functions' },
      { name: 'slice.step', path: 'library/slice.html#step#two', type: 'Functions' },
    ];
    expect(adapter?.read({ entries }, service).map(({ url }) => url)).toEqual([
      'https://documents.devdocs.io/python~3.14/library/functions.html#slice',
      'https://documents.devdocs.io/python~3.14/library/slice.html#step#two',
    ]);
  });
});
