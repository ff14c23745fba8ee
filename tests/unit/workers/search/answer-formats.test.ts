/**
 * The documented answer of each search service: what is read from it, and one clear error for any other
 * shape.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchService } from '#workers/contracts/ports/search-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { SearchAdapter, SearchQuery, SearchResult } from '#workers/search/search-adapter.ts';
import { chosenServices, openServices } from '#workers/search/services/index.ts';
import { search } from '#workers/search/search.ts';
import { sampleAnswer, type SampleAnswer } from '#tests/fixtures/search/sample-answers.ts';

const query: SearchQuery = { query: 'array flatMap', count: 5, language: 'en' };

/** `required`: the paths without which nothing can be read; `*` means each item of a list. */
type Format = { adapter: SearchAdapter; required: readonly string[]; expected: readonly SearchResult[] };

function openSource(purpose: 'web' | 'code', name: string): SearchAdapter {
  const asked = { ...query, codeLanguage: 'javascript' };
  const adapter = openServices(purpose, asked).find((each) => each.name === name);
  if (!adapter) throw new Error(`There is no source '${name}'.`);
  return adapter;
}

const formats: Readonly<Record<SampleAnswer, Format>> = {
  wikipedia: {
    adapter: openSource('web', 'Wikipedia (en)'),
    required: ['query.pages', 'query.pages.*.index', 'query.pages.*.title', 'query.pages.*.fullurl'],
    expected: [
      {
        title: 'Tomato',
        url: 'https://en.wikipedia.org/wiki/Tomato',
        text: 'The tomato (Solanum lycopersicum) is a plant whose fruit is an edible berry. The plant originated in western South America.',
        date: '2026-10-11',
      },
      {
        title: 'Tomato sauce',
        url: 'https://en.wikipedia.org/wiki/Tomato_sauce',
        text: 'Tomato sauce can refer to many different sauces made primarily from tomatoes. It is served as part of a dish.',
        date: '2026-09-30',
      },
    ],
  },
  wikidata: {
    adapter: openSource('web', 'Wikidata'),
    required: ['search', 'search.*.id'],
    expected: [
      { title: 'tomato', url: 'https://www.wikidata.org/wiki/Q23501', text: 'edible fruit' },
      { title: 'Q999', url: 'https://www.wikidata.org/wiki/Q999', text: '' },
    ],
  },
  'stack-exchange': {
    adapter: openSource('web', 'Stack Overflow'),
    required: ['items', 'items.*.question_id', 'items.*.title'],
    expected: [
      {
        title: 'How to sort tomatoes & basil',
        url: 'https://stackoverflow.com/q/11111',
        text: 'How do I sort tomatoes by weight & colour? I tried "sort".',
        date: '2026-09-01',
      },
      {
        title: 'Answer: How to sort tomatoes',
        url: 'https://stackoverflow.com/a/22222',
        text: 'Use sorted(tomatoes, key=weight).',
        date: '2026-09-01',
      },
    ],
  },
  'hacker-news': {
    adapter: openSource('web', 'Hacker News'),
    required: ['hits', 'hits.*.objectID', 'hits.*.title'],
    expected: [
      {
        title: 'Tomato router firmware',
        url: 'https://tomato.example.org/firmware',
        text: '120 points, 45 comments: https://news.ycombinator.com/item?id=4001',
        date: '2024-05-03',
      },
      {
        title: 'Ask HN: How do you grow tomatoes?',
        url: 'https://news.ycombinator.com/item?id=4003',
        text: 'I have a balcony. What works/does not? 9 points, 7 comments: https://news.ycombinator.com/item?id=4003',
        date: '2023-02-01',
      },
    ],
  },
  crossref: {
    adapter: openSource('web', 'Crossref'),
    required: ['message', 'message.items', 'message.items.*.URL'],
    expected: [
      {
        title: 'The tomato genome sequence provides insights into fleshy fruit evolution',
        url: 'https://doi.org/10.5555/tomato.2012',
        text: 'Adams, Berg, The Tomato Consortium, Journal of Fruit. Abstract Tomato is a model. Its genome is known.',
        date: '2012-05-30',
      },
      { title: 'Year only', url: 'https://doi.org/10.5555/year', text: '', date: '1999' },
      { title: 'Undated', url: 'https://doi.org/10.5555/undated', text: '' },
    ],
  },
  github: {
    adapter: openSource('code', 'GitHub repositories'),
    required: ['items', 'items.*.full_name', 'items.*.html_url'],
    expected: [
      {
        title: 'ann/Tomato',
        url: 'https://github.com/ann/Tomato',
        text: 'A timer for work in intervals · Rust, 1200 stars',
        date: '2026-08-01',
      },
      { title: 'bo/sauce', url: 'https://github.com/bo/sauce', text: '0 stars', date: '2020-08-01' },
    ],
  },
  npm: {
    adapter: openSource('code', 'npm packages'),
    required: ['objects', 'objects.*.package', 'objects.*.package.name'],
    expected: [
      {
        title: '@ann/tomato 1.2.3',
        url: 'https://www.npmjs.com/package/@ann/tomato',
        text: 'A timer',
        date: '2026-02-03',
      },
      { title: 'tomato 0.1.0', url: 'https://www.npmjs.com/package/tomato', text: '', date: '2020-01-02' },
    ],
  },
  'crates-io': {
    adapter: openSource('code', 'crates.io packages'),
    required: ['crates', 'crates.*.name'],
    expected: [
      {
        title: 'tomato 1.3.0',
        url: 'https://docs.rs/tomato',
        text: 'A timer for work in intervals · 4200 downloads',
        date: '2026-08-09',
      },
      {
        title: 'tomato-sauce',
        url: 'https://docs.rs/tomato-sauce',
        text: '7 downloads',
        date: '2020-01-02',
      },
    ],
  },
  hoogle: {
    adapter: openSource('code', 'Hoogle'),
    required: ['', '*.item', '*.url'],
    expected: [
      {
        title: '(<$>) :: Functor f => (a -> b) -> f a -> f b',
        url: 'https://hackage.haskell.org/package/base/docs/Data-Functor.html#v:-60--36--62-',
        text: 'base, Data.Functor: An infix synonym for fmap.',
      },
      {
        title: 'package tomato',
        url: 'https://hackage.haskell.org/package/tomato',
        text: 'A timer for work in intervals',
      },
    ],
  },
  devdocs: {
    adapter: openSource('code', 'DevDocs (JavaScript)'),
    required: ['entries', 'entries.*.name', 'entries.*.path'],
    expected: [
      {
        title: 'Array.flatMap()',
        url: 'https://documents.devdocs.io/javascript/global_objects/array/flatmap.html',
        text: 'Array, documentation of JavaScript',
      },
      {
        title: 'Iterator.flatMap()',
        url: 'https://documents.devdocs.io/javascript/global_objects/iterator/flatmap.html',
        text: 'Iterator, documentation of JavaScript',
      },
      {
        title: 'Array.flat()',
        url: 'https://documents.devdocs.io/javascript/global_objects/array/flat.html',
        text: 'Array, documentation of JavaScript',
      },
      {
        title: 'Map.get()',
        url: 'https://documents.devdocs.io/javascript/global_objects/map/get.html',
        text: 'Map, documentation of JavaScript',
      },
      {
        title: 'Array',
        url: 'https://documents.devdocs.io/javascript/global_objects/array.html',
        text: 'Array, documentation of JavaScript',
      },
    ],
  },
  sourcegraph: {
    adapter: openSource('code', 'Sourcegraph'),
    required: ['*.data.*.repository', '*.data.*.path'],
    expected: [
      {
        title: 'github.com/ann/Tomato: src/main rs/tomato.rs',
        url: 'https://raw.githubusercontent.com/ann/Tomato/be0cd097f5f20d1444786ed7bb6c34cbad85c676/src/main%20rs/tomato.rs',
        text: 'Rust, 1200 stars: line 125: let tomato = Tomato::new(); … line 131: tomato.ring();',
      },
      {
        title: 'gitlab.com/bo/sauce: tomato/ripe.go',
        url: 'https://sourcegraph.com/gitlab.com/bo/sauce@0725aa021040f3c864bd5043caf965e7bc1e7a51/-/blob/tomato/ripe.go',
        text: 'Go',
      },
    ],
  },
  brave: {
    adapter: chosenServices.brave,
    required: ['web.results', 'web.results.*.title', 'web.results.*.url'],
    expected: [
      {
        title: 'Growing tomatoes',
        url: 'https://garden.example.org/tomatoes',
        text: 'How to grow tomatoes & basil. Sow in March. Water daily.',
        date: '2026-03-01',
      },
      { title: 'Tomato', url: 'https://plain.example.org/', text: '' },
    ],
  },
  tavily: {
    adapter: chosenServices.tavily,
    required: ['results', 'results.*.title', 'results.*.url'],
    expected: [
      {
        title: 'Growing tomatoes',
        url: 'https://garden.example.org/tomatoes',
        text: 'How to grow tomatoes. Sow in March. Water daily.',
      },
      {
        title: 'Tomatoes are dear',
        url: 'https://news.example.org/tomatoes',
        text: 'Prices rise.',
        date: '2026-10-01',
      },
    ],
  },
  exa: {
    adapter: chosenServices.exa,
    required: ['results', 'results.*.url'],
    expected: [
      {
        title: 'Growing tomatoes',
        url: 'https://garden.example.org/tomatoes',
        text: 'How to grow tomatoes. Sow in March. Water daily.',
        date: '2026-03-01',
      },
      { title: 'https://plain.example.org/', url: 'https://plain.example.org/', text: '' },
    ],
  },
  searxng: {
    adapter: chosenServices.searxng,
    required: ['results', 'results.*.url'],
    expected: [
      {
        title: 'Growing tomatoes',
        url: 'https://garden.example.org/tomatoes',
        text: 'How to grow tomatoes. Sow in March.',
      },
      {
        title: 'Tomatoes are dear',
        url: 'https://news.example.org/tomatoes',
        text: '',
        date: '2026-10-01',
      },
    ],
  },
};

