/** The note in a shortened tool result that says where the full output is stored. */

/** At most this many UTF-16 units of an output are stored; of a longer output, its beginning and its end. */
export const fullTextCharacters = 4_000_000;

export function fullTextNote(path: string): string {
  return `The full text is in '${path}'; read it with read_file, offset and limit.`;
}

/** Replaces that note if the output could not be stored. */
export const fullTextLost = 'The full text could not be saved, because storage is full.';
