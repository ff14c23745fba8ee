/** `tac`, `rev`, `fold` and `nl`. Those of just-bash add or omit line ends, count characters, or stop at a missing file. */
import { command, CommandError, joinLines, linesOf } from '../command.ts';
import { convertFiles } from '../each-file.ts';
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { parseOptions, wholeNumber } from '../options.ts';

/** A last line without an end is printed first, and joined to the next one, as GNU tac does. */
export const tac = command('tac', 1, async (args, context) => {
  const options = parseOptions(args, 's/separator= b/before r/regex');
  const separator = bytesOfText(options.value('s') ?? '\n');
  const pattern = new RegExp(options.has('r') ? separator : escaped(separator), 'y');
  return convertFiles(context, 'tac', options.operands, (content) => {
    const records: string[] = [];
    let end = content.length;
    for (let at = content.length - 1; at >= 0; at--) {
      pattern.lastIndex = at;
      const found = pattern.exec(content)?.[0] ?? '';
      if (found === '' || at + found.length > end) continue;
      const cut = options.has('b') ? at : at + found.length;
      if (cut < content.length) records.push(content.slice(cut, end));
      end = cut;
    }
    return [...records, content.slice(0, end)].join('');
  });
});

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Reverses the characters of each line. */
export const rev = command('rev', 1, async (args, context) => {
  const { operands } = parseOptions(args, '0/zero');
  return convertFiles(context, 'rev', operands, (content) =>
    bytesOfText(
      textOfBytes(content)
        .split('\n')
        .map((line) => Array.from(line).reverse().join(''))
        .join('\n'),
    ),
  );
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
  return convertFiles(context, 'fold', options.operands, (content) =>
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
  const format = options.value('n') ?? 'rn';
  if (!['ln', 'rn', 'rz'].includes(format))
    throw new CommandError(`invalid line numbering format: '${format}'`);
  const width = wholeNumber(options.value('w'), 'line number field width') ?? 6;
  const separator = bytesOfText(options.value('s') ?? '\t');
  const step = wholeNumber(options.value('i'), 'line number increment') ?? 1;
  const first = wholeNumber(options.value('v'), 'starting line number') ?? 1;
  const joined = wholeNumber(options.value('l'), 'line number of blank lines') ?? 1;
  const styles = { h: options.value('h') ?? 'n', b: options.value('b') ?? 't', f: options.value('f') ?? 'n' };
  const isNumbered = { h: numbering(styles.h), b: numbering(styles.b), f: numbering(styles.f) };
  let [next, blanks] = [first, 0];
  let section: keyof typeof styles = 'b';
  const delimiter = bytesOfText((options.value('d') ?? '\\:').padEnd(2, ':'));
  const sections = new Map<string, keyof typeof styles>([
    [delimiter.repeat(3), 'h'],
    [delimiter.repeat(2), 'b'],
    [delimiter, 'f'],
  ]);
  const numbered = (line: string) => {
    const begun = sections.get(line);
    if (begun) {
      if (begun === 'h' && !options.has('p')) next = first;
      section = begun;
      return '';
    }
    blanks = line === '' ? blanks + 1 : 0;
    const isJoined = line === '' && styles[section] === 'a' && blanks % joined !== 0;
    if (isJoined || !isNumbered[section](line)) return ' '.repeat(width + separator.length) + line;
    const digits = String(next);
    next += step;
    const shown =
      format === 'ln' ? digits.padEnd(width) : digits.padStart(width, format === 'rz' ? '0' : ' ');
    return shown + separator + line;
  };
  return convertFiles(context, 'nl', options.operands, (content) =>
    joinLines(linesOf(content).map(numbered)),
  );
});

/** Whether a line gets a number. */
function numbering(style: string): (line: string) => boolean {
  if (style === 'a') return () => true;
  if (style === 't') return (line) => line !== '';
  if (style === 'n') return () => false;
  if (!style.startsWith('p')) throw new CommandError(`invalid numbering style: '${style}'`);
  const pattern = new RegExp(bytesOfText(style.slice(1)));
  return (line) => pattern.test(line);
}
