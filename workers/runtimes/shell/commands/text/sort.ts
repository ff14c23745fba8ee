/**
 * `sort`. That of just-bash uses dictionary order and confuses several keys; this one compares bytes, as in
 * the C locale.
 */
import {
  command,
  CommandError,
  joinLines,
  linesOf,
  pathOf,
  readLatin1,
  bytes,
  describeFileError,
} from '../command.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';

type Key = { from: Position; to: Position | undefined; flags: string };
type Position = { field: number; character: number };
type Value = string | number | readonly string[];
/** A line with the values of its keys, which are computed once and not for each comparison. */
type Entry = { line: string; values: readonly Value[] };
type Comparison = {
  entryOf(line: string): Entry;
  compare(one: Entry, other: Entry): number;
  isSame(one: Entry, other: Entry): boolean;
};

const kinds = 'nghVM';

export const sort = command('sort', 2, async (args, context) => {
  const options = parseOptions(
    args,
    'k/key= t/field-separator= n/numeric-sort r/reverse u/unique o/output= h/human-numeric-sort',
    'V/version-sort f/ignore-case s/stable c/check z/zero-terminated b/ignore-leading-blanks',
    'g/general-numeric-sort M/month-sort R/random-sort d/dictionary-order S/parallel= m/merge iC T=',
  );
  const end = options.has('z') ? '\0' : '\n';
  const comparison = createComparison(options);
  const parts: Entry[][] = [];
  for (const name of options.operands.length > 0 ? options.operands : ['-']) {
    const content = await readLatin1(context, name).catch((error: unknown) => {
      throw new CommandError(`cannot read: ${name}: ${describeFileError(error)}`, 2);
    });
    parts.push(linesOf(content, end).map(comparison.entryOf));
  }
  const entries = parts.flat();
  if (options.has('c') || options.has('C')) return check(entries, comparison, options);
  const sorted = options.has('R')
    ? shuffle(entries)
    : options.has('m')
      ? mergeSorted(parts, comparison)
      : entries.sort(comparison.compare);
  const kept = options.has('u') ? sorted.filter(isFirst(comparison)) : sorted;
  const lines = joinLines(
    kept.map(({ line }) => line),
    end,
  );
  const output = options.value('o');
  if (output === undefined) return bytes(lines);
  await context.fs.writeFile(pathOf(context, output), lines, 'latin1');
  return bytes('');
});

/** Takes the first line of the files that comes first, also where a file is not sorted. */
function mergeSorted(parts: readonly Entry[][], { compare }: Comparison): Entry[] {
  const queues = parts.filter((part) => part.length > 0).map((part) => ({ part, at: 0 }));
  const merged: Entry[] = [];
  for (;;) {
    let best: { part: Entry[]; at: number; entry: Entry } | undefined;
    for (const queue of queues) {
      const entry = queue.part[queue.at];
      if (entry && (!best || compare(entry, best.entry) < 0)) best = { ...queue, entry };
    }
    if (!best) return merged;
    const { part, entry } = best;
    for (const queue of queues) if (queue.part === part) queue.at++;
    merged.push(entry);
  }
}

function isFirst({ isSame }: Comparison) {
  return (entry: Entry, at: number, all: readonly Entry[]): boolean => {
    const before = all[at - 1];
    return before === undefined || !isSame(before, entry);
  };
}

function check(entries: readonly Entry[], { compare }: Comparison, options: Options) {
  const at = entries.findIndex((entry, index) => {
    const before = entries[index - 1];
    return before !== undefined && compare(before, entry) > 0;
  });
  if (at < 0) return bytes('');
  const message = options.has('C') ? '' : `sort: -:${at + 1}: disorder: ${entries[at]?.line ?? ''}\n`;
  return bytes('', 1, message);
}

function shuffle(entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}

function createComparison(options: Options): Comparison {
  const global = options.order.filter((letter) => 'bdfighMnrV'.includes(letter)).join('');
  const separator = options.value('t')?.replace('\\0', '\0').replace('\\t', '\t');
  const keys = options.all('k').map((text) => readKey(text, global));
  // Without a key and a flag, a line is compared as it is.
  const isPlain = keys.length === 0 && /^r*$/.test(global);
  const parts = keys.length > 0 ? keys : isPlain ? [] : [{ flags: global }];
  const readers = parts.map((key) => {
    const valueOf = readerFor(key.flags);
    return 'from' in key ? (line: string) => valueOf(cut(line, key, separator)) : valueOf;
  });
  const signs = parts.map(({ flags }) => (flags.includes('r') ? -1 : 1));
  const lastSign = global.includes('r') ? -1 : 1;
  const compareKeys = (one: Entry, other: Entry) => {
    for (let at = 0; at < signs.length; at++) {
      const order = compareValues(one.values[at] ?? '', other.values[at] ?? '');
      if (order !== 0) return order * (signs[at] ?? 1);
    }
    return isPlain ? lastSign * compareBytes(one.line, other.line) : 0;
  };
  const isWhole = options.has('s') || options.has('u');
  return {
    entryOf: (line) => ({ line, values: isPlain ? none : readers.map((valueOf) => valueOf(line)) }),
    compare: (one, other) =>
      compareKeys(one, other) || (isWhole ? 0 : lastSign * compareBytes(one.line, other.line)),
    isSame: (one, other) => compareKeys(one, other) === 0,
  };
}

