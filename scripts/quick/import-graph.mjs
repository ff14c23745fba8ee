/** Which files import which, read from their text; and which files are affected by a change. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * `static`: imported before the file runs. `all`: also with `import()` and as the URL of a worker. Imports of types
 * are in neither: the compiler checks them.
 * @typedef {{ static: string[], all: string[], text: string }} Module
 * @typedef {Map<string, Module>} Graph by path relative to the project's folder
 */

const folders = ['src', 'workers', 'tests', 'scripts', 'relay'];
const code = /\.(tsx?|mjs|js|cjs)$/;
const declaration =
  /^\s*(?:import\s+(?:(?!type\b)[\w$*{},\s]+?\s+from\s+)?|export\s*(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s*from\s+)'([^']+)'/gm;
const later = /\bimport\(\s*'([^']+)'|\bnew URL\(\s*'([^']+)'/g;

/** @param {string} root @returns {Graph} */
export function readGraph(root) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => code.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
  );
  return new Map(files.map((file) => [file, readModule(file, readFileSync(join(root, file), 'utf8'))]));
}

/** @param {string} file @param {string} text @returns {Module} */
export function readModule(file, text) {
  const first = [...text.matchAll(declaration)].map(([, to = '']) => to);
  const rest = [...text.matchAll(later)].map(([, to = '', url = '']) => to || url);
  const paths = (/** @type {string[]} */ names) => names.flatMap((name) => resolve(file, name) ?? []);
  return { static: paths(first), all: paths([...first, ...rest]), text };
}

/** The path of an import, without a query of Vite; undefined for a package. @param {string} from @param {string} to */
function resolve(from, to) {
  const [path = ''] = to.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  if (path.startsWith('#shared/')) return `src/${path.slice(1)}`;
  return path.startsWith('#') ? path.slice(1) : undefined;
}

/**
 * The changed files, and every file that imports one of them, directly or over others.
 * @param {Graph} graph @param {readonly string[]} changed @param {'static' | 'all'} kind @returns {Set<string>}
 */
export function affectedBy(graph, changed, kind) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, module] of graph)
    for (const to of module[kind]) importers.set(to, [...(importers.get(to) ?? []), file]);
  const found = new Set(changed);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return found;
}
