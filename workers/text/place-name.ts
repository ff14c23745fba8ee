/** A folder or file in messages to models. */

/** The path as it was given; the root by name, because `..` at the end of a sentence reads as its parent folder. */
export function placeName(path: string): string {
  const below = path.replace(/^\/workspace(?=\/|$)/, '');
  return /^[./]*$/.test(below) && !below.includes('..') ? 'the workspace' : path;
}
