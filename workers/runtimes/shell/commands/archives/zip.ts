/** `zip` and `unzip`, which just-bash lacks. */
// zip.js uses the browser's compression, supports Zip64 and verifies checksums; also used for backups.
import {
  BlobReader,
  BlobWriter,
  configure,
  type Entry,
  type FileEntry,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { ExecResult } from 'just-bash/browser';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  pathOf,
  readBytes,
  describeFileError,
  text,
} from '../command.ts';
import { findEncoding } from '#workers/text/encoding/find-encoding.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { hasCode } from '../../fs/errno.ts';
import { globRegExp } from '../glob-regexp.ts';
import { longIso, timeText } from '../files/ls.ts';
import { type Options, parseOptions } from '../options.ts';

// No web workers: this already is a worker, and zip.js starts them from a `blob:` URL, which our policy
// refuses.
configure({ useWebWorkers: false });

type Source = { name: string; data: Uint8Array | null; modified: Date };

export const zip = command('zip', 12, async (args, context) => {
  const options = parseOptions(
    args,
    'r/recurse_paths q/quiet j/junk-paths x/exclude= i/include= XDu0123456789vy',
  );
  const [file, ...operands] = options.operands;
  if (file === undefined || operands.length === 0)
    throw new CommandError('nothing to do: name an archive and files', 12);
  const target = pathOf(context, /\.[^/]*$/.test(file) ? file : `${file}.zip`);
  const sources: Source[] = [];
  for (const name of operands) await collect(context, name, options, sources);
  const kept = (await context.fs.exists(target))
    ? await entriesOf(await context.fs.readFileBuffer(target))
    : [];
  const writer = new ZipWriter(new BlobWriter('application/zip'), { level: levelOf(options) });
  const fresh = new Set(sources.map(({ name }) => name));
  for (const entry of kept) {
    if (fresh.has(entry.filename)) continue;
    if (entry.directory) await writer.add(entry.filename, undefined, { directory: true });
    else
      await writer.add(entry.filename, new BlobReader(new Blob([await dataOf(entry)])), {
        lastModDate: entry.lastModDate,
      });
  }
  let output = '';
  for (const { name, data, modified } of sources) {
    const isKnown = kept.some(({ filename }) => filename === name);
    output += `${isKnown ? 'updating' : '  adding'}: ${name}\n`;
    if (data === null) await writer.add(name, undefined, { directory: true, lastModDate: modified });
    else await writer.add(name, new BlobReader(new Blob([new Uint8Array(data)])), { lastModDate: modified });
  }
  await context.fs.writeFile(target, new Uint8Array(await (await writer.close()).arrayBuffer()));
  return text(options.has('q') ? '' : output);
});

function levelOf(options: Options): number {
  const digit = options.order.findLast((letter) => /\d/.test(letter));
  return digit === undefined ? 6 : Number(digit);
}

async function collect(
  context: CommandContext,
  name: string,
  options: Options,
  sources: Source[],
): Promise<void> {
  const path = pathOf(context, name);
  const stat = await context.fs.stat(path).catch((error: unknown) => {
    throw new CommandError(`name not matched: ${name} (${describeFileError(error)})`, 12);
  });
  const bare = name.replace(/^(\.?\/)+/, '').replace(/\/+$/, '');
  if (options.all('x').some((pattern) => globRegExp(pattern).test(bare))) return;
  if (!stat.isDirectory) {
    const stored = options.has('j') ? bare.slice(bare.lastIndexOf('/') + 1) : bare;
    sources.push({ name: stored, data: await context.fs.readFileBuffer(path), modified: stat.mtime });
    return;
  }
  if (!options.has('j') && !options.has('D') && bare !== '' && bare !== '.')
    sources.push({ name: `${bare}/`, data: null, modified: stat.mtime });
  if (!options.has('r')) return;
  for (const each of await context.fs.readdir(path))
    await collect(context, bare === '' || bare === '.' ? each : `${bare}/${each}`, options, sources);
}

async function entriesOf(data: Uint8Array): Promise<Entry[]> {
  // Names are checked when an entry is extracted, so that one costs no other.
  const options = { checkCrc32: true, filenameValidation: 'tolerant' as const };
  const blob = new Blob([new Uint8Array(data)]);
  try {
    const entries = await new ZipReader(new BlobReader(blob), options).getEntries();
    const encoding = encodingOfNames(entries);
    if (encoding === undefined) return entries;
    return await new ZipReader(new BlobReader(blob), { ...options, filenameEncoding: encoding }).getEntries();
  } catch {
    throw new CommandError('this is not a zip archive, or it is damaged', 9);
  }
}

/** The encoding of names without the flag of UTF-8, if they are no names in that of MS-DOS. */
function encodingOfNames(entries: readonly Entry[]): string | undefined {
  const names = entries.filter((each) => !each.filenameUTF8).map(({ rawFilename }) => rawFilename);
  const bytes = new Uint8Array(names.flatMap((name) => [...name, 0x0a]));
  if (!bytes.some((byte) => byte > 0x7f)) return undefined;
  const found = findEncoding(bytes, true)?.name;
  return found !== undefined && wideEncodings.includes(found) ? found : undefined;
}

const wideEncodings = ['utf-8', 'gbk', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'];

async function dataOf(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.encrypted)
    throw new CommandError(`${entry.filename} is encrypted, which unzip cannot read here`, 82);
  try {
    return new Uint8Array(await (await entry.getData(new BlobWriter())).arrayBuffer());
  } catch {
    throw new CommandError(`${entry.filename} is damaged`, 2);
  }
}

