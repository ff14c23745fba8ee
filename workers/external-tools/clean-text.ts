/** The one rule for texts of external tools: invisible characters removed, trimmed, shortened with an ellipsis. */
import { visibleText } from '#shared/invisible.ts';

/** Idempotent. `most` counts UTF-16 code units, the ellipsis included. */
export function cleanText(text: string, most: number): string {
  const clean = visibleText(text).trim();
  return clean.length > most ? `${clean.slice(0, most - 1).toWellFormed()}…` : clean;
}
