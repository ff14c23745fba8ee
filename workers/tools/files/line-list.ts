/** Keeps a list of lines within what one result may hold, and says how many were left out. */
import * as limits from '#shared/limits.ts';

/** Room for the note at the end. */
const mostCharacters = limits.resultCharacters - 500;

export type LineList = {
  /** False where the line does not fit any more; it is counted all the same. */
  add(line: string): boolean;
  count(): number;
  /** The lines, and `more` of what was left out where anything was. */
  text(more: (left: number) => string): string;
};

export function createLineList(most: number): LineList {
  const lines: string[] = [];
  let characters = 0;
  let count = 0;
  return {
    add(line) {
      count++;
      const fits = lines.length < most && characters + line.length + 1 <= mostCharacters;
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
