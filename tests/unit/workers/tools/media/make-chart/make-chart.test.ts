/** `make_chart` without a canvas: its data, its errors, its limits. The picture itself is tested in the browser. */
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { csvRows } from '#workers/documents/csv/csv.ts';
import { makeChart } from '#workers/tools/media/make-chart.ts';
import { typedRows } from '#workers/tools/media/make-chart/typed-rows.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

const bar: JsonObject = {
  mark: 'bar',
  encoding: { x: { field: 'city', type: 'nominal' }, y: { field: 'sales', type: 'quantitative' } },
};
const rows = [
  { city: 'Bonn', sales: 3 },
  { city: 'Köln', sales: 5 },
];
const files = {
  'sales.csv': 'city,sales\nBonn,3\nKöln,5\n',
  'sales.json': JSON.stringify({ result: { rows } }),
};

async function draw(spec: JsonObject | string, more: Record<string, string> = {}) {
  const workspace = await createTestWorkspace(files);
  const values = { spec: typeof spec === 'string' ? spec : JSON.stringify(spec), ...more };
  const content = await workspace.run(makeChart, values);
  const tree = workspace.tree();
  const svg = Object.entries(tree).find(([path]) => path.endsWith('.svg'));
  return { text: JSON.stringify(content), path: svg?.[0], svg: String(svg?.[1]) };
}

const refused = (spec: JsonObject | string, more?: Record<string, string>) =>
  draw(spec, more).then(
    ({ text }) => `drawn: ${text}`,
    (error: unknown) => String(error),
  );

describe('the data', () => {
  it.each<[string, JsonObject, Record<string, string>]>([
    ['in the specification', { ...bar, data: { values: rows } }, {}],
    ['of a path as url', { ...bar, data: { url: 'sales.csv' } }, {}],
    ['of the parameter', bar, { data: 'sales.csv' }],
    ['of JSON', { ...bar, data: { url: 'sales.json', format: { property: 'result.rows' } } }, {}],
    ['of a named set', { ...bar, data: { name: 'a' }, datasets: { a: rows } }, {}],
    ['of one layer', { layer: [{ ...bar, data: { url: '/workspace/sales.csv' } }] }, {}],
  ])('%s is drawn', async (_, spec, more) => {
    const { text, svg } = await draw(spec, more);
    expect(text).toContain('A chart of 2 rows');
    expect(text).toContain('The user sees it in the chat');
    expect(svg).toContain('Köln');
    expect(svg.match(/aria-roledescription="bar"/g)).toHaveLength(2);
  });

  it('of a lookup is read as well', async () => {
    const lookup = { lookup: 'city', from: { data: { url: 'sales.csv' }, key: 'city', fields: ['sales'] } };
    expect(
      (await draw({ ...bar, data: { values: [{ city: 'Bonn' }] }, transform: [lookup] })).text,
    ).toContain('3 rows');
  });

  it.each([
    'https://example.com/a.csv',
    '//example.com/a.csv',
    'data:text/csv,a',
    'file:///etc/passwd',
    'HTTP://x/a.csv',
  ])('at %s is refused, with the way to get it', async (url) =>
    expect(await refused({ ...bar, data: { url } })).toMatch(/data\.url: .*Save the data with fetch_url/),
  );

  it.each([
    ['../sales.csv', /outside|workspace/i],
    ['nope.csv', /nope\.csv/],
  ])('at %s is an error of the file port', async (url, words) => {
    expect(await refused({ ...bar, data: { url } })).toMatch(words);
  });

  it('that is named twice, or not at all, is an error', async () => {
    expect(await refused({ ...bar, data: { values: rows } }, { data: 'sales.csv' })).toContain(
      'Leave one of them out',
    );
    expect(await refused(bar)).toContain('there are no rows');
  });
});

