/** A list of lines that fits into one tool result, and counts the lines that were left out. */
import * as limits from '#shared/limits.ts';

/** Leaves room for the note at the end. */
const maxCharacters = limits.resultCharacters - 500;

export type LineList = {
  /** Returns false if the line does not fit any more. It is counted nevertheless. */
  add(line: string): boolean;
  count(): number;
  /** The lines; if some were left out, followed by the text that `more` returns for their number. */
  text(more: (left: number) => string): string;
};

export function createLineList(most: number): LineList {
  const lines: string[] = [];
  let characters = 0;
  let count = 0;
  return {
    add(line) {
      count++;
      const fits = lines.length < most && characters + line.length + 1 <= maxCharacters;
      if (!fits) return false;
      lines.push(line);
      characters += line.length + 1;
      return true;
    },
    count: () => count,
    text: (more) => {
      const left = count - lines.length;
      return left > 0 ? `${lines.join('\n')}\n\n(${more(left)})` : lines.join('\n');
    },
  };
}