const names = Object.keys(formats) as SampleAnswer[];
const codeLanguages: Partial<Record<SampleAnswer, string>> = { 'crates-io': 'rust', hoogle: 'haskell' };
const codeSources: readonly SampleAnswer[] = ['crates-io', 'devdocs', 'hoogle', 'npm', 'sourcegraph'];

/** The text of a search in which only this service answers. */
async function searchWith(
  name: SampleAnswer,
  answer: string,
  status = 200,
): Promise<SearchResult[] | string> {
  const { adapter } = formats[name];
  const isCode = codeSources.includes(name);
  const purpose = isCode ? 'code' : 'web';
  const service = serviceOf(name);
  const asked = { ...query, ...(isCode ? { codeLanguage: codeLanguages[name] ?? 'javascript' } : {}) };
  const { url: own } = adapter.request({ ...asked, purpose }, service);
  const request = async ({ url }: { url: string }) => {
    if (url !== own) throw new ToolError('network_error', 'off');
    const body = new TextEncoder().encode(answer);
    return { status, statusText: '', url, headers: [], body, truncated: false };
  };
  const late = () => new Promise<void>(() => undefined);
  return search(asked, service, { network: { request }, purpose, late }).then(
    ({ results }) => results,
    (error: unknown) => (error instanceof ToolError ? error.message : `broken: ${String(error)}`),
  );
}

