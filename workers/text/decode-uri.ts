/** Decodes percent-encoding in a text that may contain a literal percent sign. */

/** The text itself if it is not validly encoded. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
