/**
 * Collects the licences of all shipped packages in one text file, because they must be distributed with the
 * code. rollup-plugin-license would list only the modules of one bundle: the workers, the service worker,
 * icons in style sheets and WebAssembly are in other bundles or in none. Following the dependencies finds all
 * of them.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Package = {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  dependencies?: Record<string, string>;
};

/**
 * Components of WebAssembly packages that do not include their licences: texts of the projects, with their
 * sources.
 */
const parts: Readonly<Record<string, readonly string[]>> = {
  pyodide: ['cpython', 'c-libraries'],
  'jq-wasm': ['jq'],
};

/** Emits `licences.txt`: each package that the app depends on, at any depth, with its licence. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const root = process.cwd();
      const found = new Map<string, string>();
      collect(join(root, 'package.json'), found);
      const texts = [...found].sort(([one], [other]) => one.localeCompare(other)).map(([, text]) => text);
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: texts.join(`\n\n${'─'.repeat(60)}\n\n`),
      });
    },
  };
}

/** Adds the dependencies of this package, recursively. */
function collect(manifest: string, found: Map<string, string>): void {
  for (const name of Object.keys(read(manifest).dependencies ?? {})) {
    const folder = folderOf(name, manifest);
    const inner = join(folder, 'package.json');
    const { version, license = 'licence not named', homepage = '' } = read(inner);
    const key = `${name}@${version}`;
    if (found.has(key)) continue;
    const own = `${name} ${version} (${license})\n\n${textIn(folder) || homepage}`.trim();
    found.set(key, [own, ...textsOfParts(name)].join('\n\n'));
    collect(inner, found);
  }
}

/** Resolves like Node, but also works for packages that do not export their manifest. */
function folderOf(name: string, from: string): string {
  // With a slash, because `paths` returns null for the name of a Node module, which a package may have
  // (`buffer`).
  const places = createRequire(from).resolve.paths(`${name}/`) ?? [];
  const place = places.find((each) => hasFile(join(each, name), /^package\.json$/));
  if (!place) throw new Error(`${name} is not installed. Run npm ci, and build again.`);
  return join(place, name);
}

function textIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8').trim() : '';
}

function textsOfParts(name: string): string[] {
  const contained = Object.hasOwn(parts, name) ? (parts[name] ?? []) : [];
  return contained.map((part) =>
    readFileSync(new URL(`./licences-of-parts/${part}.txt`, import.meta.url), 'utf8').trim(),
  );
}

function hasFile(folder: string, name: RegExp): boolean {
  try {
    return readdirSync(folder).some((each) => name.test(each));
  } catch {
    // The package is not in this folder: try the next one.
    return false;
  }
}

function read(file: string): Package {
  return JSON.parse(readFileSync(file, 'utf8')) as Package;
}
