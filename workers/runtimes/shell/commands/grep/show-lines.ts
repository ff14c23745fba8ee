/** Shows the selected lines of a file as grep does. */
import { bytesOfText, hasEscapes } from '#workers/text/encoding/byte-text.ts';
import { type ChosenLine, selectLines, type SelectOptions } from './select-lines.ts';

export type ShowOptions = SelectOptions & {
  onlyMatching: boolean;
  lineNumbers: boolean;
  /** Aligns the lines by tabs (-T). */
  tabs: boolean;
  isColored: boolean;
  /** After the name of a file, instead of `:` and `-`; for -Z. */
  nameEnd: string | undefined;
  /** Between groups of lines, if lines around the selected ones are shown; undefined for none. */
  groupSeparator: string | undefined;
  /** Lines with bytes that are no characters are shown. */
  showsBytes: boolean;
};

/** `name`: undefined if it is not shown. */
type SearchedFile = { text: string; name: string | undefined };

/** `isBinary`: selected lines were left out because they cannot be shown as text. */
export function showLines(file: SearchedFile, options: ShowOptions) {
  const { groupSeparator, onlyMatching } = options;
  const parts: string[] = [];
  let [count, isBinary] = [0, false];
  for (const line of selectLines(file.text, options)) {
    if (line.isSelected) count++;
    const shown = onlyMatching ? matchesIn(file, line, options) : wholeLine(file, line, options);
    if (!options.showsBytes && hasEscapes(shown)) {
      isBinary = true;
      continue;
    }
    if (line.isApart && groupSeparator !== undefined && !onlyMatching)
      parts.push(painted(groupSeparator, colors.separator, options), '\n');
    parts.push(shown);
  }
  return { count, output: parts.join(''), isBinary };
}

function wholeLine(file: SearchedFile, line: ChosenLine, options: ShowOptions): string {
  const isPainted = options.isColored && line.isSelected !== options.inverted;
  const text = isPainted ? withMatches(line.text, options) : line.text;
  return prefix(file, line, line.offset, options) + text + options.end;
}

function matchesIn(file: SearchedFile, line: ChosenLine, options: ShowOptions): string {
  if (!line.isSelected || options.inverted) return '';
  return options.matcher
    .spans(line.text)
    .map(([start, end]) => {
      const before = options.byteOffsets ? bytesOfText(line.text.slice(0, start)).length : 0;
      const match = painted(line.text.slice(start, end), colors.match, options);
      return prefix(file, line, line.offset + before, options) + match + options.end;
    })
    .join('');
}

function withMatches(text: string, options: ShowOptions): string {
  let [shown, at] = ['', 0];
  for (const [start, end] of options.matcher.spans(text)) {
    shown += text.slice(at, start) + painted(text.slice(start, end), colors.match, options);
    at = end;
  }
  return shown + text.slice(at);
}

function prefix(
  { text, name }: SearchedFile,
  line: ChosenLine,
  offset: number,
  options: ShowOptions,
): string {
  const { lineNumbers, byteOffsets, tabs, nameEnd } = options;
  const mark = painted(line.isSelected ? ':' : '-', colors.separator, options);
  // GNU grep aligns the numbers of a file to the digits of its size.
  const width = tabs ? String(bytesOfText(text).length).length : 0;
  const number = (value: number) => painted(String(value).padStart(width), colors.number, options) + mark;
  let shown = '';
  if (name !== undefined) shown += painted(name, colors.name, options) + (nameEnd ?? mark);
  if (lineNumbers) shown += number(line.number);
  if (byteOffsets) shown += number(offset);
  return tabs && shown !== '' ? `${shown}\t` : shown;
}

/** The default colours of GNU grep. */
export const colors = { match: '01;31', name: '35', number: '32', separator: '36' } as const;

/** `\e[K` fills the line with the background, as GNU grep does. */
export function painted(text: string, color: string, { isColored }: Pick<ShowOptions, 'isColored'>): string {
  return isColored ? `\x1b[${color}m\x1b[K${text}\x1b[m\x1b[K` : text;
}
