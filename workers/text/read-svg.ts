/** The size of an SVG, if it is small enough to be drawn unasked. A browser runs no script of an SVG in `<img>`. */
// htmlparser2: streams tags without building a document; the readers of documents use it as well.
import { Parser } from 'htmlparser2';

/** In CSS pixels. */
export type PictureSize = { width: number; height: number };

/** Bytes that are read and drawn; a chart has a tenth. */
export const maxSvgBytes = 2_000_000;
/** Elements that are drawn, with each `use` counted as what it repeats: ten levels of ten draw ten thousand million. 100,000 take half a second. */
const maxDrawn = 30_000;
const defaultSize: PictureSize = { width: 300, height: 150 };

/** Marks on one letter, for whose layout browsers need quadratic time. */
const stackedMarks = /\p{M}{65}/u;

/** A rule that may blur every element. */
const styledFilter = /<style\b[^>]*>[^<]*\bfilter\s*:/i;

/** Levels of nesting and of repetition. */
const deepest = 400;

/** An element with an id, or the whole drawing: its elements, the ids that it repeats, and the parts in it. */
type Part = { elements: number; repeats: string[]; inner: Part[] };

const newPart = (): Part => ({ elements: 0, repeats: [], inner: [] });

/** Undefined if it is no SVG, or would take the browser long to draw. */
export function readSvg(text: string): PictureSize | undefined {
  // Entities can be nested, and their text may contain elements. The others hide what they cost.
  if (/<!ENTITY|data:\s*image\/svg/i.test(text) || styledFilter.test(text)) return undefined;
  const whole = newPart();
  const parts = new Map<string, Part>();
  /** For each open element, the part that it belongs to. */
  const open: Part[] = [];
  const found: { root?: Record<string, string>; isDeep: boolean; text: string } = { isDeep: false, text: '' };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length === 0 && /(?:^|:)svg$/.test(name)) found.root ??= attributes;
        const parent = open.at(-1) ?? whole;
        const part = attributes.id ? newPart() : parent;
        if (part !== parent) {
          parent.inner.push(part);
          parts.set(attributes.id ?? '', part);
        }
        part.elements++;
        part.repeats.push(...repeatedBy(attributes));
        open.push(part);
        found.isDeep ||= open.length > deepest;
      },
      ontext: (piece) => void (found.text += piece),
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (!found.root || found.isDeep || stackedMarks.test(found.text)) return undefined;
  return drawn(whole, parts, new Map(), 0) <= maxDrawn ? sizeOf(found.root) : undefined;
}

/** Ids in `href="#…"`, and in `url(#…)` of patterns, markers, masks and filters. */
function repeatedBy(attributes: Readonly<Record<string, string>>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (/(?:^|:)href$/.test(name)) return value.startsWith('#') ? [value.slice(1)] : [];
    return [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id = '']) => id);
  });
}

/** The elements drawn; browsers do not draw a part that repeats itself. */
function drawn(
  part: Part,
  parts: ReadonlyMap<string, Part>,
  known: Map<Part, number>,
  depth: number,
): number {
  const before = known.get(part);
  if (before !== undefined) return before;
  if (depth > deepest) return Infinity;
  known.set(part, 0);
  const repeated = part.repeats.flatMap((id) => parts.get(id) ?? []);
  const sum = [...part.inner, ...repeated].reduce(
    (total, each) => total + drawn(each, parts, known, depth + 1),
    part.elements,
  );
  known.set(part, sum);
  return sum;
}

function sizeOf(root: Readonly<Record<string, string>>): PictureSize {
  const [, , boxWidth = 0, boxHeight = 0] = (root.viewBox ?? '').split(/[\s,]+/).map(Number);
  const [width, height] = [pixels(root.width), pixels(root.height)];
  if (width && height) return { width, height };
  if (!(boxWidth > 0 && boxHeight > 0)) return defaultSize;
  if (width) return { width, height: (width * boxHeight) / boxWidth };
  if (height) return { width: (height * boxWidth) / boxHeight, height };
  return { width: boxWidth, height: boxHeight };
}

/** Pixels of each unit: an inch has 96. */
const units: Readonly<Record<string, number>> = {
  ...{ '': 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 },
};

/** Undefined for percentages and other units that depend on the page. */
function pixels(length = ''): number | undefined {
  const [, number = '', unit = ''] = /^\s*(\d*\.?\d+)\s*([a-z%]*)\s*$/i.exec(length) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  const value = Number(number) * (factor ?? 0);
  return value > 0 ? value : undefined;
}