function serviceOf(name: SampleAnswer): SearchService {
  const { adapter } = formats[name];
  const [kind] = (['brave', 'tavily', 'exa', 'searxng'] as const).filter((each) => each === name);
  if (kind === undefined) return { id: 'search_open', kind: 'open' };
  expect(adapter).toBe(chosenServices[kind]);
  return { id: 'search_1', kind, ...(kind === 'searxng' ? { baseUrl: 'https://searx.example' } : {}) };
}

type Json = unknown;

function parsed(name: SampleAnswer): Json {
  const text = sampleAnswer(name);
  return formats[name].adapter.parse?.(text) ?? JSON.parse(text);
}

/** Serialises an answer as the service would. */
function written(name: SampleAnswer, answer: Json): string {
  if (name !== 'sourcegraph' || !Array.isArray(answer)) return JSON.stringify(answer);
  return (answer as ({ name?: unknown; data?: unknown } | null)[])
    .map((event) => `event: ${String(event?.name)}\ndata: ${JSON.stringify(event?.data ?? null)}\n\n`)
    .join('');
}

const missing = Symbol('missing');

/** The answer with another value at a path; `*` means each item of a list. */
function changed(answer: Json, path: readonly string[], value: unknown): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(answer))
    return answer.map((each: Json, at) =>
      name === '*' || name === String(at) ? changed(each, rest, value) : each,
    );
  if (typeof answer !== 'object' || answer === null) return answer;
  const next = { ...answer, [name]: changed((answer as Record<string, Json>)[name], rest, value) };
  return Object.fromEntries(Object.entries(next).filter(([, each]) => each !== missing));
}

