/** `tar`: creates, extracts and lists archives, with gzip; that of just-bash needs Node. */
import type { ExecResult } from 'just-bash/browser';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  joinLines,
  pathOf,
  readBytes,
  readText,
  describeFileError,
  text,
} from '../command.ts';
import { compress, unpacked } from './compression.ts';
import { globRegExp } from '../glob-regexp.ts';
import { parseDate } from '../programs/date-parser.ts';
import { renamer } from './rename-members.ts';
import { longIso, modeText, timeText } from '../files/ls.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';
import { readTar, type TarEntry, writeTar } from './tar-format.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { hasCode } from '../../fs/errno.ts';

const spec = [
  'c/create x/extract/get t/list z/gzip v/verbose f/file= C/directory= T/files-from= E/exclude=',
  'O/to-stdout S/strip-components= k/keep-old-files p/no-same-owner/preserve-permissions h/dereference H/format=',
  'a/auto-compress j/bzip2 J/xz r/append u/update PWA b= X/exclude-from=',
  '@/transform/xform= $/wildcards #/no-wildcards ^/mtime= %/owner= &/group= */sort= n/numeric-owner ~/null N/newer=',
  '!/no-recursion ?/exclude-vcs ,/overwrite ;/delete d/diff/compare',
];
/** The letters above that have a value. */
const withValue = 'fCTXESHbN';

export const tar = command('tar', 2, async (args, context) => {
  const options = parseOptions(withDash(args), ...spec);
  if (options.has('c') && ['j', 'J'].some((letter) => options.has(letter)))
    throw new CommandError('only gzip compression (-z) can be written here', 2);
  if (['r', 'u', 'A', ';', 'd'].some((letter) => options.has(letter)))
    throw new CommandError('archives cannot be changed or compared here; extract, then create a new one', 2);
  if (options.has('N') || options.has('!'))
    throw new CommandError('--newer and --no-recursion are not available here', 2);
  if (options.has('c')) return create(context, options, folderSteps(options));
  if (options.has('x') || options.has('t')) return read(context, options);
  throw new CommandError("You must specify one of the options '-c', '-x' or '-t'", 2);
});

/**
 * Adds the dash in `tar czf x.tgz a`: the first word may omit it, and then the values of its options follow
 * in order.
 */
function withDash([first = '', ...rest]: readonly string[]): string[] {
  if (first.startsWith('-') || first === '') return first === '' ? rest : [first, ...rest];
  const values = Array.from(first).filter((letter) => withValue.includes(letter));
  const words = values.flatMap((letter) => {
    const value = rest.shift();
    return value === undefined ? [`-${letter}`] : [`-${letter}`, value];
  });
  const flags = Array.from(first)
    .filter((letter) => !withValue.includes(letter))
    .join('');
  return [...(flags === '' ? [] : [`-${flags}`]), ...words, ...rest];
}

/** The operands, each with the folder of the last -C before it. */
function folderSteps({ words }: Options): { folder: string; name: string }[] {
  const steps: { folder: string; name: string }[] = [];
  let folder = '.';
  for (const { letter, value } of words)
    // Each is relative to the one before.
    if (letter === 'C') folder = value.startsWith('/') ? value : `${folder}/${value}`;
    else if (letter === '') steps.push({ folder, name: value });
  return steps;
}

async function create(
  context: CommandContext,
  options: Options,
  steps: { folder: string; name: string }[],
): Promise<ExecResult> {
  const list = options.value('T');
  if (list !== undefined) {
    const names = (await readText(context, list)).split(options.has('~') ? '\0' : '\n').filter(Boolean);
    steps.push(...names.map((name) => ({ folder: options.value('C') ?? '.', name })));
  }
  if (steps.length === 0) throw new CommandError('Cowardly refusing to create an empty archive', 2);
  const entries: TarEntry[] = [];
  let errors = '';
  const isSkipped = await exclusions(context, options);
  for (const { folder, name } of steps) {
    const root = { ...context, cwd: pathOf(context, folder) };
    await collect(root, name, isSkipped, entries).catch((error: unknown) => {
      errors += `tar: ${name}: Cannot stat: ${describeFileError(error)}\n`;
    });
  }
  const file = options.value('f') ?? '-';
  changeEntries(entries, options);
  const archive = new Uint8Array(await writeTar(entries).arrayBuffer());
  const isZipped = options.has('z') || (options.has('a') && /\.t?gz$/.test(file));
  const data = isZipped ? await compress(archive, 'gzip') : archive;
  if (errors) errors += 'tar: Exiting with failure status due to previous errors\n';
  const names = options.has('v') ? joinLines(entries.map(({ name }) => name)) : '';
  if (file === '-') return bytes(data, errors ? 2 : 0, names + errors);
  await context.fs.writeFile(pathOf(context, file), data);
  return text(names, errors ? 2 : 0, errors);
}

/** Applies `--transform` and `--mtime`. */
function changeEntries(entries: readonly TarEntry[], options: Options): void {
  const rename = renamer(options.all('@'));
  const set = options.value('^');
  const modified = set === undefined ? undefined : parseDate(set, Date.now(), 'UTC') / 1000;
  for (const entry of entries) {
    entry.name = rename(entry.name);
    entry.modified = modified ?? entry.modified;
  }
}

/** Whether a name, or its last part, is excluded. */
async function exclusions(context: CommandContext, options: Options): Promise<(name: string) => boolean> {
  const list = options.value('X');
  const more = list === undefined ? [] : (await readText(context, list)).split('\n').filter(Boolean);
  const vcs = options.has('?') ? ['.git', '.gitignore', '.gitattributes', '.svn', '.hg'] : [];
  const patterns = [...options.all('E'), ...more, ...vcs].map((glob) => globRegExp(glob, { anywhere: true }));
  return (name) => patterns.some((pattern) => pattern.test(name));
}

