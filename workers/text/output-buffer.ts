/** Keeps the beginning and the end of what a program prints, however much that is. */

export type OutputBuffer = {
  add(text: string): void;
  /** What is kept: all of it, or the beginning and the end with a mark between them. */
  text(): string;
  /** UTF-16 units printed in all, and those that `text` leaves out. */
  printed(): number;
  left(): number;
};

type Kept = {
  /** UTF-16 units. */
  head: number;
  tail: number;
  /**
   * The text between head and tail. Without it, the cut is exact; with it, the cut moves to the end of a line
   * if one is near.
   */
  mark?(left: number, printed: number): string;
};

export function createOutputBuffer({ head: maxHead, tail: maxTail, mark }: Kept): OutputBuffer {
  let head = '';
  let tail = '';
  let printed = 0;

  /** The tail may grow to twice its size before it is cut, so that it is not cut at each piece. */
  function addToTail(text: string): void {
    tail += text;
    if (tail.length > 2 * maxTail) tail = maxTail > 0 ? tail.slice(-maxTail) : '';
  }

  function kept(): { begin: string; end: string; left: number } {
    const end = maxTail > 0 ? tail.slice(-maxTail) : '';
    const left = printed - head.length - end.length;
    if (left === 0 || !mark) return { begin: head, end, left };
    const [from, to] = [endOfLine(head), startOfLine(end)];
    return { begin: head.slice(0, from), end: end.slice(to), left: left + head.length - from + to };
  }

  return {
    add(text) {
      printed += text.length;
      const fits = Math.max(0, maxHead - head.length);
      head += text.slice(0, fits);
      if (text.length > fits) addToTail(text.slice(fits));
    },
    text() {
      const { begin, end, left } = kept();
      if (left === 0 || !mark) return begin + end;
      return begin.toWellFormed() + mark(left, printed) + end.toWellFormed();
    },
    printed: () => printed,
    left: () => kept().left,
  };
}

/** How far a cut may move to reach the end of a line. */
const slack = 500;

function endOfLine(head: string): number {
  const at = head.lastIndexOf('\n');
  return at > head.length - slack ? at : head.length;
}

function startOfLine(tail: string): number {
  const at = tail.indexOf('\n');
  return at >= 0 && at < slack ? at + 1 : 0;
}

/** The output of a script, for the result of its call. `note`: a sentence to add where it is cut. */
export function createScriptOutput(most: number, note?: string): OutputBuffer {
  const half = Math.floor(most / 2);
  const more = note === undefined ? '' : `. ${note}`;
  const mark = (left: number, printed: number) => `\n[${left} of ${printed} characters cut here${more}]\n`;
  return createOutputBuffer({ head: half, tail: half, mark });
}
