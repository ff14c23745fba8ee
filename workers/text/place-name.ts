/** Names a folder or a file in messages to models. */

/**
 * The path as it was given, but `the workspace` for the root: `.` at the end of a sentence would read as
 * `..`, its parent folder.
 */
export function placeName(path: string): string {
  const below = path.replace(/^\/workspace(?=\/|$)/, '');
  return /^[./]*$/.test(below) && !below.includes('..') ? 'the workspace' : path;
}
