/** Selects the lines of a text that grep shows, with those around them. */
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import type { Matcher } from './matcher.ts';

export type SelectOptions = {
  matcher: Matcher;
  inverted: boolean;
  /** The character between lines. */
  end: string;
  /** How many lines before and after are shown. */
  before: number;
  after: number;
  /** At most so many lines are selected. */
  maxCount: number;
  /** Whether the offsets are needed. */
  byteOffsets: boolean;
};

export type ChosenLine = {
  text: string;
  number: number;
  /** Bytes before the line. */
  offset: number;
  /** Otherwise it is shown for a line near it. */
  isSelected: boolean;
  /** Whether lines between it and the one before are not shown. */
  isApart: boolean;
};

export function* selectLines(text: string, options: SelectOptions): Generator<ChosenLine> {
  const { matcher, inverted, before, after, maxCount } = options;
  const waiting: ChosenLine[] = [];
  let [count, left, last] = [0, 0, 0];
  const choose = (line: ChosenLine) => {
    const isApart = last > 0 && line.number > last + 1;
    last = line.number;
    return { ...line, isApart };
  };
  for (const line of numberedLines(text, options)) {
    if (count >= maxCount && left === 0) return;
    if (count < maxCount && matcher.test(line.text) !== inverted) {
      for (const each of waiting.splice(0)) yield choose(each);
      yield choose({ ...line, isSelected: true });
      count++;
      left = after;
    } else if (left > 0) {
      yield choose(line);
      left--;
    } else if (before > 0) {
      waiting.push(line);
      if (waiting.length > before) waiting.shift();
    }
  }
}

/** The number of selected lines. */
export function countLines(text: string, { matcher, inverted, end, maxCount }: SelectOptions): number {
  let count = 0;
  for (const line of linesIn(text, end)) {
    if (count >= maxCount) break;
    if (matcher.test(line) !== inverted) count++;
  }
  return count;
}

function* numberedLines(text: string, { end, byteOffsets }: SelectOptions): Generator<ChosenLine> {
  let [number, offset] = [0, 0];
  for (const line of linesIn(text, end)) {
    number++;
    yield { text: line, number, offset, isSelected: false, isApart: false };
    if (byteOffsets) offset += bytesOfText(line).length + 1;
  }
}

function* linesIn(text: string, end: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf(end, at);
    const to = found < 0 ? text.length : found;
    yield text.slice(at, to);
    at = to + 1;
  }
}
