/** `diff`. That of just-bash prints different headers and cannot compare folders. */
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { baseName } from '../../fs/paths.ts';
import {
  command,
  type CommandContext,
  CommandError,
  pathOf,
  readLatin1,
  describeFileError,
  stdinOf,
  text,
} from '../command.ts';
import { type Columns, contextFormat, sideBySide } from './diff-columns.ts';
import { type Edit, editsOf, type KeyOf, normal, printed, unified } from './diff-hunks.ts';
import { globRegExp } from '../glob-regexp.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';

type Outcome = { output: string; differs: boolean };

export const diff = command('diff', 2, async (args, context) => {
  const options = parseOptions(
    args,
    'u/unified q/brief r/recursive N/new-file w/ignore-all-space a/text b/ignore-space-change',
    'B/ignore-blank-lines i/ignore-case x/exclude= s/report-identical-files t/color',
    'E/strip-trailing-cr L/label= Z U= C= y/side-by-side W/width= c/context #/left-column $/suppress-common-lines',
    'I/ignore-matching-lines= d/minimal p/show-c-function 4/speed-large-files',
  );
  const [one, other, ...more] = options.operands;
  if (one === undefined || other === undefined)
    throw new CommandError(`missing operand after '${one ?? 'diff'}'`);
  if (more[0] !== undefined) throw new CommandError(`extra operand '${more[0]}'`);
  const { output, differs } = await compare(
    context,
    one,
    other,
    options,
    `diff ${optionWords(args)}`.trimEnd(),
  );
  return text(output, differs ? 1 : 0);
});

function optionWords(args: readonly string[]): string {
  return args.filter((word) => word.startsWith('-') && word !== '-').join(' ');
}

async function compare(
  context: CommandContext,
  one: string,
  other: string,
  options: Options,
  title: string,
): Promise<Outcome> {
  const [isFolder, isOtherFolder] = await Promise.all(
    [one, other].map((name) => isDirectory(context, name, options)),
  );
  if (isFolder && isOtherFolder) return compareFolders(context, one, other, options, title);
  const left = isFolder ? `${one.replace(/\/$/, '')}/${baseName(other)}` : one;
  const right = isOtherFolder ? `${other.replace(/\/$/, '')}/${baseName(one)}` : other;
  return compareFiles(context, left, right, options);
}

async function isDirectory(context: CommandContext, name: string, options: Options): Promise<boolean> {
  if (name === '-') return false;
  try {
    return (await context.fs.stat(pathOf(context, name))).isDirectory;
  } catch (error) {
    if (options.has('N')) return false;
    throw new CommandError(`${name}: ${describeFileError(error)}`, 2);
  }
}

async function compareFolders(
  context: CommandContext,
  one: string,
  other: string,
  options: Options,
  title: string,
): Promise<Outcome> {
  const excluded = options.all('x').map((glob) => globRegExp(glob));
  const namesIn = async (folder: string) =>
    (await context.fs.readdir(pathOf(context, folder))).filter(
      (name) => !excluded.some((each) => each.test(name)),
    );
  const [left, right] = [new Set(await namesIn(one)), new Set(await namesIn(other))];
  let output = '';
  let differs = false;
  for (const name of [...new Set([...left, ...right])].sort()) {
    const [a, b] = [`${one.replace(/\/$/, '')}/${name}`, `${other.replace(/\/$/, '')}/${name}`];
    if ((!left.has(name) || !right.has(name)) && !options.has('N')) {
      output += `Only in ${left.has(name) ? one.replace(/\/$/, '') : other.replace(/\/$/, '')}: ${name}\n`;
      differs = true;
      continue;
    }
    const folders = await Promise.all([a, b].map((path) => isDirectory(context, path, options)));
    if (folders.every(Boolean) && !options.has('r')) {
      output += `Common subdirectories: ${a} and ${b}\n`;
      continue;
    }
    const found = await compare(context, a, b, options, title);
    const isTitled = found.differs && !folders.every(Boolean) && !options.has('q');
    output += (isTitled ? `${title} ${a} ${b}\n` : '') + found.output;
    differs ||= found.differs;
  }
  return { output, differs };
}

