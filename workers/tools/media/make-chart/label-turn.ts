/** Names below an axis that do not fit beside each other are turned: a bar without its name says nothing. */
/** A part of what is drawn; the types of Vega leave most of it out. */
type Part = { role?: string; items?: readonly Part[]; opacity?: number; x?: number; datum?: unknown };

export type Turn = 'flat' | 'slanted' | 'upright';

/** For the configuration of Vega-Lite, whose other values stay as they are. */
export const turned: Record<Turn, { axisXDiscrete?: { labelAngle: number; labelOverlap: boolean } }> = {
  flat: {},
  // Slanted labels overlap as boxes, but not as lines of text.
  slanted: { axisXDiscrete: { labelAngle: -45, labelOverlap: false } },
  upright: { axisXDiscrete: { labelAngle: -90, labelOverlap: true } },
};

/** Pixels between two slanted lines of text. */
const slantedGap = 17;

type Labels = { hidden: number; all: number; gap: number };

/** `graph`: the scene graph of a view. How to draw the chart again, and undefined if no name is missing. */
export function turnFor(graph: object): Exclude<Turn, 'flat'> | undefined {
  const { hidden, gap } = namesIn(graph);
  if (hidden === 0) return undefined;
  return gap >= slantedGap ? 'slanted' : 'upright';
}

/** What the model is told if names are missing however they are turned. */
export function warnOfHidden(graph: object): string[] {
  const { hidden, all } = namesIn(graph);
  if (hidden === 0) return [];
  return [
    `${hidden} of ${all} names on the axis have no room and are left out. Put them on y, show fewer, or set a larger width`,
  ];
}

/** The labels of categories; those of numbers and dates may be left out between others. */
function namesIn(graph: object): Labels {
  const root = Reflect.get(graph, 'root') as Part;
  const axes = axesIn(root).map((labels) => labels.filter(({ datum }) => typeof valueOf(datum) === 'string'));
  const sum: Labels = { hidden: 0, all: 0, gap: Infinity };
  for (const labels of axes) {
    const missing = labels.filter(({ opacity }) => opacity === 0).length;
    if (missing === 0) continue;
    const places = labels.map(({ x = 0 }) => x).toSorted((a, b) => a - b);
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    sum.hidden += missing;
    sum.all += labels.length;
    sum.gap = Math.min(sum.gap, ...gaps);
  }
  return sum;
}

function axesIn({ role, items = [] }: Part): (readonly Part[])[] {
  return role === 'axis-label' ? [items] : items.flatMap(axesIn);
}

function valueOf(datum: unknown): unknown {
  return typeof datum === 'object' && datum !== null && 'value' in datum ? datum.value : undefined;
}
