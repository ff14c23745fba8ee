/**
 * Reads a chart as its title and a table. The file caches the values next to the workbook that they come
 * from.
 */
// ECMA-376 part 1, DrawingML charts: a series has a name (`tx`), categories (`cat` or `xVal`) and values
// (`val` or `yVal`).
import { markdownTable } from '../markdown-table.ts';
import { walkXml } from '../zip/walk-xml.ts';

type Series = { name: string; categories: Map<number, string>; values: Map<number, string> };
type Part = 'title' | 'tx' | 'categories' | 'values';

const partOfElement: Readonly<Record<string, Part>> = {
  title: 'title',
  tx: 'tx',
  cat: 'categories',
  xVal: 'categories',
  val: 'values',
  yVal: 'values',
};
/** Text inside these elements belongs to an axis, not to the data of the chart. */
const axes = ['catAx', 'valAx', 'dateAx', 'serAx'];
/** The maximum number of rows; a longer table does not help a model. */
const maxPoints = 500;

export function readChart(xml: string): string {
  const { titles, series } = readSeries(xml);
  const title = titles.join('').trim();
  const count = Math.min(maxPoints, 1 + Math.max(-1, ...series.flatMap(({ values }) => [...values.keys()])));
  const categories = series.find((each) => each.categories.size > 0)?.categories;
  const rows = Array.from({ length: count }, (_, at) => [
    categories?.get(at) ?? String(at + 1),
    ...series.map(({ values }) => values.get(at) ?? ''),
  ]);
  const table = count > 0 ? markdownTable([['', ...series.map(({ name }) => name)], ...rows]) : '';
  return [`[chart${title && `: ${title}`}]`, table].filter(Boolean).join('\n\n');
}

function readSeries(xml: string): { titles: string[]; series: Series[] } {
  const titles: string[] = [];
  const series: Series[] = [];
  let current: Series | undefined;
  let part: Part | undefined;
  let at = 0;
  let isText = false;
  let isAxis = false;
  walkXml(xml, {
    open(name, { idx }) {
      if (axes.includes(name)) isAxis = true;
      else if (name === 'ser')
        series.push((current = { name: '', categories: new Map(), values: new Map() }));
      else if (name in partOfElement && (current !== undefined || name === 'title'))
        part ??= partOfElement[name];
      else if (name === 'pt') at = Number(idx) || 0;
      else if (name === 'v' || name === 't') isText = true;
    },
    text(piece) {
      if (!isText || isAxis || part === undefined) return;
      if (part === 'title') titles.push(piece);
      else if (part === 'tx' && current) current.name += piece;
      else if (part !== 'tx' && current) current[part].set(at, (current[part].get(at) ?? '') + piece);
    },
    close(name) {
      if (axes.includes(name)) isAxis = false;
      else if (name === 'v' || name === 't') isText = false;
      else if (name === 'ser') current = undefined;
      else if (part !== undefined && partOfElement[name] === part) part = undefined;
    },
  });
  return { titles, series };
}
