/** `tac`, `fold` and `nl`. Those of just-bash add or omit line ends, count characters, or stop at a missing file. */
import type { ExecResult } from 'just-bash/browser';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  joinLines,
  linesOf,
  readLatin1,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { parseOptions, wholeNumber } from '../options.ts';

/** A last line without an end is printed first, and joined to the next one, as GNU tac does. */
export const tac = command('tac', 1, async (args, context) => {
  const options = parseOptions(args, 's/separator= b/before');
  if (options.has('b')) throw new CommandError("option '-b' is not available here", 2);
  const separator = bytesOfText(options.value('s') ?? '\n');
  return convertFiles(context, options.operands, 'tac', (content) => {
    const records = content.split(separator);
    const rest = records.pop() ?? '';
    return (
      rest +
      records
        .reverse()
        .map((record) => record + separator)
        .join('')
    );
  });
});

/** Wraps lines at a number of bytes, as GNU fold 9.1 does. */
export const fold = command('fold', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word) => word.replace(/^-(\d+)$/, '-w$1')),
    'b/bytes s/spaces w/width=',
  );
  const width = wholeNumber(options.value('w'), 'number of columns') ?? 80;
  if (width === 0) throw new CommandError("invalid number of columns: '0'");
  const advance = options.has('b') ? (column: number) => column + 1 : columnAfter;
  return convertFiles(context, options.operands, 'fold', (content) =>
    content
      .split('\n')
      .map((line) => wrap(line, width, advance, options.has('s')))
      .join('\n'),
  );
});

function columnAfter(column: number, byte: string): number {
  if (byte === '\t') return column + 8 - (column % 8);
  if (byte === '\b') return Math.max(0, column - 1);
  return byte === '\r' ? 0 : column + 1;
}

type Advance = (column: number, byte: string) => number;

function wrap(line: string, width: number, advance: Advance, atSpaces: boolean): string {
  const parts: string[] = [];
  let [begin, column] = [0, 0];
  for (let at = 0; at < line.length; at++) {
    const next = advance(column, line.charAt(at));
    if (next <= width || at === begin) {
      column = next;
      continue;
    }
    const piece = line.slice(begin, at);
    const cut = atSpaces ? Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\t')) + 1 : 0;
    parts.push(cut > 0 ? piece.slice(0, cut) : piece);
    begin = cut > 0 ? begin + cut : at;
    at = begin - 1;
    column = 0;
  }
  return [...parts, line.slice(begin)].join('\n');
}

/** Numbers lines, and ends the last one. */
export const nl = command('nl', 1, async (args, context) => {
  const options = parseOptions(
    args,
    'b/body-numbering= n/number-format= w/number-width= s/number-separator= v/starting-line-number=',
    'i/line-increment= p/no-renumber h/header-numbering= f/footer-numbering= d/section-delimiter= l/join-blank-lines=',
  );
  const style = options.value('b') ?? 't';
  const format = options.value('n') ?? 'rn';
  if (!['a', 't', 'n'].includes(style)) throw new CommandError(`invalid body numbering style: '${style}'`);
  if (!['ln', 'rn', 'rz'].includes(format))
    throw new CommandError(`invalid line numbering format: '${format}'`);
  const width = wholeNumber(options.value('w'), 'line number field width') ?? 6;
  const separator = bytesOfText(options.value('s') ?? '\t');
  const step = wholeNumber(options.value('i'), 'line number increment') ?? 1;
  let next = wholeNumber(options.value('v'), 'starting line number') ?? 1;
  const numbered = () => {
    const digits = String(next);
    next += step;
    return format === 'ln' ? digits.padEnd(width) : digits.padStart(width, format === 'rz' ? '0' : ' ');
  };
  return convertFiles(context, options.operands, 'nl', (content) =>
    joinLines(
      linesOf(content).map((line) =>
        style === 'a' || (style === 't' && line !== '')
          ? numbered() + separator + line
          : ' '.repeat(width + separator.length) + line,
      ),
    ),
  );
});

/** Prints each file converted. What cannot be read is reported, and the others are printed. */
async function convertFiles(
  context: CommandContext,
  names: readonly string[],
  name: string,
  convert: (content: string) => string,
): Promise<ExecResult> {
  let [stdout, stderr] = ['', ''];
  for (const file of names.length > 0 ? names : ['-']) {
    try {
      stdout += convert(await readLatin1(context, file));
    } catch (error) {
      stderr += `${name}: ${file}: ${describeFileError(error)}\n`;
    }
  }
  return bytes(stdout, stderr === '' ? 0 : 1, stderr);
}