async function collect(
  context: CommandContext,
  name: string,
  isSkipped: (name: string) => boolean,
  entries: TarEntry[],
): Promise<void> {
  const bare = name.replace(/\/+$/, '') || name;
  if (isSkipped(bare)) return;
  const path = pathOf(context, bare);
  const stat = await context.fs.stat(path);
  const modified = stat.mtime.getTime() / 1000;
  const stored = bare.replace(/^\/+/, '').replace(/^(\.\.\/)+/, '');
  if (!stat.isDirectory) {
    entries.push({
      name: stored,
      type: 'file',
      mode: stat.mode,
      modified,
      data: await context.fs.readFileBuffer(path),
    });
    return;
  }
  entries.push({ name: `${stored}/`, type: 'directory', mode: stat.mode, modified, data: new Uint8Array() });
  for (const each of await context.fs.readdir(path))
    await collect(context, `${bare}/${each}`, isSkipped, entries);
}

async function read(context: CommandContext, options: Options): Promise<ExecResult> {
  const file = options.value('f') ?? '-';
  const packed = await readBytes(context, file).catch((error: unknown) => {
    throw new CommandError(
      `${file}: Cannot open: ${describeFileError(error)}\ntar: Error is not recoverable: exiting now`,
      2,
    );
  });
  const archive = await unpacked(packed);
  const isSkipped = await exclusions(context, options);
  const rename = renamer(options.all('@'));
  const wanted = options.operands.map((name) => name.replace(/\/+$/, ''));
  const isWanted = options.has('$')
    ? (name: string, glob: string) => globRegExp(glob).test(name)
    : (name: string, word: string) => name === word || name.startsWith(`${word}/`);
  const missing = new Set(wanted);
  const into = pathOf(context, options.value('C') ?? '.');
  let [stdout, stderr] = ['', ''];
  const take = async (entry: TarEntry) => {
    const bare = entry.name.replace(/\/+$/, '');
    const found = wanted.find((word) => isWanted(bare, word));
    if (wanted.length > 0 && found === undefined) return;
    missing.delete(found ?? '');
    if (isSkipped(bare)) return;
    if (options.has('t')) stdout += listed(entry, options);
    else if (options.has('O')) stdout += latin1Of(entry.data);
    else {
      if (options.has('v')) stdout += `${utf8(entry.name)}\n`;
      stderr += await extract(context, { ...entry, name: rename(entry.name) }, into, options);
    }
  };
  try {
    for (const entry of withLinked(readTar(archive))) await take(entry);
  } catch (error) {
    // What comes before the damage is extracted.
    if (!(error instanceof CommandError)) throw error;
    stderr += `tar: ${error.message}\n`;
  }
  for (const name of missing) stderr += `tar: ${name}: Not found in archive\n`;
  if (stderr) stderr += 'tar: Exiting with failure status due to previous errors\n';
  return bytes(stdout, stderr ? 2 : 0, stderr);
}

/** Gives each hard link the content of the entry that it names. */
function* withLinked(entries: Iterable<TarEntry>): Generator<TarEntry> {
  const contents = new Map<string, Uint8Array>();
  for (const entry of entries) {
    const data = entry.linkTo === undefined ? entry.data : contents.get(entry.linkTo);
    if (entry.type === 'file' && data) contents.set(entry.name, data);
    if (entry.linkTo === undefined || !data) yield entry;
    else {
      contents.set(entry.name, data);
      yield { ...entry, type: 'file', data };
    }
  }
}

function utf8(name: string): string {
  return bytesOfText(name);
}

function listed({ name, type, mode, modified, data }: TarEntry, options: Options): string {
  if (!options.has('v')) return `${utf8(name)}\n`;
  const isDirectory = type === 'directory';
  const stat = {
    mode,
    isDirectory,
    isFile: !isDirectory,
    isSymbolicLink: type === 'link',
    size: 0,
    mtime: new Date(),
  };
  const time = timeText(new Date(modified * 1000), longIso);
  return `${modeText(stat)} user/user ${String(data.length).padStart(9)} ${time} ${utf8(name)}\n`;
}

/** Returns error messages: a name that cannot be used costs its entry only. */
async function extract(
  context: CommandContext,
  entry: TarEntry,
  into: string,
  options: Options,
): Promise<string> {
  try {
    return await extractEntry(context, entry, into, options);
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    return `tar: ${utf8(entry.name)}: Cannot open: ${describeFileError(error)}\n`;
  }
}

async function extractEntry(
  { fs }: CommandContext,
  { name, type, mode, modified, data, problem }: TarEntry,
  into: string,
  options: Options,
): Promise<string> {
  const strip = wholeNumber(options.value('S'), 'number of elements') ?? 0;
  const parts = name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .slice(strip);
  if (parts.length === 0) return '';
  if (parts.includes('..')) return `tar: ${name}: Member name contains '..', skipped\n`;
  if (problem !== undefined) return `tar: ${name}: ${problem}, skipped\n`;
  if (type === 'link') return `tar: ${name}: links cannot be created here, skipped\n`;
  const path = fs.resolvePath(into, parts.join('/'));
  if (type === 'directory') {
    await fs.mkdir(path, { recursive: true });
    return '';
  }
  if (options.has('k') && (await fs.exists(path))) return `tar: ${name}: Cannot open: File exists\n`;
  await fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
  await fs.writeFile(path, data);
  if ((mode & 0o777) !== 0o644) await fs.chmod(path, mode & 0o777);
  const time = new Date(modified * 1000);
  await fs.utimes(path, time, time);
  return '';
}
