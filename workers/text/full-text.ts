/** Where the whole of a long output is kept, as the mark in its result says it. */

/** UTF-16 units of an output that are kept; of a longer one, head and tail. */
export const fullTextCharacters = 4_000_000;

export function fullTextNote(path: string): string {
  return `The full text is in '${path}'; read it with read_file, offset and limit.`;
}

/** In the place of that note. */
export const fullTextLost = 'The full text could not be saved, because storage is full.';