function pathsIn(answer: Json, path: readonly string[] = []): string[][] {
  if (typeof answer !== 'object' || answer === null) return [[...path]];
  return [[...path], ...Object.entries(answer).flatMap(([name, each]) => pathsIn(each, [...path, name]))];
}

const clear = /answered (in a form that is not known here: .+ is not .+\.|with an error: .+)/;

describe.each(names)('the documented answer of %s', (name) => {
  const { adapter, required, expected } = formats[name];

  it('is read field by field', () => {
    expect(adapter.read(parsed(name), serviceOf(name))).toEqual(expected);
  });

  it.each(required)('ends in one clear error without %s, or with it as something else', async (path) => {
    const answer = parsed(name);
    for (const value of [missing, null, true, 'text', 7, {}, [], ['text']]) {
      const other = changed(answer, path === '' ? [] : path.split('.'), value);
      const isSame = JSON.stringify(other) === JSON.stringify(answer);
      // Skip a missing root, and values of the same type, which are not another shape.
      if (isSame || (path === '' && value === missing) || !isOtherShape(answer, path, value)) continue;
      const said = await searchWith(name, written(name, other));
      expect(said, `${path} as ${String(value)}`).toMatch(clear);
      expect(String(said)).toContain(adapter.name);
    }
  });

  it('ends in one clear error as a page, in part, and as a fault', async () => {
    const half = sampleAnswer(name).slice(0, sampleAnswer(name).length / 2);
    for (const page of ['<!doctype html><title>Just a moment</title>', '', half])
      expect(await searchWith(name, page)).toMatch(
        /answered in a form that is not known here: .+\. Use another/,
      );
    expect(await searchWith(name, '<html><h1>Bad gateway</h1></html>', 502)).toMatch(
      /answered 502 \(a fault of the service; try again later\)/,
    );
  });

  it('may change anywhere, and is read or named', async () => {
    const answer = parsed(name);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pathsIn(answer)),
        fc.oneof(fc.jsonValue(), fc.constant(missing)),
        async (path, value) => {
          fc.pre(path.length > 0 || value !== missing);
          const said = await searchWith(name, written(name, changed(answer, path, value)));
          if (typeof said === 'string') expect(said).toMatch(clear);
          else
            for (const { url, title, text } of said)
              expect([typeof title, typeof text, URL.canParse(url)]).toEqual(['string', 'string', true]);
        },
      ),
      { numRuns: 100, seed: 20_261_125 },
    );
  });
});

/** Whether a value has another type than the value in the sample. */
function isOtherShape(answer: Json, path: string, value: unknown): boolean {
  const kind = (each: unknown) => (Array.isArray(each) ? 'list' : typeof each);
  const there = (path === '' ? [] : path.split('.')).reduce<unknown[]>(
    (found, name) =>
      found.flatMap((each) =>
        name === '*'
          ? Array.isArray(each)
            ? (each as unknown[])
            : []
          : [(each as Record<string, unknown> | null)?.[name]],
      ),
    [answer],
  );
  return there.every((each) => kind(each) !== kind(value));
}