describe('cells of a file', () => {
  const typed = (text: string) => typedRows(new TextEncoder().encode(text), 'a.csv', 100);

  it.each<[string, string, unknown]>([
    ['a number', 'a,b\n1.5,x\n', 1.5],
    ['a number of a continental spreadsheet', 'a;b\n1.234,5;x\n', 1234.5],
    ['a date with dots, day first', 'a;b\n1.2.2024;x\n', '2024-02-01'],
    ['a postcode', 'a,b\n01067,x\n', '01067'],
    ['an empty cell', 'a,b\n,x\n', null],
    ['a name', 'a,b\nx1,x\n', 'x1'],
  ])('%s', (_, text, value) => expect(typed(text)[0]?.a).toBe(value));

  it.each([
    [
      'a title and a date',
      'Umsatz 2025;;\nStand: 31.12.2025;;\n;;\nOrt;"Umsatz\n(in €)";Kunden\nBonn;1.234,50;7\n',
    ],
    ['lines of one cell', 'Konto 1\nInhaber: É. Lefèvre\n\nOrt;Umsatz (in €);Kunden\nBonn;1.234,50;7\n'],
    ['nothing', 'Ort;Umsatz (in €);Kunden\nBonn;1.234,50;7\n'],
  ])('are read where %s stands above the table', (_, text) =>
    expect(typed(text)).toEqual([{ Ort: 'Bonn', 'Umsatz (in €)': 1234.5, Kunden: 7 }]),
  );

  it('of a table of one column have its first line as the head', () =>
    expect(typed('a\n1\n2\n')).toEqual([{ a: 1 }, { a: 2 }]));

  it('keep one type in a column', () => {
    expect(typed('a\n1\nx\n').map((row) => row.a)).toEqual(['1', 'x']);
    expect(csvRows(new TextEncoder().encode('a,b\n1,2\n3,4\n'), 'a.csv', 2)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
});

describe('a fault of the specification is named with its place', () => {
  it.each<[string, JsonObject | string, RegExp]>([
    ['no JSON', '{mark: bar}', /its text: it is no JSON/],
    ['a list', '[]', /must be a JSON object/],
    [
      'of Vega',
      { $schema: 'https://vega.github.io/schema/vega/v5.json', marks: [] },
      /give one of Vega-Lite/i,
    ],
    ['without a mark', { data: { values: rows }, encoding: {} }, /'mark'/],
    ['an unknown mark', { mark: 'pie' }, /at mark: "pie" is not known\. There are arc, area/],
    ['an unknown channel', { mark: 'bar', encoding: { xaxis: {} } }, /encoding\.xaxis: "xaxis" is not known/],
    // livebook-dev/livebook#361
    [
      'a misspelled type',
      { mark: 'bar', encoding: { y: { field: 'a', type: 'quantitive' } } },
      /encoding\.y\.type: "quantitive" is not known/,
    ],
    [
      'an unknown aggregate',
      { layer: [{ mark: 'bar', encoding: { y: { aggregate: 'avg' } } }] },
      /layer\[0\]\.encoding\.y\.aggregate: "avg"/,
    ],
    // vega/vega-lite#3576, vega/altair#247: an empty chart.
    [
      'an unknown column',
      { ...bar, data: { url: 'sales.csv' }, encoding: { y: { field: 'Sales', type: 'quantitative' } } },
      /encoding\.y\.field: there is no column 'Sales'\. The columns are 'city', 'sales'/,
    ],
    [
      'a wrong expression',
      { ...bar, data: { values: rows }, transform: [{ calculate: 'datum.sales +', as: 'x' }] },
      /could not draw this/,
    ],
    ['a picture', { mark: { type: 'image', url: 'https://x/a.png' } }, /pictures cannot be loaded/],
  ])('%s', async (_, spec, words) => expect(await refused(spec)).toMatch(words));

  it('columns that a transform makes are known', async () => {
    const transform = [{ calculate: 'datum.sales * 2', as: 'double' }];
    const encoding = { x: { field: 'city' }, y: { field: 'double', type: 'quantitative' } };
    expect(await refused({ mark: 'bar', data: { values: rows }, transform, encoding })).toContain(
      'A chart of 2 rows',
    );
  });
});

describe('what would fill the memory is refused before it is drawn', () => {
  const many = Array.from({ length: 50_001 }, () => ({ a: 1 }));
  it.each<[string, JsonObject, RegExp]>([
    ['rows', { ...bar, data: { values: many } }, /more than 50000 rows. Aggregate/],
    ['a sequence', { mark: 'line', data: { sequence: { start: 0, stop: 1e9 } } }, /10000 elements/],
    [
      'a sequence of a signal',
      { mark: 'line', data: { sequence: { start: 0, stop: { expr: '1e9' } } } },
      /10000 elements/,
    ],
    ['ticks', { ...bar, encoding: { y: { field: 'sales', axis: { tickCount: 1e9 } } } }, /tickCount/],
    ['bins', { ...bar, encoding: { x: { bin: { maxbins: 1e9 }, field: 'sales' } } }, /maxbins/],
    [
      'seconds of a year',
      { ...bar, encoding: { x: { field: 'sales', axis: { tickCount: 'second' } } } },
      /tickCount/,
    ],
    ['pixels', { ...bar, width: 1e6 }, /width: 1000000 pixels/],
    [
      'a sequence of an expression',
      { ...bar, data: { values: rows }, transform: [{ calculate: 'length(sequence(0, 1e9))', as: 'n' }] },
      /10000 elements/,
    ],
    [
      'small bins',
      {
        mark: 'bar',
        data: { values: [{ a: 0 }, { a: 1e6 }] },
        encoding: {
          x: { bin: { step: 0.0001 }, field: 'a', type: 'quantitative' },
          y: { aggregate: 'count' },
        },
      },
      /10000 elements/,
    ],
  ])('%s', async (_, spec, words) => expect(await refused(spec)).toMatch(words));

  it('nesting', async () => {
    const deep = `${'{"layer":['.repeat(60)}{}${']}'.repeat(60)}`;
    expect(await refused(deep)).toMatch(/deeper than 40/);
    expect(await refused(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toMatch(/object|deeper|no JSON/);
  });
});

it('loads nothing: links and pictures of marks are left out, and that is said', async () => {
  const encoding = { ...(bar.encoding as JsonObject), href: { value: 'https://example.com/track' } };
  const { svg, text } = await draw({ ...bar, data: { values: rows }, encoding });
  expect(svg).not.toContain('example.com');
  expect(text).toContain('was left out');
});

describe('names below an axis', () => {
  const towns = ['Köln-Süd', 'Düsseldorf', 'Bonn', 'Aachen', 'Münster', 'Krefeld'];
  const shown = (svg: string) => towns.filter((town) => new RegExp(`opacity="1"[^>]*>${town}<`).test(svg));
  const many = towns.map((city, index) => ({ city, sales: index }));

  it('are all shown, turned where they do not fit beside each other', async () => {
    const { svg, text } = await draw({ ...bar, data: { values: many } });
    expect(shown(svg)).toEqual(towns);
    expect(svg).toContain('rotate(-45)');
    expect(text).not.toContain('Warning');
    const few = await draw({ ...bar, data: { values: many.slice(2, 3) } });
    expect(few.svg).not.toContain('rotate(-45)');
  });

  it('stand upright where bars are narrow', async () => {
    const { svg } = await draw({ ...bar, width: 80, data: { values: many } });
    expect(shown(svg)).toEqual(towns);
    expect(svg).toContain('rotate(-90)');
  });

  it('that have no room at all are counted', async () => {
    const values = Array.from({ length: 60 }, (_, sales) => ({ city: `Place ${sales}`, sales }));
    const { text } = await draw({ ...bar, width: 200, data: { values } });
    expect(text).toMatch(/Warning: \d+ of 60 names on the axis have no room/);
  });
});

describe('the files', () => {
  it('are named after the title, and replace none unless they are named', async () => {
    const workspace = await createTestWorkspace({ ...files, 'charts/städte-2024.svg': 'old' });
    const spec = JSON.stringify({ ...bar, title: 'Städte, 2024!', data: { values: rows } });
    await workspace.run(makeChart, { spec });
    await workspace.run(makeChart, { spec, output: 'charts/städte-2024.png' });
    const tree = workspace.tree();
    expect(Object.keys(tree).filter((path) => path.endsWith('.svg'))).toEqual([
      'charts/städte-2024.svg',
      'charts/städte-2024-2.svg',
    ]);
    expect(tree['charts/städte-2024.svg']).toContain('<svg');
  });

  it('have the colours of the theme, and those of the specification before them', async () => {
    const spec = { ...bar, data: { values: rows } };
    expect((await draw(spec)).svg).toContain('fill="#ffffff"');
    expect((await draw(spec, { theme: 'dark' })).svg).toContain('fill="#16191d"');
    expect((await draw({ ...spec, background: 'beige' })).svg).toContain('fill="beige"');
  });
});

it('fits a phone, unless the specification says how wide it is', async () => {
  const line = {
    mark: 'line',
    data: { values: [1, 2].map((n) => ({ n, sales: 1_000 * n })) },
    encoding: { x: { field: 'n', type: 'quantitative' }, y: { field: 'sales', type: 'quantitative' } },
  };
  const widthOf = async (spec: JsonObject) => Number(/width="([\d.]+)"/.exec((await draw(spec)).svg)?.[1]);
  expect(await widthOf(line)).toBeGreaterThan(560);
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile Safari/537.36',
  });
  try {
    expect(await widthOf(line)).toBeLessThan(380);
    expect(await widthOf({ ...line, width: 600 })).toBeGreaterThan(600);
  } finally {
    vi.unstubAllGlobals();
  }
});

it('a date without a time is that day where the user is', async () => {
  const values = [{ day: '2024-01-01', n: 1 }];
  const encoding = {
    x: { field: 'day', type: 'ordinal', timeUnit: 'yearmonthdate' },
    y: { field: 'n', type: 'quantitative' },
  };
  const zone = process.env.TZ;
  process.env.TZ = 'America/Los_Angeles';
  try {
    expect((await draw({ mark: 'bar', data: { values }, encoding })).svg).toContain('Jan 01, 2024');
    const utc = { ...encoding, x: { ...encoding.x, timeUnit: 'utcyearmonthdate' } };
    expect((await draw({ mark: 'bar', data: { values }, encoding: utc })).svg).toContain('Jan 01, 2024');
  } finally {
    process.env.TZ = zone;
  }
});
