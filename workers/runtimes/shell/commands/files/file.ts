/** `file`: just-bash tells the kinds of binary files; what is text, and in which encoding, is decided as in all tools. */
import { findEncoding, type TextEncoding } from '#workers/text/encoding/find-encoding.ts';
import { svgType } from '#shared/conversation/content.ts';
import { original } from '../adapted.ts';
import { command, type CommandContext, CommandError, pathOf, readBytes, text } from '../command.ts';
import { parseOptions, type Options } from '../options.ts';

/** This much of a file is looked at. */
const probeBytes = 16 * 1024 * 1024;

const decoder = new TextDecoder();
/** The root element of an SVG, after what XML allows before it. */
const svgStart = /^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE\s+svg[^>]*>\s*)*<svg[\s>]/i;
const svgStartBytes = 4_096;

export const file = command('file', 1, async (args, context) => {
  const options = parseOptions(args, 'b/brief i/mime t/mime-type e/mime-encoding L/dereference hskzN');
  if (options.operands.length === 0) throw new CommandError('missing operand; usage: file [-bi] FILE...');
  const lines: string[] = [];
  let exitCode = 0;
  for (const name of options.operands) {
    const line = await describe(name, options, context);
    exitCode ||= line.exitCode;
    lines.push(options.has('b') ? line.text : `${name}: ${line.text}`);
  }
  return text(`${lines.join('\n')}\n`, exitCode);
});

type Description = { text: string; exitCode: number };

async function describe(name: string, options: Options, context: CommandContext): Promise<Description> {
  const isInput = name === '-';
  const stat = isInput ? undefined : await statOf(name, context);
  if (!stat && !isInput) return { text: `cannot open '${name}' (No such file or directory)`, exitCode: 1 };
  if (stat && !stat.isFile) return ask(name, options.has('i') || options.has('t'), context);
  const bytes = await readBytes(context, name);
  const isMime = options.has('i') || options.has('t');
  const isKnown = !isInput && bytes.length > 0 && !options.has('e');
  const known = isKnown ? (await ask(name, isMime, context)).text : '';
  return { text: await textOn(bytes, known, isMime, options), exitCode: 0 };
}

/** `known`: what the library says. */
async function textOn(bytes: Uint8Array, known: string, isMime: boolean, options: Options): Promise<string> {
  const encoding = findEncoding(bytes.subarray(0, probeBytes));
  const isAscii = encoding !== undefined && !bytes.some((byte) => byte > 0x7f);
  const charset = charsetOf(encoding, isAscii, bytes);
  if (options.has('e')) return charset;
  const isSvg = encoding !== undefined && svgStart.test(decoder.decode(bytes.subarray(0, svgStartBytes)));
  if (isMime) {
    const found = isSvg ? svgType : mimeType(known, encoding);
    const type = bytes.length === 0 ? 'inode/x-empty' : found;
    return options.has('t') ? type : `${type}; charset=${charset}`;
  }
  if (bytes.length === 0) return 'empty';
  if (isSvg) return `SVG Scalable Vector Graphics image${await svgSize(bytes)}`;
  const said = words(known, encoding, isAscii, bytes);
  return encoding ? said : `${said}${await pictureWords(bytes, said)}`;
}

/** What the library says, unless it takes text for binary or the other way round. */
function mimeType(known: string, encoding: TextEncoding | undefined): string {
  const isText = /^(text\/|application\/(json|xml|javascript)|image\/svg)/.test(known);
  if ((encoding !== undefined) === isText) return known;
  return encoding ? 'text/plain' : 'application/octet-stream';
}

/** Empty for one that is too large or too complex to be drawn. */
async function svgSize(bytes: Uint8Array): Promise<string> {
  const { maxSvgBytes, readSvg } = await import('#workers/text/read-svg.ts');
  const size = bytes.length <= maxSvgBytes ? readSvg(decoder.decode(bytes)) : undefined;
  return size ? `, ${Math.round(size.width)} x ${Math.round(size.height)}` : '';
}

/** Size, date and place of a picture, as far as the library did not say them. */
async function pictureWords(bytes: Uint8Array, said: string): Promise<string> {
  const info = (await import('#workers/images/picture-info.ts')).readPictureInfo(bytes);
  if (!info) return '';
  const { width, height, taken, place } = info;
  const facts = [
    `${width} x ${height}`,
    ...(taken ? [`taken ${taken}`] : []),
    ...(place ? [`at ${place.latitude}, ${place.longitude}`] : []),
  ];
  return facts
    .filter((fact) => !said.includes(fact))
    .map((fact) => `, ${fact}`)
    .join('');
}

async function statOf(name: string, context: CommandContext) {
  try {
    return await context.fs.stat(pathOf(context, name));
  } catch {
    return undefined;
  }
}

/** What the library says. */
async function ask(name: string, isMime: boolean, context: CommandContext): Promise<Description> {
  const { stdout, stderr, exitCode } = await original(context, [
    isMime ? '-bi' : '-b',
    name.startsWith('-') ? `./${name}` : name,
  ]);
  return { text: (stdout || stderr).trimEnd(), exitCode };
}

function charsetOf(encoding: TextEncoding | undefined, isAscii: boolean, bytes: Uint8Array): string {
  if (bytes.length === 0 || !encoding) return 'binary';
  if (isAscii && encoding.name === 'utf-8') return 'us-ascii';
  // Without the characters that only Windows has, it is Latin-1, as `file` says.
  const isLatin = encoding.name === 'windows-1252' && !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  return isLatin ? 'iso-8859-1' : encoding.name;
}

function words(
  known: string,
  encoding: TextEncoding | undefined,
  isAscii: boolean,
  bytes: Uint8Array,
): string {
  if (!encoding) return /\btext\b/.test(known) ? 'data' : known;
  const name = encodingWords(encoding, isAscii);
  const ends = bytes.includes(0x0d) && / CRLF /.test(known) ? ', with CRLF line terminators' : '';
  // What the library takes for a binary file although it is text, such as UTF-16.
  const kind = /\b(text|script|data|document|source|program)\b/i.test(known) ? known : '';
  const plain = kind
    .replace(/, with .*$/, '')
    .replace(/,? ?\bASCII text\b( executable)?/, '')
    .replace(/ (text|data)$/, '');
  return `${plain === '' ? '' : `${plain}, `}${name} text${/ executable/.test(kind) ? ' executable' : ''}${ends}`;
}

function encodingWords({ name, hasMark, isDamaged }: TextEncoding, isAscii: boolean): string {
  if (name === 'utf-8')
    return isAscii
      ? 'ASCII'
      : `Unicode text, UTF-8${hasMark ? ' (with BOM)' : ''}${isDamaged ? ' (damaged)' : ''}`;
  if (name === 'utf-16le') return 'Unicode text, UTF-16, little-endian';
  if (name === 'utf-16be') return 'Unicode text, UTF-16, big-endian';
  if (name === 'windows-1252') return 'ISO-8859 (windows-1252, Latin-1)';
  return name === 'unknown-8bit' ? 'unknown 8-bit' : name;
}
