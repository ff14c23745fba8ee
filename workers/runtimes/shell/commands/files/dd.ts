/** `dd`: copies parts of files. https://www.gnu.org/software/coreutils/manual/html_node/dd-invocation.html */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  pathOf,
  readBytes,
  stdinBytes,
} from '../command.ts';

/** Maximum bytes of a result, which is in memory. */
const maxBytes = 128 * 1024 * 1024;

const units: Readonly<Record<string, number>> = {
  ...{ '': 1, c: 1, w: 2, b: 512, k: 1024, K: 1024, kB: 1000, KB: 1000, KiB: 1024 },
  ...{ M: 1024 ** 2, MB: 1000 ** 2, MiB: 1024 ** 2, G: 1024 ** 3, GB: 1000 ** 3, GiB: 1024 ** 3 },
};

const conversions: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  ucase: (data) => data.map((byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte)),
  lcase: (data) => data.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte)),
  swab: (data) => data.map((byte, at) => data[at % 2 === 0 ? at + 1 : at - 1] ?? byte),
};
/** What changes nothing here, or is handled apart. */
const accepted = ['notrunc', 'fsync', 'fdatasync', 'noerror', 'sync', 'excl', 'nocreat', 'none'];

export const dd = command('dd', 1, async (args, context) => {
  const values = readOperands(args);
  const conv = (values.get('conv') ?? '').split(',').filter(Boolean);
  for (const name of conv)
    if (!conversions[name] && !accepted.includes(name))
      throw new CommandError(`invalid conversion: '${name}'`);
  const both = values.get('bs');
  const block = sizeOf(both ?? values.get('ibs') ?? '512');
  const outBlock = sizeOf(both ?? values.get('obs') ?? '512');
  const input = await readInput(context, values, block);
  const data = converted(input, conv, block);
  const output = values.get('of');
  const flags = outputFlags(values);
  const at = sizeOf(values.get('seek') ?? '0') * (flags.includes('seek_bytes') ? 1 : outBlock);
  const isAppended = flags.includes('append');
  if (output !== undefined) await write(context, output, { data, at, conv, isAppended });
  const counts = `${records(input.length, block)} records in\n${records(data.length, outBlock)} records out\n`;
  const status = values.get('status');
  const copied = status === 'noxfer' ? '' : `${data.length} bytes copied\n`;
  return bytes(output === undefined ? data : '', 0, status === 'none' ? '' : counts + copied);
});

function outputFlags(values: ReadonlyMap<string, string>): string[] {
  const flags = (values.get('oflag') ?? '').split(',').filter(Boolean);
  const unknown = flags.find((flag) => flag !== 'append' && flag !== 'seek_bytes');
  if (unknown !== undefined)
    throw new CommandError(`output flag '${unknown}' is not possible here: use append or seek_bytes`);
  return flags;
}

function records(size: number, block: number): string {
  return `${Math.floor(size / block)}+${size % block > 0 ? 1 : 0}`;
}

function converted(input: Uint8Array, conv: readonly string[], block: number): Uint8Array {
  const short = input.length % block;
  const data = conv.includes('sync') && short > 0 ? extended(input, input.length + block - short) : input;
  return conv.reduce((current, name) => conversions[name]?.(current) ?? current, data);
}

function readOperands(args: readonly string[]): Map<string, string> {
  const known = [
    'if',
    'of',
    'bs',
    'ibs',
    'obs',
    'cbs',
    'count',
    'skip',
    'seek',
    'iseek',
    'oseek',
    'conv',
    'status',
    'iflag',
    'oflag',
  ];
  const values = new Map<string, string>();
  for (const word of args) {
    const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
    if (!known.includes(name)) throw new CommandError(`unrecognized operand '${word}'`);
    values.set(name === 'iseek' ? 'skip' : name === 'oseek' ? 'seek' : name, value);
  }
  return values;
}

/** `2k`, or a product such as `2x512`. */
function sizeOf(word: string): number {
  const factors = word.split('x').map((part) => {
    const [, digits, unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(part) ?? [];
    const factor = units[unit];
    if (digits === undefined || factor === undefined) throw new CommandError(`invalid number: '${word}'`);
    return Number(digits) * factor;
  });
  return factors.reduce((product, factor) => product * factor, 1);
}

/** `/dev/zero`, `/dev/urandom` and `/dev/random` have no end. */
async function readInput(
  context: CommandContext,
  values: ReadonlyMap<string, string>,
  block: number,
): Promise<Uint8Array> {
  const flags = (values.get('iflag') ?? '').split(',');
  const count = values.get('count');
  const from = sizeOf(values.get('skip') ?? '0') * (flags.includes('skip_bytes') ? 1 : block);
  const size = count === undefined ? undefined : sizeOf(count) * (flags.includes('count_bytes') ? 1 : block);
  const file = values.get('if');
  if (file !== undefined && /^\/dev\/(zero|u?random)$/.test(file)) {
    if (size === undefined) throw new CommandError(`${file} has no end: add count=`);
    if (size > maxBytes) throw new CommandError('more than 128 MB cannot be written here');
    return endless(file, size);
  }
  const all =
    file === undefined
      ? stdinBytes(context)
      : await readBytes(context, file).catch((error: unknown) => {
          throw new CommandError(`failed to open '${file}': ${describeFileError(error)}`);
        });
  return all.subarray(from, size === undefined ? undefined : from + size);
}

/** The first bytes of a device without an end. */
export function endless(file: string, size: number): Uint8Array {
  const data = new Uint8Array(size);
  // The largest amount that one call returns.
  if (file !== '/dev/zero')
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536));
  return data;
}

function extended(data: Uint8Array, size: number): Uint8Array {
  if (size > maxBytes) throw new CommandError('more than 128 MB cannot be written here');
  const longer = new Uint8Array(size);
  longer.set(data);
  return longer;
}

type Output = { data: Uint8Array; at: number; conv: readonly string[]; isAppended: boolean };

async function write(
  context: CommandContext,
  file: string,
  { data, at, conv, isAppended }: Output,
): Promise<void> {
  if (file === '/dev/null') return;
  const path = pathOf(context, file);
  const isThere = await context.fs.exists(path);
  if (isThere && conv.includes('excl')) throw new CommandError(`failed to open '${file}': File exists`);
  if (!isThere && conv.includes('nocreat'))
    throw new CommandError(`failed to open '${file}': No such file or directory`);
  const keeps = isThere && (at > 0 || conv.includes('notrunc'));
  const before = keeps ? await context.fs.readFileBuffer(path) : new Uint8Array();
  // Without `notrunc`, the file ends at `at` before data are appended.
  const start = isAppended && conv.includes('notrunc') ? before.length : at;
  const size = Math.max(start + data.length, conv.includes('notrunc') ? before.length : 0);
  const after = extended(before.subarray(0, size), size);
  after.set(data, start);
  await context.fs.writeFile(path, after);
}
