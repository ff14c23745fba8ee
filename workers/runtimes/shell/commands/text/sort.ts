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
type Compare = (one: string, other: string) => number;

const kinds = 'nghVM';

export const sort = command('sort', 2, async (args, context) => {
  const options = parseOptions(
    args,
    'k/key= t/field-separator= n/numeric-sort r/reverse u/unique o/output= h/human-numeric-sort',
    'V/version-sort f/ignore-case s/stable c/check z/zero-terminated b/ignore-leading-blanks',
    'g/general-numeric-sort M/month-sort R/random-sort d/dictionary-order S/parallel= m/merge iC T=',
  );
  const end = options.has('z') ? '\0' : '\n';
  const lines: string[] = [];
  for (const name of options.operands.length > 0 ? options.operands : ['-']) {
    const content = await readLatin1(context, name).catch((error: unknown) => {
      throw new CommandError(`cannot read: ${name}: ${describeFileError(error)}`, 2);
    });
    for (const line of linesOf(content, end)) lines.push(line);
  }
  const { compare, isSame } = comparison(options);
  if (options.has('c') || options.has('C')) return check(lines, compare, options);
  const sorted = options.has('R') ? shuffle(lines) : lines.sort(compare);
  const kept = options.has('u')
    ? sorted.filter((line, at) => at === 0 || !isSame(sorted[at - 1] ?? '', line))
    : sorted;
  const output = options.value('o');
  if (output === undefined) return bytes(joinLines(kept, end));
  await context.fs.writeFile(pathOf(context, output), joinLines(kept, end), 'latin1');
  return bytes('');
});

function check(lines: readonly string[], compare: Compare, options: Options) {
  const at = lines.findIndex((line, index) => index > 0 && compare(lines[index - 1] ?? '', line) > 0);
  if (at < 0) return bytes('');
  const message = options.has('C') ? '' : `sort: -:${at + 1}: disorder: ${lines[at] ?? ''}\n`;
  return bytes('', 1, message);
}

function shuffle(lines: readonly string[]): string[] {
  return lines
    .map((line) => ({ line, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ line }) => line);
}

function comparison(options: Options): { compare: Compare; isSame: (one: string, other: string) => boolean } {
  const global = options.order.filter((letter) => 'bdfighMnrV'.includes(letter)).join('');
  const separator = options.value('t')?.replace('\\0', '\0').replace('\\t', '\t');
  const keys = options.all('k').map((text) => readKey(text, global));
  const compareKeys: Compare =
    keys.length === 0
      ? compareBy(global)
      : (one, other) => {
          for (const key of keys) {
            const order = compareBy(key.flags)(cut(one, key, separator), cut(other, key, separator));
            if (order !== 0) return order;
          }
          return 0;
        };
  const last: Compare = global.includes('r')
    ? (one, other) => compareBytes(other, one)
    : (one, other) => compareBytes(one, other);
  const isWhole = options.has('s') || options.has('u');
  return {
    compare: (one, other) => compareKeys(one, other) || (isWhole ? 0 : last(one, other)),
    isSame: (one, other) => compareKeys(one, other) === 0,
  };
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

function compareBy(flags: string): Compare {
  const kind = Array.from(flags).find((letter) => kinds.includes(letter));
  const plain = kind === undefined ? compareText(flags) : compareKind(kind);
  return flags.includes('r') ? (one, other) => -plain(one, other) : plain;
}

function compareText(flags: string): Compare {
  const prepare = (text: string) => {
    let prepared = flags.includes('b') ? text.replace(/^[ \t]+/, '') : text;
    if (flags.includes('d')) prepared = prepared.replace(/[^A-Za-z0-9 \t]/g, '');
    if (flags.includes('i')) prepared = prepared.replace(/[^ -~]/g, '');
    return flags.includes('f') ? prepared.toUpperCase() : prepared;
  };
  return (one, other) => compareBytes(prepare(one), prepare(other));
}

function compareKind(kind: string): Compare {
  if (kind === 'V') return compareVersions;
  const value = { n: numberOf, g: generalNumberOf, h: humanNumberOf, M: monthOf }[kind] ?? numberOf;
  return (one, other) => Math.sign(value(one) - value(other)) || 0;
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

function compareVersions(one: string, other: string): number {
  const parts = (text: string) => text.match(/\d+|\D+/g) ?? [];
  const [mine, theirs] = [parts(one), parts(other)];
  for (let at = 0; at < Math.max(mine.length, theirs.length); at++) {
    const [a, b] = [mine[at] ?? '', theirs[at] ?? ''];
    const order = /^\d/.test(a) && /^\d/.test(b) ? Number(a) - Number(b) : compareBytes(a, b);
    if (order !== 0) return order;
  }
  return 0;
}
