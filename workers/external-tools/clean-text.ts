/** The one rule for texts of external tools: invisible characters removed, trimmed, shortened with an ellipsis. */
import { visibleText } from '#shared/invisible.ts';
import { shorten } from '#shared/shorten.ts';

/** Idempotent. `most` counts UTF-16 code units, the ellipsis included. */
export function cleanText(text: string, most: number): string {
  return shorten(visibleText(text).trim(), most);
}
