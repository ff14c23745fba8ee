/** The bytes of a database file: its kind, the mode of its journal, and whether two hold the same. */

/** Tested, because SQLite treats a short file of another kind as an empty database and would overwrite it. */
export function startsAsDatabase(content: Uint8Array): boolean {
  return new TextDecoder().decode(content.subarray(0, 16)) === 'SQLite format 3\0';
}

/**
 * Turns off the write-ahead log, which an in-memory database cannot use; without a log file beside it, the
 * database file is complete.
 * https://sqlite.org/fileformat2.html#file_format_version_numbers
 */
export function leaveWal(content: Uint8Array): void {
  for (const place of [18, 19]) if (content[place] === 2) content[place] = 1;
}

/** Keeps the mode of the file: the next program that opens it uses a log again. */
export function inWalMode(content: Uint8Array): Uint8Array {
  const copy = content.slice();
  for (const place of [18, 19]) copy[place] = 2;
  return copy;
}

/**
 * The counters, the size and the version in the header change with each export, so they say nothing. An
 * empty database equals a missing file.
 * https://sqlite.org/fileformat2.html#the_database_header
 */
export function holdsSame(content: Uint8Array, before: Uint8Array | undefined): boolean {
  if (!before) return content.length === 0;
  const isStamp = (at: number) => (at >= 24 && at < 32) || (at >= 92 && at < 100);
  return content.length === before.length && content.every((byte, at) => byte === before[at] || isStamp(at));
}

export function isSame(content: Uint8Array, before: Uint8Array | undefined): boolean {
  if (!before) return content.length === 0;
  return content.length === before.length && content.every((byte, at) => byte === before[at]);
}
