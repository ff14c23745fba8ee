/** The lines of sed's input files, one after the other, with the look-ahead that the address `$` needs. */

export type Line = { text: string; hasEnd: boolean };

export type Input = {
  /** The next line; undefined at the end of all files. */
  next(): Promise<Line | undefined>;
  /** Whether no line follows, of the file if the files are separate. */
  isLast(): boolean;
  lineNumber(): number;
  fileName(): string;
};

type InputDeps = {
  names: readonly string[];
  /** Each file has a last line and line numbers of its own. */
  isSeparate: boolean;
  /** The character between lines. */
  end: string;
  /** The text of a file; undefined if it cannot be read, which `open` reports. */
  open(name: string): Promise<string | undefined>;
};

type OpenFile = { name: string; text: string; at: number };

export function createInput({ names, isSeparate, end, open }: InputDeps): Input {
  const waiting = [...names];
  let current: OpenFile = { name: '-', text: '', at: 0 };
  let following: OpenFile | undefined;
  let lineNumber = 0;
  const isRead = ({ at, text }: OpenFile) => at >= text.length;

  /** The next file; without separate files, the next one that has a line. */
  async function openNext(): Promise<OpenFile | undefined> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const text = await open(name);
      if (text !== undefined && (isSeparate || text !== '')) return { name, text, at: 0 };
    }
    return undefined;
  }

  return {
    async next() {
      while (isRead(current)) {
        const file = following ?? (await openNext());
        following = undefined;
        if (!file) return undefined;
        current = file;
        if (isSeparate) lineNumber = 0;
      }
      const found = current.text.indexOf(end, current.at);
      const to = found < 0 ? current.text.length : found;
      const line = { text: current.text.slice(current.at, to), hasEnd: found >= 0 };
      current.at = to + 1;
      lineNumber++;
      if (isRead(current) && !isSeparate) following = await openNext();
      return line;
    },
    isLast: () => isRead(current) && !following,
    lineNumber: () => lineNumber,
    fileName: () => current.name,
  };
}
