/** Collects the requested lines of a file, as far as they fit into one result. */
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';

/** Leaves room for the head of a document and the note that names the next offset. */
const maxCharacters = limits.resultCharacters - 700;

export type Slice = ReturnType<typeof createSlice>;

export function createSlice(path: string, first: number, count: number) {
  let text = '';
  let total = 0;
  let next = first;
  let asked = 0;
  return {
    /** All requested lines have come; further lines are only counted. */
    isFull: () => total >= first + count,
    /** A line was left out, because the result is full. */
    isCut: () => next <= total,
    add(piece: string): void {
      total++;
      if (total < first || total >= first + count) return;
      asked += piece.length;
      if (asked > limits.readBytes) throw tooLarge(`lines ${first} to ${total} of ${path}`, asked);
      // After the first line that is left out, no line is added, so that the slice has no gap.
      if (next !== total || text.length + piece.length > maxCharacters) return;
      text += piece;
      next++;
    },
    /** `cut_at`: the first requested line that did not fit into the slice. */
    facts(isWhole: boolean): Record<string, string> {
      return {
        lines: String(Math.max(0, next - first)),
        ...(isWhole && { all_lines: String(total) }),
        ...(next <= total && { cut_at: String(next) }),
      };
    },
    /**
     * The lines. If some are left out, a note names the next offset, and the number of all lines if they were
     * all counted.
     */
    text(isWhole: boolean): string {
      if (first > 1 && total < first) throw beyondEnd(path, total, first);
      if (next > total) return text;
      const of = isWhole ? ` of ${total}` : '';
      return `${text.replace(/\r?\n$/, '')}\n\n(Lines ${first} to ${next - 1}${of}. Continue with offset ${next}.)`;
    },
  };
}

function beyondEnd(path: string, total: number, first: number): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter 'offset': ${path} has ${countOf(total, 'line')}, but line ${first} was asked for. Read it from offset 1.`,
  );
}

export function tooLarge(path: string, size: number): ToolError {
  return new ToolError(
    'file_too_large',
    `File is too large: ${path} has ${size} bytes, the maximum is ${limits.readBytes} (1 MB). Read it in parts with 'offset' and 'limit' (in lines).`,
  );
}
