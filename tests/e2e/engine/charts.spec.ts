/** `make_chart` in the built app: drawn under its policy, with the widths of real fonts, shown in the chat. */
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

const csv =
  'Stadt;Monat;Umsatz\nBonn;01.01.2024;1.200,50\nBonn;01.02.2024;900\nKöln;01.01.2024;2.000\nKöln;01.02.2024;2.100\n';
const spec = {
  title: 'Umsatz je Stadt',
  mark: { type: 'bar', tooltip: true },
  encoding: {
    x: { field: 'Monat', type: 'temporal', timeUnit: 'yearmonth' },
    y: { field: 'Umsatz', aggregate: 'sum', type: 'quantitative' },
    color: { field: 'Stadt', type: 'nominal' },
  },
};

test(
  'a chart of a CSV file is shown in the chat, saved as SVG and PNG, and undone',
  { tag: '@core' },
  async ({ app }) => {
    await app.evaluate((text) => window.oneclaw.files.write('umsatz.csv', text), csv);
    const server = await startChatServer();
    await addServer(app, server.url);
    const outside: string[] = [];
    const inside = [server.url, new URL(app.url()).origin, 'blob:'];
    app.on('request', (request) => {
      if (!inside.some((start) => request.url().startsWith(start))) outside.push(request.url());
    });
    server.enqueue({
      calls: [{ name: 'make_chart', arguments: { spec: JSON.stringify(spec), data: 'umsatz.csv' } }],
    });
    server.enqueue({ text: 'Done.' });
    await send(app, 'Draw it');
    await expect(transcript(app)).toContainText('Done.');
    await runEnds(app);
    await expect(callCard(app, 'make_chart')).toHaveAttribute('data-status', 'success');
    await expect(transcript(app).getByRole('img', { name: 'umsatz-je-stadt.png' })).toBeVisible();
    const { svg, size, colours } = await app.evaluate(async () => {
      const picture = await createImageBitmap(
        await window.oneclaw.files.read('charts/umsatz-je-stadt.png', { as: 'blob' }),
      );
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, picture.width, picture.height) ?? {};
      const found = new Set<string>();
      for (let at = 0; at < data.length; at += 4) found.add([...data.slice(at, at + 3)].join());
      return {
        svg: await window.oneclaw.files.read('charts/umsatz-je-stadt.svg'),
        size: { width: picture.width, height: picture.height },
        colours: [...found],
      };
    });
    expect(svg).toContain('Umsatz je Stadt');
    expect(svg).toContain('Jan 2024');
    const [, width = 0, height = 0] = (/width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
    expect(size).toEqual({ width: Math.ceil(2 * width), height: Math.ceil(2 * height) });
    // The two cities and the background.
    for (const colour of ['0,114,178', '230,159,0', '255,255,255']) expect(colours).toContain(colour);
    expect(outside).toEqual([]);
    const left = await app.evaluate(async () => {
      const [newest] = await window.oneclaw.sessions.list();
      const session = newest && (await window.oneclaw.sessions.get(newest.id));
      const run = session?.messages.at(-1)?.run;
      if (run) await window.oneclaw.runs.undo(run);
      return (await window.oneclaw.files.list('.')).map(({ name }) => name);
    });
    expect(left).toEqual(['umsatz.csv']);
    await server.close();
  },
);

// vega/vega#1671: a guess by the number of letters leaves too much room, or too little.
test('texts have the widths of their fonts', async ({ app }) => {
  const widths = await app.evaluate(async () => {
    const widthWith = async (name: string) => {
      const values = {
        data: { values: [{ name, n: 1 }] },
        width: 100,
        mark: 'bar',
        encoding: { y: { field: 'name', type: 'nominal' }, x: { field: 'n', type: 'quantitative' } },
      };
      const result = await window.oneclaw.tools.call('make_chart', {
        spec: JSON.stringify(values),
        output: name,
      });
      if (result.status === 'error') throw new Error(result.message);
      const svg = await window.oneclaw.files.read(`${name}.svg`);
      return Number(/width="([\d.]+)"/.exec(svg)?.[1]);
    };
    return { wide: await widthWith('WWWWWWWWWWWW'), narrow: await widthWith('iiiiiiiiiiii') };
  });
  expect(widths.wide).toBeGreaterThan(widths.narrow + 60);
});

