/** A number with its noun, for messages to models. */

/** `countOf(1, 'file')` is '1 file', `countOf(2, 'entry', 'entries')` is '2 entries'. */
export function countOf(count: number, one: string, other = `${one}s`): string {
  return `${count} ${count === 1 ? one : other}`;
}
