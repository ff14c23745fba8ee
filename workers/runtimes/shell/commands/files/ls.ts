/** `ls`. That of just-bash separates operands by empty lines and supports few options. */
import type { FsStat } from 'just-bash/browser';
import { command, type CommandContext, joinLines, pathOf, describeFileError, text } from '../command.ts';
import { humanBytes } from './human-bytes.ts';
import { type Options, parseOptions } from '../options.ts';

type Entry = { name: string; stat: FsStat; target?: string };

export const ls = command('ls', 2, async (args, context) => {
  const options = parseOptions(
    args,
    'a/all A/almost-all d/directory h/human-readable R/recursive r/reverse F/classify N/color',
    '+/group-directories-first B/size T/time-style= l/full-time p/file-type i/inode',
    '1StngGoUcuCxkqmLHQX wI=',
  );
  const names = options.operands.length > 0 ? options.operands : ['.'];
  const files: Entry[] = [];
  const folders: Entry[] = [];
  const errors: string[] = [];
  for (const name of names) {
    const entry = await look(context, name, pathOf(context, name)).catch((error: unknown) => {
      errors.push(`ls: cannot access '${name}': ${describeFileError(error)}`);
    });
    if (entry) (entry.stat.isDirectory && !options.has('d') ? folders : files).push(entry);
  }
  const blocks: string[] = [];
  if (files.length > 0) blocks.push(show(order(files, options), options));
  const isTitled = names.length > 1 || options.has('R');
  for (const { name } of order(folders, options)) await listFolder(context, name, options, isTitled, blocks);
  return text(blocks.join('\n'), errors.length > 0 ? 2 : 0, joinLines(errors));
});

async function look({ fs }: CommandContext, name: string, path: string): Promise<Entry> {
  const stat = await fs.lstat(path);
  return stat.isSymbolicLink ? { name, stat, target: await fs.readlink(path) } : { name, stat };
}

async function listFolder(
  context: CommandContext,
  name: string,
  options: Options,
  isTitled: boolean,
  blocks: string[],
): Promise<void> {
  const path = pathOf(context, name);
  const names = (await context.fs.readdir(path)).filter(
    (each) => options.has('a') || options.has('A') || !each.startsWith('.'),
  );
  const entries = await Promise.all(names.map((each) => look(context, each, `${path}/${each}`)));
  const dots = options.has('a')
    ? [await look(context, '.', path), await look(context, '..', pathOf(context, `${path}/..`))]
    : [];
  const shown = show([...order([...dots, ...entries], options)], options);
  const title = isTitled ? `${name}:\n` : '';
  const total = options.has('l')
    ? `total ${entries.reduce((sum, { stat }) => sum + blocksOf(stat), 0)}\n`
    : '';
  blocks.push(title + total + shown);
  if (!options.has('R')) return;
  for (const each of order(entries, options)) {
    if (!each.stat.isDirectory) continue;
    await listFolder(context, `${name.replace(/\/$/, '')}/${each.name}`, options, isTitled, blocks);
  }
}

/** Disk usage in units of 1 KB, with blocks of 4 KB. */
function blocksOf({ size }: FsStat): number {
  return Math.ceil(size / 4096) * 4;
}

function order(entries: readonly Entry[], options: Options): Entry[] {
  const byName = (one: Entry, other: Entry) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
  const sorted = options.has('U') ? [...entries] : [...entries].sort(byName);
  if (options.has('S')) sorted.sort((one, other) => other.stat.size - one.stat.size || byName(one, other));
  else if (options.has('t'))
    sorted.sort((one, other) => other.stat.mtime.getTime() - one.stat.mtime.getTime() || byName(one, other));
  else if (options.has('X'))
    sorted.sort((one, other) => extension(one.name).localeCompare(extension(other.name)));
  if (options.has('r')) sorted.reverse();
  if (options.has('+'))
    sorted.sort((one, other) => Number(other.stat.isDirectory) - Number(one.stat.isDirectory));
  return sorted;
}

function extension(name: string): string {
  return /\.[^.]*$/.exec(name)?.[0] ?? '';
}

function show(entries: readonly Entry[], options: Options): string {
  const isLong = ['l', 'n', 'g', 'o'].some((letter) => options.has(letter));
  if (!isLong) return joinLines(entries.map((entry) => marked(entry, options)));
  const sizes = entries.map(({ stat }) => (options.has('h') ? humanBytes(stat.size) : String(stat.size)));
  const width = Math.max(0, ...sizes.map(({ length }) => length));
  const owner = options.has('n') ? '1000 1000' : 'user user';
  return joinLines(
    entries.map((entry, index) =>
      [
        modeText(entry.stat),
        entry.stat.isDirectory ? '2' : '1',
        owner,
        (sizes[index] ?? '').padStart(width),
        timeText(entry.stat.mtime, options.value('T')),
        marked(entry, options) + (entry.target === undefined ? '' : ` -> ${entry.target}`),
      ].join(' '),
    ),
  );
}

function marked({ name, stat }: Entry, options: Options): string {
  if (stat.isDirectory && (options.has('p') || options.has('F')) && !name.endsWith('/')) return `${name}/`;
  if (!options.has('F')) return name;
  if (stat.isSymbolicLink) return `${name}@`;
  return stat.isFile && (stat.mode & 0o111) !== 0 ? `${name}*` : name;
}

export function modeText({ mode, isDirectory, isSymbolicLink }: FsStat): string {
  const type = isDirectory ? 'd' : isSymbolicLink ? 'l' : '-';
  const bits = Array.from('rwxrwxrwx').map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  return type + bits.join('');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const halfYearMs = 182 * 24 * 3600 * 1000;

/** The style in which archives list times: `2026-11-27 16:14`. */
export const longIso = 'long-iso';

/** In local time. `style`: of `--time-style`. */
export function timeText(time: Date, style: string | undefined): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  if (style?.endsWith('iso'))
    return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clock}`;
  const day = `${months[time.getMonth()] ?? ''} ${String(time.getDate()).padStart(2)}`;
  const age = Date.now() - time.getTime();
  return `${day} ${age > halfYearMs || age < 0 ? ` ${time.getFullYear()}` : clock}`;
}
