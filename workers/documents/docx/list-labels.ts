/** Counts the numbered paragraphs of a Word document, because their numbers are not part of its text. */
// ECMA-376 part 1, 17.9.
import { attributeOf, walkXml } from '../zip/walk-xml.ts';

type Level = { start: number; format: string; label: string };
/** The levels of a list, and the list whose count it continues. */
type List = { levels: Map<number, Level>; base: string; restarts: Map<number, number> };

export type Numbering = { list: string; level: number };

export type ListLabels = {
  /** The label of the next paragraph, such as `5.`; undefined for bullets and paragraphs outside lists. */
  next(of: Numbering | undefined): string | undefined;
  /** The list of a paragraph style. */
  ofStyle(style: string): Numbering | undefined;
};

export function listLabels(numberingXml: string, stylesXml: string): ListLabels {
  const lists = readLists(numberingXml);
  const styles = readStyles(stylesXml);
  /** The count of each level by the list that it continues. */
  const counts = new Map<string, Map<number, number>>();
  const started = new Set<string>();
  return {
    ofStyle: (style) => styles.get(style),
    next(of) {
      const list = of && lists.get(of.list);
      const level = list && list.levels.get(of.level);
      if (!level || level.format === 'none') return undefined;
      const count = counts.get(list.base) ?? new Map<number, number>();
      counts.set(list.base, count);
      const restart = list.restarts.get(of.level);
      const key = `${of.list} ${of.level}`;
      const isFirst = !started.has(key) && restart !== undefined;
      started.add(key);
      count.set(of.level, isFirst ? restart : (count.get(of.level) ?? level.start - 1) + 1);
      for (const deeper of [...count.keys()]) if (deeper > of.level) count.delete(deeper);
      if (level.format === 'bullet') return undefined;
      return level.label.replaceAll(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        const shown = list.levels.get(at);
        return inFormat(count.get(at) ?? shown?.start ?? 1, shown?.format ?? 'decimal');
      });
    },
  };
}

function readLists(xml: string): Map<string, List> {
  const abstracts = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  const reading: Reading = { levels: undefined, list: undefined, level: undefined, at: 0 };
  walkXml(xml, {
    open(name, attributes) {
      const value = attributeOf(attributes, 'val') ?? '';
      if (name === 'abstractNum') {
        reading.levels = new Map<number, Level>();
        abstracts.set(attributeOf(attributes, 'abstractNumId') ?? '', reading.levels);
      } else if (name === 'num') {
        reading.list = { levels: new Map(), base: '', restarts: new Map() };
        lists.set(attributeOf(attributes, 'numId') ?? '', reading.list);
      } else if (name === 'abstractNumId' && reading.list) {
        reading.list.base = value;
        reading.list.levels = new Map(abstracts.get(value) ?? []);
      } else if (name === 'lvlOverride' || name === 'lvl')
        openLevel(reading, name, Number(attributeOf(attributes, 'ilvl')) || 0);
      else readLevel(reading, name, value);
    },
    close(name) {
      if (name === 'lvl') reading.level = undefined;
      else if (name === 'num') reading.list = undefined;
    },
  });
  return lists;
}

type Reading = {
  levels: Map<number, Level> | undefined;
  list: List | undefined;
  level: Level | undefined;
  at: number;
};

function openLevel(reading: Reading, name: 'lvl' | 'lvlOverride', at: number): void {
  reading.at = at;
  if (name === 'lvlOverride') return;
  reading.level = { start: 1, format: 'decimal', label: `%${at + 1}.` };
  (reading.list?.levels ?? reading.levels)?.set(at, reading.level);
}

function readLevel({ list, level, at }: Reading, name: string, value: string): void {
  if (name === 'startOverride') list?.restarts.set(at, Number(value) || 0);
  else if (level && name === 'start') level.start = Number(value) || 0;
  else if (level && name === 'numFmt') level.format = value;
  else if (level && name === 'lvlText') level.label = value;
}

function readStyles(xml: string): Map<string, Numbering> {
  const styles = new Map<string, Numbering>();
  let [style, level] = ['', 0];
  walkXml(xml, {
    open(name, attributes) {
      const value = attributeOf(attributes, 'val') ?? '';
      if (name === 'style') [style, level] = [attributeOf(attributes, 'styleId') ?? '', 0];
      else if (name === 'ilvl') level = Number(value) || 0;
      else if (name === 'numId' && style) styles.set(style, { list: value, level });
    },
  });
  return styles;
}

const roman: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];

function inFormat(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
    case 'upperLetter': {
      // After `z` comes `aa`, then `bb`.
      const letter = String.fromCharCode(97 + ((Math.max(1, number) - 1) % 26));
      const text = letter.repeat(Math.min(9, Math.ceil(Math.max(1, number) / 26)));
      return format === 'upperLetter' ? text.toUpperCase() : text;
    }
    case 'lowerRoman':
      return romanOf(number);
    case 'upperRoman':
      return romanOf(number).toUpperCase();
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

function romanOf(number: number): string {
  if (number < 1 || number > 3_999) return String(number);
  let rest = number;
  let text = '';
  for (const [value, sign] of roman) for (; rest >= value; rest -= value) text += sign;
  return text;
}