test('every kind of chart that models ask for is drawn without eval', async ({ app }) => {
  const values = [
    { a: 'x', b: 28, c: '2024-01-05', d: 4, lat: 50.7, lon: 7.1 },
    { a: 'y', b: 55, c: '2024-02-05', d: 7, lat: 50.9, lon: 6.9 },
    { a: 'y', b: 43, c: '2024-03-05', d: 1, lat: 51.2, lon: 6.8 },
  ];
  const q = (field: string) => ({ field, type: 'quantitative' });
  const n = (field: string) => ({ field, type: 'nominal' });
  const specs = {
    line: {
      mark: { type: 'line', point: true },
      encoding: { x: { field: 'c', type: 'temporal' }, y: q('b'), color: n('a') },
    },
    pie: { mark: { type: 'arc', innerRadius: 40 }, encoding: { theta: q('b'), color: n('a') } },
    histogram: { mark: 'bar', encoding: { x: { bin: true, ...q('b') }, y: { aggregate: 'count' } } },
    heat: { mark: 'rect', encoding: { x: n('a'), y: n('c'), color: q('b') } },
    box: { mark: 'boxplot', encoding: { x: n('a'), y: q('b') } },
    regression: {
      layer: [
        { mark: 'point', encoding: { x: q('b'), y: q('d') } },
        { mark: 'line', transform: [{ regression: 'd', on: 'b' }], encoding: { x: q('b'), y: q('d') } },
      ],
    },
    facet: { facet: { column: n('a') }, spec: { mark: 'point', encoding: { x: q('b'), y: q('d') } } },
    repeat: {
      repeat: { column: ['b', 'd'] },
      spec: {
        mark: 'bar',
        encoding: { y: n('a'), x: { field: { repeat: 'column' }, type: 'quantitative', aggregate: 'mean' } },
      },
    },
    map: {
      mark: 'circle',
      projection: { type: 'mercator' },
      encoding: { longitude: q('lon'), latitude: q('lat'), size: q('b') },
    },
    labels: {
      layer: [
        { mark: 'bar' },
        { mark: { type: 'text', dy: -6 }, encoding: { text: { ...q('b'), format: ',.1f' } } },
      ],
      encoding: { x: { ...n('a'), sort: '-y' }, y: { ...q('b'), aggregate: 'sum' } },
    },
    folded: {
      transform: [{ fold: ['b', 'd'] }, { window: [{ op: 'row_number', as: 'r' }] }],
      mark: 'area',
      encoding: {
        x: q('r'),
        y: { field: 'value', type: 'quantitative', stack: 'normalize' },
        color: n('key'),
      },
    },
    choice: {
      params: [{ name: 'p', select: 'interval' }],
      mark: 'point',
      encoding: { x: q('b'), y: q('d'), opacity: { condition: { param: 'p', value: 1 }, value: 0.4 } },
    },
  };
  const failed = await app.evaluate(
    async ({ values, texts }) => {
      const wrong: string[] = [];
      for (const [name = '', text = ''] of texts) {
        const spec = { data: { values }, ...(JSON.parse(text) as object) };
        const result = await window.oneclaw.tools.call('make_chart', {
          spec: JSON.stringify(spec),
          output: name,
          theme: 'dark',
        });
        const told = JSON.stringify(result);
        if (result.status === 'error' || told.includes('Warning'))
          wrong.push(`${name}: ${told.slice(0, 500)}`);
      }
      return wrong;
    },
    { values, texts: Object.entries(specs).map(([name, each]) => [name, JSON.stringify(each)]) },
  );
  expect(failed).toEqual([]);
});

test('a chart that would never end is stopped, and the next call is good', async ({ app }) => {
  const { outcome, next } = await app.evaluate(async () => {
    const values = Array.from({ length: 20_000 }, (_, n) => ({ n, name: `row ${n}` }));
    const spec = {
      data: { values },
      facet: { field: 'name', type: 'nominal' },
      spec: { mark: 'point', encoding: { x: { field: 'n', type: 'quantitative' } } },
    };
    const outcome = await window.oneclaw.tools.call('make_chart', { spec: JSON.stringify(spec) });
    const small = {
      data: { values: values.slice(0, 3) },
      mark: 'bar',
      encoding: { x: { field: 'n', type: 'ordinal' } },
    };
    const next = await window.oneclaw.tools.call('make_chart', { spec: JSON.stringify(small) });
    return { outcome: outcome.status === 'error' ? outcome.error_type : outcome.status, next: next.status };
  });
  expect(outcome).toMatch(/timeout|validation_error/);
  expect(next).toBe('success');
});