export const unzip = command('unzip', 9, async (args, context) => {
  const options = parseOptions(splitExcluded(args), 'oqlpnjtvuZ1C dx=');
  const [file, ...wanted] = options.operands;
  if (file === undefined) throw new CommandError('name the archive', 10);
  const packed = await archiveBytes(context, file);
  const patterns = wanted.map((pattern) => globRegExp(pattern));
  const excluded = options.all('x').map((pattern) => globRegExp(pattern));
  const entries = (await entriesOf(packed)).filter(
    ({ filename }) =>
      (patterns.length === 0 || patterns.some((each) => each.test(filename))) &&
      !excluded.some((each) => each.test(filename)),
  );
  if (patterns.length > 0 && entries.length === 0)
    throw new CommandError(`caution: filename not matched: ${wanted.join(' ')}`, 11);
  if (options.has('l') || options.has('v')) return text(`Archive:  ${file}\n${listing(entries)}`);
  if (options.has('Z') || options.has('1'))
    return text(entries.map(({ filename }) => `${filename}\n`).join(''));
  if (options.has('p')) {
    let out = '';
    for (const entry of entries) if (!entry.directory) out += latin1Of(await dataOf(entry));
    return bytes(out);
  }
  if (options.has('t')) {
    for (const entry of entries) if (!entry.directory) await dataOf(entry);
    return text(`No errors detected in compressed data of ${file}.\n`);
  }
  return extract(context, file, entries, options);
});

/** Expands `-x a b`, in which every word after -x is a pattern. */
function splitExcluded(args: readonly string[]): string[] {
  const at = args.indexOf('-x');
  if (at < 0) return [...args];
  const end = args.findIndex((word, index) => index > at && word === '-d');
  const patterns = args.slice(at + 1, end < 0 ? undefined : end);
  return [
    ...args.slice(0, at),
    ...patterns.flatMap((pattern) => ['-x', pattern]),
    ...(end < 0 ? [] : args.slice(end)),
  ];
}

async function archiveBytes(context: CommandContext, file: string): Promise<Uint8Array> {
  for (const name of [file, `${file}.zip`])
    if (await context.fs.exists(pathOf(context, name))) return readBytes(context, name);
  throw new CommandError(`cannot find or open ${file}, ${file}.zip`, 9);
}

async function extract(
  context: CommandContext,
  file: string,
  entries: readonly Entry[],
  options: Options,
): Promise<ExecResult> {
  const into = pathOf(context, options.value('d') ?? '.');
  let [output, errors, exitCode] = [`Archive:  ${file}\n`, '', 0];
  for (const entry of entries) {
    try {
      const { written, warning } = await extractEntry(context, entry, into, options);
      output += written;
      errors += warning;
      if (warning) exitCode = Math.max(exitCode, 1);
    } catch (error) {
      // A damaged or locked entry, or a name that cannot be used, costs no other.
      if (hasCode(error, 'EINTR')) throw error;
      const isOwn = error instanceof CommandError;
      errors += `unzip: ${isOwn ? error.message : `${entry.filename}: ${describeFileError(error)}, skipped`}\n`;
      exitCode = Math.max(exitCode, isOwn ? error.exitCode : 2);
    }
  }
  return text(options.has('q') ? '' : output, exitCode, errors);
}

async function extractEntry(
  { fs }: CommandContext,
  entry: Entry,
  into: string,
  options: Options,
): Promise<{ written: string; warning: string }> {
  // Some programs for Windows write backslashes between folders.
  const hasBackslashes = entry.filename.includes('\\');
  const name = hasBackslashes ? entry.filename.replaceAll('\\', '/') : entry.filename;
  const warning = hasBackslashes
    ? `unzip: ${entry.filename}: backslashes are read as path separators\n`
    : name.startsWith('/')
      ? `unzip: ${name}: the leading / is stripped\n`
      : '';
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..'))
    return { written: '', warning: `unzip: ${entry.filename}: the name would leave the folder, skipped\n` };
  if (name.includes('\0'))
    return { written: '', warning: `unzip: ${JSON.stringify(name)}: the name has a NUL, skipped\n` };
  const path = fs.resolvePath(into, options.has('j') ? (parts.at(-1) ?? '') : parts.join('/'));
  if (entry.directory || name.endsWith('/')) {
    if (!options.has('j')) await fs.mkdir(path, { recursive: true });
    return { written: '', warning };
  }
  if (!options.has('o') && (await fs.exists(path))) {
    const exists = `unzip: ${entry.filename} exists, skipped; use -o to overwrite\n`;
    return { written: '', warning: warning + (options.has('n') ? '' : exists) };
  }
  await fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
  await fs.writeFile(path, await dataOf(entry));
  await fs.utimes(path, entry.lastModDate, entry.lastModDate);
  return { written: `  inflating: ${entry.filename}\n`, warning };
}

function listing(entries: readonly Entry[]): string {
  const lines = entries.map(({ uncompressedSize, lastModDate, filename }) => {
    const time = timeText(lastModDate, longIso);
    return `${String(uncompressedSize).padStart(9)}  ${time}   ${filename}\n`;
  });
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const rule = '---------                     -------\n';
  return `  Length      Date    Time    Name\n---------  ---------- -----   ----\n${lines.join('')}${rule}${String(total).padStart(9)}                     ${entries.length} file${entries.length === 1 ? '' : 's'}\n`;
}
