/** Names the classes of CSS modules: readable while developing, short in a build. */
import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** By file: the prefix of its classes, and the names that have been used so far. */
const files = new Map<string, { prefix: string; names: string[] }>();

/**
 * Four letters or more: three from a hash of the file's path, which compress well, then the index of the
 * class in the file. Throws if two files get the same prefix; then rename one of them.
 */
export function shortClassName(name: string, file: string): string {
  const path = relative(root, file).replaceAll('\\', '/').replace(/\?.*$/, '');
  const known = files.get(path) ?? { prefix: prefixOf(path), names: [] };
  files.set(path, known);
  if (!known.names.includes(name)) known.names.push(name);
  return known.prefix + toLetters(known.names.indexOf(name));
}

export function readableClassName(name: string, file: string): string {
  return `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`;
}

function prefixOf(path: string): string {
  const hash = createHash('sha256').update(path).digest();
  const prefix = [...hash.subarray(0, 3)].map((byte) => letters[byte % letters.length]).join('');
  for (const [other, { prefix: taken }] of files)
    if (taken === prefix) throw new Error(`${path} and ${other} have the same prefix of class names`);
  return prefix;
}

function toLetters(index: number): string {
  const rest = Math.floor(index / letters.length);
  return (rest > 0 ? toLetters(rest - 1) : '') + (letters[index % letters.length] ?? '');
}
