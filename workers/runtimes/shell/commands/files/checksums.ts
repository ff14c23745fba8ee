/**
 * `md5sum`, `sha1sum`, `sha256sum` and the like, and `cksum`. Those of just-bash print errors on stdout, so that they
 * become part of a list of checksums.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha224 } from '@noble/hashes/sha2.js';
import {
  bytes,
  command,
  CommandError,
  type CommandContext,
  describeFileError,
  readBytes,
  readText,
  type RunCommand,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions } from '../options.ts';

type Digest = (data: Uint8Array) => Promise<Uint8Array> | Uint8Array;

const spec = 'b/binary t/text c/check q/quiet s/status S/strict i/ignore-missing T/tag w/warn z/zero';

function checksum(name: string, label: string, digest: Digest): RunCommand {
  return command(name, 1, async (args, context) => {
    const options = parseOptions(args, spec);
    const files = options.operands.length > 0 ? options.operands : ['-'];
    if (options.has('c')) return check(context, name, { label, digest, files, options });
    let [stdout, stderr] = ['', ''];
    for (const file of files)
      try {
        const sum = hex(await digest(await readBytes(context, file)));
        const end = options.has('z') ? '\0' : '\n';
        const shown = bytesOfText(file);
        stdout += options.has('T') ? `${label} (${shown}) = ${sum}${end}` : line(sum, shown, options) + end;
      } catch (error) {
        stderr += `${name}: ${file}: ${describeFileError(error)}\n`;
      }
    return bytes(stdout, stderr ? 1 : 0, stderr);
  });
}

function hex(sum: Uint8Array): string {
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A name with a backslash or a line end is escaped, and the line begins with a backslash. */
function line(sum: string, file: string, options: Options): string {
  const mark = options.has('b') ? '*' : ' ';
  if (options.has('z') || !/[\\\n\r]/.test(file)) return `${sum} ${mark}${file}`;
  const name = file.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `\\${sum} ${mark}${name}`;
}

type Check = { label: string; digest: Digest; files: readonly string[]; options: Options };
type Counts = { bad: number; failed: number; missing: number; good: number };

async function check(context: CommandContext, name: string, work: Check) {
  const { label, files, options } = work;
  const counts: Counts = { bad: 0, failed: 0, missing: 0, good: 0 };
  let [stdout, stderr] = ['', ''];
  for (const list of files)
    for (const entry of (await readText(context, list)).split('\n').filter(Boolean)) {
      const checked = await checkEntry(context, entry, work);
      if (checked.error !== undefined && options.has('i')) continue;
      counts[checked.kind]++;
      if (checked.error !== undefined) stderr += `${name}: ${checked.error}\n`;
      if (checked.line !== undefined && !(options.has('q') && checked.kind === 'good'))
        stdout += checked.line;
    }
  const read = counts.good + counts.failed + counts.missing;
  if (read === 0 && counts.bad > 0)
    throw new CommandError(`${files.join(' ')}: no properly formatted ${label} checksum lines found`);
  const exitCode = counts.failed + counts.missing + (options.has('S') ? counts.bad : 0) > 0 ? 1 : 0;
  return options.has('s')
    ? bytes('', exitCode, stderr)
    : bytes(stdout, exitCode, stderr + warnings(name, counts));
}

type Checked = { kind: keyof Counts; line?: string; error?: string };

async function checkEntry(
  context: CommandContext,
  entry: string,
  { label, digest }: Check,
): Promise<Checked> {
  const found = readEntry(entry, label);
  if (!found) return { kind: 'bad' };
  const shown = bytesOfText(found.file);
  let data: Uint8Array;
  try {
    data = await readBytes(context, found.file);
  } catch (error) {
    const message = `${found.file}: ${describeFileError(error)}`;
    return { kind: 'missing', line: `${shown}: FAILED open or read\n`, error: message };
  }
  const isGood = hex(await digest(data)) === found.sum.toLowerCase();
  return { kind: isGood ? 'good' : 'failed', line: `${shown}: ${isGood ? 'OK' : 'FAILED'}\n` };
}

function warnings(name: string, counts: Counts): string {
  const line = (count: number, one: string, many: string) =>
    count === 0 ? '' : `${name}: WARNING: ${count} ${count === 1 ? one : many}\n`;
  return (
    line(counts.bad, 'line is improperly formatted', 'lines are improperly formatted') +
    line(counts.missing, 'listed file could not be read', 'listed files could not be read') +
    line(counts.failed, 'computed checksum did NOT match', 'computed checksums did NOT match')
  );
}

function readEntry(entry: string, label: string): { file: string; sum: string } | undefined {
  const [, tagged, tag] = new RegExp(`^${label} \\((.*)\\) = ([0-9a-fA-F]+)\\s*$`, 's').exec(entry) ?? [];
  if (tagged !== undefined && tag !== undefined) return { file: tagged, sum: tag };
  const [, escape, sum, name] = /^(\\?)([0-9a-fA-F]{8,}) [ *](.*)$/s.exec(entry.replace(/\r$/, '')) ?? [];
  if (sum === undefined || name === undefined) return undefined;
  const file = escape
    ? name.replace(/\\([nr\\])/g, (_, letter: string) => ({ n: '\n', r: '\r' })[letter] ?? '\\')
    : name;
  return { file, sum };
}

const subtle =
  (algorithm: string): Digest =>
  async (data) =>
    new Uint8Array(await crypto.subtle.digest(algorithm, new Uint8Array(data)));

export const md5sum = checksum('md5sum', 'MD5', md5);
export const sha1sum = checksum('sha1sum', 'SHA1', subtle('SHA-1'));
export const sha224sum = checksum('sha224sum', 'SHA224', sha224);
export const sha256sum = checksum('sha256sum', 'SHA256', subtle('SHA-256'));
export const sha384sum = checksum('sha384sum', 'SHA384', subtle('SHA-384'));
export const sha512sum = checksum('sha512sum', 'SHA512', subtle('SHA-512'));

export const b2sum = checksum('b2sum', 'BLAKE2b', blake2b);

const table = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum;
});

/** The CRC of POSIX: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/cksum.html */
export const cksum = command('cksum', 1, async (args, context) => {
  const { operands } = parseOptions(args, '');
  let [stdout, stderr] = ['', ''];
  for (const file of operands.length > 0 ? operands : ['-'])
    try {
      const data = await readBytes(context, file);
      stdout += `${crcOf(data)} ${data.length}${operands.length > 0 ? ` ${bytesOfText(file)}` : ''}\n`;
    } catch (error) {
      stderr += `cksum: ${file}: ${describeFileError(error)}\n`;
    }
  return bytes(stdout, stderr ? 1 : 0, stderr);
});

function crcOf(data: Uint8Array): number {
  let sum = 0;
  const add = (byte: number) => (sum = (sum << 8) ^ (table[((sum >>> 24) ^ byte) & 0xff] ?? 0));
  for (const byte of data) add(byte);
  for (let size = data.length; size > 0; size = Math.floor(size / 256)) add(size & 0xff);
  return ~sum >>> 0;
}
