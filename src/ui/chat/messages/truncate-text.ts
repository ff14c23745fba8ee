/** The beginning of a user's text that is shown at once: a browser lays out a whole text in one task. */
import { endOfPiece } from '#src/ui/markdown/end-of-piece.ts';

const maxCharacters = 4_000;
const maxLines = 80;
/** A shorter rest is shown as well, because it is not worth a button. */
const leastHidden = 500;

/** The whole text, or its beginning up to the end of a line or a word. */
export function truncateText(text: string): string {
  const end = Math.min(lineEnd(text), maxCharacters);
  if (end >= text.length || (text.length <= end + leastHidden && lineEnd(text) >= text.length)) return text;
  return text.slice(0, endOfPiece(text, 0, end));
}

/** The position after the last line that is shown. */
function lineEnd(text: string): number {
  let end = 0;
  for (let line = 0; line < maxLines; line++) {
    end = text.indexOf('\n', end) + 1;
    if (end === 0) return text.length;
  }
  return end;
}
