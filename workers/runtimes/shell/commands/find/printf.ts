/** The formats of find's -printf, such as `%p\t%s\n`. */
import { CommandError, pathOf } from '../command.ts';
import { modeText } from '../files/ls.ts';
import { type FoundFile, kilobytesOf, linksOf, owner, typeOf } from './found-file.ts';
import type { FindRun } from './run.ts';
import { timePart, wholeTime } from './times.ts';

type Format = (file: FoundFile) => string | Promise<string>;

/** `stops`: nothing more is shown after `\c`. */
type Part = { format: Format; stops?: boolean };

const token =
  /\\(?<octal>[0-7]{1,3})|\\(?<escape>[^])|%(?<flags>[-#0+ ]*)(?<width>\d*)(?:\.(?<precision>\d*))?(?<directive>[ABCT][^]|[^])|[^\\%]+|[\\%]/gu;
const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' },
};

/** Reads a format. The result shows one file by it. */
export function readFormat(source: string, run: FindRun): (file: FoundFile) => Promise<string> {
  const parts = Array.from(source.matchAll(token), ({ 0: text, groups = {} }) => readPart(text, groups, run));
  return async (file) => {
    let shown = '';
    for (const { format, stops } of parts) {
      if (stops) break;
      shown += await format(file);
    }
    return shown;
  };
}

function readPart(text: string, groups: Partial<Record<string, string>>, run: FindRun): Part {
  const { octal, escape, directive, flags = '', width = '', precision } = groups;
  if (octal !== undefined) return literal(String.fromCharCode(Number.parseInt(octal, 8) & 0xff));
  if (escape === 'c') return { format: () => '', stops: true };
  if (escape !== undefined) return literal(escapes[escape] ?? text);
  if (directive === undefined) return literal(text);
  if (directive === '%') return literal('%');
  const format = formatOf(directive, run);
  if (!format) {
    run.warn(`unrecognized format directive \`%${directive}'`);
    return literal(text);
  }
  const padded = (value: string) => {
    const cut = precision === undefined || precision === '' ? value : value.slice(0, Number(precision));
    return flags.includes('-') ? cut.padEnd(Number(width)) : cut.padStart(Number(width));
  };
  return { format: async (file) => padded(await format(file)) };
}

const literal = (text: string): Part => ({ format: () => text });

function formatOf(directive: string, run: FindRun): Format | undefined {
  const { context } = run;
  const [kind = '', letter = ''] = directive;
  if (kind === 'A' || kind === 'B' || kind === 'a')
    throw new CommandError(`%${directive}: times of access and birth are not stored here; there is %t`, 2);
  if ('CT'.includes(kind)) {
    if (timePart(letter, new Date(0), context) === undefined) return undefined;
    return ({ stat }) => timePart(letter, stat.mtime, context) ?? '';
  }
  if ('iDFSZ'.includes(kind)) throw new CommandError(`%${kind}: this cannot be known here`, 2);
  if (kind === 'n') return async (file) => String(await linksOf(context, file));
  if (kind === 't' || kind === 'c') return ({ stat }) => wholeTime(stat.mtime, context);
  if (kind === 'Y') return targetType(run);
  return directives[kind];
}

/** The type that a link leads to; `N` if there is nothing. */
const targetType =
  ({ context }: FindRun): Format =>
  ({ path, stat }) =>
    stat.isSymbolicLink ? context.fs.stat(pathOf(context, path)).then(typeOf, () => 'N') : typeOf(stat);

const directives: Readonly<Record<string, Format>> = {
  p: ({ path }) => path,
  f: ({ path }) => path.slice(path.replace(/\/+$/, '').lastIndexOf('/') + 1),
  h: ({ path }) => parentOf(path),
  P: ({ path, start }) => path.slice(start.length).replace(/^\//, ''),
  H: ({ start }) => start,
  d: ({ depth }) => String(depth),
  s: ({ stat }) => String(stat.size),
  b: ({ stat }) => String(kilobytesOf(stat) * 2),
  k: ({ stat }) => String(kilobytesOf(stat)),
  y: ({ stat }) => typeOf(stat),
  m: ({ stat }) => (stat.mode & 0o7777).toString(8),
  M: ({ stat }) => modeText(stat),
  l: ({ target = '' }) => target,
  u: () => owner.name,
  g: () => owner.name,
  U: () => String(owner.id),
  G: () => String(owner.id),
};

function parentOf(path: string): string {
  const slash = path.replace(/(?<=.)\/+$/, '').lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '' : path.slice(0, slash);
}

/** The line of -ls. There are no numbers of inodes. */
export async function listLine(file: FoundFile, { context, now }: FindRun): Promise<string> {
  const { stat, path, target } = file;
  const part = (letter: string) => timePart(letter, stat.mtime, context) ?? '';
  const isOld = Math.abs(now - stat.mtime.getTime()) > halfYearMs;
  const time = `${part('b')} ${part('e')} ${isOld ? ` ${part('Y')}` : part('R')}`;
  const links = String(await linksOf(context, file)).padStart(3);
  const size = String(stat.size).padStart(8);
  const name = owner.name.padEnd(8);
  const arrow = target === undefined ? '' : ` -> ${target}`;
  const blocks = String(kilobytesOf(stat)).padStart(6);
  return `${'0'.padStart(9)} ${blocks} ${modeText(stat)} ${links} ${name} ${name} ${size} ${time} ${path}${arrow}\n`;
}

const halfYearMs = 182 * 86_400_000;
