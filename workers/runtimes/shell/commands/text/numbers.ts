/** Small commands for numbers and lists that just-bash lacks: `factor`, `shuf`, `yes`, `iconv`. */
import { CharacterError, encodeText, writableLabels } from '#workers/text/encoding/encode-text.ts';
import {
  bytes,
  command,
  CommandError,
  joinLines,
  linesOf,
  pathOf,
  readBytes,
  readLatin1,
  stdinOf,
  text,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { parseOptions } from '../options.ts';

export const factor = command('factor', 1, async (args, context) => {
  const numbers = args.length > 0 ? args : stdinOf(context).split(/\s+/).filter(Boolean);
  const lines = numbers.map((word) => {
    if (!/^\d{1,15}$/.test(word))
      throw new CommandError(`'${word}' is not a valid positive integer of up to 15 digits`);
    return `${word}: ${factorsOf(Number(word)).join(' ')}`.trimEnd();
  });
  return text(joinLines(lines));
});

function factorsOf(value: number): number[] {
  const found: number[] = [];
  let rest = value;
  for (let divisor = 2; divisor * divisor <= rest; divisor++)
    for (; rest % divisor === 0; rest /= divisor) found.push(divisor);
  return rest > 1 ? [...found, rest] : found;
}

/** Maximum number of lines that `shuf` generates, because they are all in memory. */
const maxShuffled = 1_000_000;

export const shuf = command('shuf', 1, async (args, context) => {
  const options = parseOptions(
    args,
    'e/echo n/head-count= i/input-range= o/output= r/repeat z/zero-terminated',
  );
  const range = /^(\d+)-(\d+)$/.exec(options.value('i') ?? '');
  const items = range
    ? Array.from({ length: Math.min(Number(range[2]) - Number(range[1]) + 1, maxShuffled) }, (_, at) =>
        String(Number(range[1]) + at),
      )
    : options.has('e')
      ? [...options.operands]
      : linesOf(await readLatin1(context, options.operands[0] ?? '-'));
  const count = Number(options.value('n') ?? items.length);
  let shown: string[] = [];
  if (options.has('r'))
    while (shown.length < Math.min(count, maxShuffled) && items.length > 0)
      shown.push(items[Math.floor(Math.random() * items.length)] ?? '');
  else {
    for (let at = items.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1));
      [items[at], items[other]] = [items[other] ?? '', items[at] ?? ''];
    }
    shown = items.slice(0, count);
  }
  const result = joinLines(shown);
  const output = options.value('o');
  if (output === undefined) return bytes(result);
  await context.fs.writeFile(pathOf(context, output), result, 'latin1');
  return text('');
});

/**
 * Lines that `yes` prints. The commands of a pipe run one after the other, so it must end; this is enough for
 * a program that asks questions.
 */
const yesLines = 10_000;

export const yes = command('yes', 1, async (args) => text(`${args.join(' ') || 'y'}\n`.repeat(yesLines)));

export const iconv = command('iconv', 1, async (args, context) => {
  const options = parseOptions(args, 'f/from-code= t/to-code= o/output= csl');
  const target = (options.value('t') ?? 'utf-8').toLowerCase();
  const parts: string[] = [];
  for (const name of options.operands.length > 0 ? options.operands : ['-'])
    parts.push(decoderFor(options.value('f') ?? 'utf-8').decode(await readBytes(context, name)));
  const result = encodeAs(parts.join(''), target, options.has('c'));
  const output = options.value('o');
  if (output === undefined) return bytes(result);
  await context.fs.writeFile(pathOf(context, output), result, 'latin1');
  return text('');
});

function decoderFor(name: string): TextDecoder {
  try {
    return new TextDecoder(name);
  } catch {
    throw new CommandError(`conversion from '${name}' is not supported`);
  }
}

function encodeLegacy(content: string, name: string): string {
  const label = writableLabels.find((each) => each === decoderFor(name).encoding);
  if (label === undefined) throw new CommandError(`conversion to '${name}' is not supported`);
  try {
    return latin1Of(encodeText(content, label));
  } catch (error) {
    if (!(error instanceof CharacterError)) throw error;
    throw new CommandError(`cannot convert ${JSON.stringify(error.character)} to ${name}`);
  }
}

function utf32(content: string, isLittle: boolean): string {
  const points = Array.from(content, (character) => character.codePointAt(0) ?? 0);
  const bytes = new Uint8Array(points.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, point] of points.entries()) view.setUint32(at * 4, point, isLittle);
  return latin1Of(bytes);
}

function encodeAs(content: string, target: string, isLenient: boolean): string {
  const [name = '', how = ''] = target.split('//');
  if (/^utf-?8$/.test(name)) return bytesOfText(content);
  // Without a byte order, GNU iconv writes little-endian with a mark.
  if (/^(utf-?16|ucs-?2)$/.test(name)) return latin1Of(encodeText(`\ufeff${content}`, 'utf-16le'));
  if (/^(utf-?32|ucs-?4)$/.test(name)) return utf32(`\ufeff${content}`, true);
  if (/^utf-?32(le|be)$/.test(name)) return utf32(content, name.endsWith('le'));
  const most = /^(us-)?ascii$/.test(name) ? 0x7f : /^(iso-?8859-1|latin-?1)$/.test(name) ? 0xff : undefined;
  if (most === undefined) return encodeLegacy(content, name);
  const plain = how.startsWith('translit') ? content.normalize('NFKD').replace(/\p{M}/gu, '') : content;
  return Array.from(plain)
    .map((character) => {
      if ((character.codePointAt(0) ?? 0) <= most) return character;
      if (how.startsWith('ignore') || isLenient) return '';
      if (how.startsWith('translit')) return '?';
      throw new CommandError(
        `cannot convert ${JSON.stringify(character)} to ${name}; add //TRANSLIT or //IGNORE`,
      );
    })
    .join('');
}
