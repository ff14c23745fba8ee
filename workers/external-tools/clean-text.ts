/**
 * Cleans texts of external tools: invisible characters are removed, and long texts are trimmed and end with
 * an ellipsis.
 */
import { visibleText } from '#shared/invisible.ts';
import { shorten } from '#shared/shorten.ts';

/** Idempotent. `most`: maximum UTF-16 code units, the ellipsis included. */
export function cleanText(text: string, most: number): string {
  return shorten(visibleText(text).trim(), most);
}
