/**
 * Rejects paths that a repository must not write: those that leave its folder, are inside `.git`, or cannot
 * exist here.
 */
import { hasInvisibleCharacters } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';

/** HFS+ ignores these characters in names, so that `.g\u200cit` would be `.git` on a Mac. */
const ignoredByMac = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Why the path must not be written, or undefined if it may. */
export function findUnsafe(path: string): string | undefined {
  if (path.length > limits.pathCharacters) return `it is longer than ${limits.pathCharacters} characters`;
  if (path.startsWith('/')) return 'it is absolute';
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return "it contains an empty name, '.' or '..'";
    if (isGitFolder(name)) return "it is inside a '.git' folder";
    if (name.includes('\\') || hasInvisibleCharacters(name))
      return 'it contains a backslash or an invisible character';
    if (name.toLowerCase().endsWith('.crswap')) return "names ending in '.crswap' belong to the browser";
    if (new TextEncoder().encode(name).length > limits.nameBytes)
      return `a name is longer than ${limits.nameBytes} bytes`;
  }
  return undefined;
}

/**
 * True for every spelling that some file system treats as `.git`: other case, trailing dots and spaces,
 * streams, short names.
 */
function isGitFolder(name: string): boolean {
  const plain = name
    .replace(ignoredByMac, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