const none: readonly Value[] = [];

function compareValues(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return Math.sign(one - other) || 0;
  if (typeof one === 'string' && typeof other === 'string') return compareBytes(one, other);
  return Array.isArray(one) && Array.isArray(other) ? compareVersions(one, other) : 0;
}

function readKey(text: string, global: string): Key {
  const match = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/.exec(text);
  if (!match) throw new CommandError(`invalid key: '${text}'`, 2);
  const [, field = '1', character = '1', flags = '', endField, endCharacter = '0', endFlags = ''] = match;
  if (wholeNumber(field, 'key') === 0)
    throw new CommandError(`field number is zero: invalid field specification '${text}'`, 2);
  return {
    from: { field: Number(field), character: Number(character) },
    to: endField === undefined ? undefined : { field: Number(endField), character: Number(endCharacter) },
    flags: flags + endFlags || global,
  };
}

/** The part of a line that a key selects. Without a separator, a field includes the blanks before it. */
function cut(line: string, { from, to, flags }: Key, separator: string | undefined): string {
  const starts = fieldStarts(line, separator);
  const startOf = (field: number) => starts[field - 1] ?? line.length;
  const skip = (at: number) =>
    flags.includes('b') ? at + (/^[ \t]*/.exec(line.slice(at))?.[0].length ?? 0) : at;
  const begin = skip(startOf(from.field)) + from.character - 1;
  if (!to) return line.slice(begin);
  const isWhole = to.character === 0;
  const nextField = starts[to.field];
  const endOfField = nextField === undefined ? line.length : nextField - (separator === undefined ? 0 : 1);
  return line.slice(
    begin,
    isWhole ? endOfField : Math.min(skip(startOf(to.field)) + to.character, line.length),
  );
}

function fieldStarts(line: string, separator: string | undefined): number[] {
  const starts = [0];
  if (separator !== undefined) {
    for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) starts.push(at + 1);
    return starts;
  }
  for (const { index } of line.matchAll(/(?<=[^ \t])[ \t]/g)) starts.push(index);
  return starts;
}

/** Reads the value of a key by its flags. */
function readerFor(flags: string): (text: string) => Value {
  const kind = Array.from(flags).find((letter) => kinds.includes(letter));
  if (kind === undefined) return (text) => prepareText(text, flags);
  if (kind === 'V') return (text) => text.match(/\d+|\D+/g) ?? [];
  return { n: numberOf, g: generalNumberOf, h: humanNumberOf, M: monthOf }[kind] ?? numberOf;
}

function prepareText(text: string, flags: string): string {
  let prepared = flags.includes('b') ? text.replace(/^[ \t]+/, '') : text;
  if (flags.includes('d')) prepared = prepared.replace(/[^A-Za-z0-9 \t]/g, '');
  if (flags.includes('i')) prepared = prepared.replace(/[^ -~]/g, '');
  return flags.includes('f') ? prepared.toUpperCase() : prepared;
}

function compareBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function numberOf(text: string): number {
  return Number(/^\s*(-?\d*(?:\.\d+)?)/.exec(text)?.[1] ?? 0) || 0;
}

function generalNumberOf(text: string): number {
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? -Infinity : value;
}

function humanNumberOf(text: string): number {
  const [, value = '0', unit = ''] = /^\s*(-?\d*(?:\.\d+)?)([kKMGTPE]?)/.exec(text) ?? [];
  return (Number(value) || 0) * 1024 ** ('KMGTPE'.indexOf(unit.toUpperCase() || '-') + 1);
}

function monthOf(text: string): number {
  const name = text.trim().slice(0, 3).toUpperCase();
  const at = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'.indexOf(name);
  return name.length === 3 && at >= 0 && at % 3 === 0 ? at / 3 + 1 : 0;
}

function compareVersions(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [a, b] = [one[at] ?? '', other[at] ?? ''];
    const order = /^\d/.test(a) && /^\d/.test(b) ? Number(a) - Number(b) : compareBytes(a, b);
    if (order !== 0) return order;
  }
  return 0;
}