async function compareFiles(
  context: CommandContext,
  one: string,
  other: string,
  options: Options,
): Promise<Outcome> {
  const read = async (name: string) =>
    name === '-'
      ? stdinOf(context)
      : readLatin1(context, name).catch((error: unknown) => {
          if (options.has('N')) return '';
          throw new CommandError(`${name}: ${describeFileError(error)}`, 2);
        });
  const [before, after] = [await read(one), await read(other)];
  if (before === after && !options.has('y'))
    return { output: options.has('s') ? `Files ${one} and ${other} are identical\n` : '', differs: false };
  if (!options.has('a') && (isBinary(before) || isBinary(after)))
    return { output: `Binary files ${one} and ${other} differ\n`, differs: true };
  const edits = editsOf(textOfBytes(before), textOfBytes(after), keyFor(options)).filter(
    ({ sign, line }) => sign === ' ' || !options.has('B') || line.trim() !== '',
  );
  const differs = edits.some(({ sign, line }) => sign !== ' ' && !isIgnored(line, options));
  if (options.has('y') && !options.has('q'))
    return { output: sideBySide(edits, columnsOf(options)), differs };
  if (!differs) return { output: '', differs };
  if (options.has('q')) return { output: `Files ${one} and ${other} differ\n`, differs };
  return { output: await formatted(context, edits, [one, other], options), differs };
}

async function formatted(
  context: CommandContext,
  edits: readonly Edit[],
  names: readonly [string, string],
  options: Options,
): Promise<string> {
  const lines = wholeNumber(options.value('U'), 'context length') ?? (options.has('u') ? 3 : undefined);
  const around = wholeNumber(options.value('C'), 'context length') ?? (options.has('c') ? 3 : undefined);
  if (lines === undefined && around === undefined) return normal(edits);
  const [label, otherLabel] = options.all('L');
  const heads = [label ?? (await headOf(context, names[0])), otherLabel ?? (await headOf(context, names[1]))];
  return withHeads(edits, heads, { lines, around });
}

function withHeads(
  edits: readonly Edit[],
  [one = '', other = '']: readonly string[],
  { lines, around = 3 }: { lines: number | undefined; around: number | undefined },
): string {
  return lines === undefined
    ? `*** ${one}\n--- ${other}\n${contextFormat(edits, around, printed)}`
    : `--- ${one}\n+++ ${other}\n${unified(edits, lines)}`;
}

function columnsOf(options: Options): Columns {
  const width = wholeNumber(options.value('W'), 'width') ?? 130;
  return { width, leftOnly: options.has('#'), onlyChanges: options.has('$') };
}

/** Whether a change of this line counts for nothing, by `-I`. */
function isIgnored(line: string, options: Options): boolean {
  return options.all('I').some((pattern) => new RegExp(pattern).test(line));
}

function keyFor(options: Options): KeyOf {
  return (line) => {
    let key = line;
    if (options.has('w')) key = key.replace(/[ \t\r]+/g, '');
    else if (options.has('b')) key = key.replace(/[ \t\r]+/g, ' ').replace(/ ?\n$/, '\n');
    else if (options.has('Z') || options.has('E')) key = key.replace(/[ \t\r]+\n$/, '\n');
    return options.has('i') ? key.toLowerCase() : key;
  };
}

function isBinary(content: string): boolean {
  return content.slice(0, 8000).includes('\0');
}

async function headOf(context: CommandContext, name: string): Promise<string> {
  const time =
    name === '-'
      ? new Date()
      : await context.fs.stat(pathOf(context, name)).then(
          ({ mtime }) => mtime,
          () => new Date(0),
        );
  const iso = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  const offset = -time.getTimezoneOffset();
  const two = (part: number) => String(Math.trunc(Math.abs(part))).padStart(2, '0');
  const zone = `${offset < 0 ? '-' : '+'}${two(offset / 60)}${two(offset % 60)}`;
  return `${name}\t${iso.slice(0, 10)} ${iso.slice(11, 23)}000000 ${zone}`;
}
