/**
 * Architecture limits: which code a thread loads, in how many files a library is imported, how long files
 * are. Which folder may import which is in `.dependency-cruiser.cjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { domains } from '#workers/domains/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Libraries that are imported in at most this many files, so that they can be replaced. */
const confined: Record<string, number> = {
  '@mdream/js': 1,
  '@modelcontextprotocol/client': 4,
  '@cfworker/json-schema': 2,
  re2js: 1,
  '@wllama/wllama/esm/index.js': 1,
  comlink: 2,
  diff: 5,
  'isomorphic-git': 2,
  pako: 2,
  'buffer/index.js': 1,
  '@zip.js/zip.js/lib/zip-core-native.js': 4,
  'client-zip': 2,
  idb: 3,
  '@noble/hashes/scrypt.js': 1,
  'eventsource-parser': 2,
  'ipaddr.js': 1,
  marked: 5,
  minisearch: 3,
  lowlight: 1,
  temml: 1,
  vega: 1,
  'vega-interpreter': 1,
  'vega-lite': 2,
  'workbox-window': 1,
  'workbox-precaching': 1,
};

type Import = { from: string; to: string };

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'));

const files = ['src', 'workers'].flatMap((folder) =>
  filesIn(folder, /\.tsx?$/).filter((name) => !name.endsWith('.d.ts')),
);
const text = (file: string) => readFileSync(join(root, file), 'utf8');

/** The aliases of `imports` in package.json. */
const aliases = { '#shared/': 'src/shared/', '#src/': 'src/', '#workers/': 'workers/' };

function resolve(from: string, to: string): string {
  if (to.startsWith('.')) return relative(root, join(root, dirname(from), to)).replaceAll('\\', '/');
  const [alias, folder] = Object.entries(aliases).find(([name]) => to.startsWith(name)) ?? ['', ''];
  return folder + to.slice(alias.length);
}

const imports: Import[] = files.flatMap((file) =>
  [...text(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({
    from: file,
    to: resolve(file, to),
  })),
);
const inside = (path: string, ...folders: string[]) =>
  folders.some((folder) => path.startsWith(`${folder}/`));

/**
 * Files outside a domain that import one. Tools that run in a host are in another bundle, so its registries
 * name the domains whose tools they spread.
 */
const namesOfDomains: Record<string, string> = {
  'workers/tools/index.ts': 'the registry of tools in a tool host',
  'workers/tools/code-tools.ts': 'the registry of tools in a code host',
  'workers/tools/internal/index.ts': 'the registry of the tools that only the engine calls',
  'workers/composition/service-hosts.ts': 'finds the host of a search service from its record',
};

/** What a text may hold that is no domain: the kind of an event, a capability, the route of a screen. */
const noDomain = /kind: '\w+'|capabilities\.includes\('\w+'\)|view: '\w+'/g;

describe('the architecture', () => {
  it('finds the files and their imports', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(200);
  });

  it('names no domain outside its folder and its line in the index', () => {
    const ofDomain = /^workers\/domains\/([^/]+)\//;
    const naming = imports.filter(({ from, to }) => ofDomain.test(to) && !inside(from, 'workers/domains'));
    expect([...new Set(naming.map(({ from }) => from))].sort()).toEqual(Object.keys(namesOfDomains).sort());
  });

  it('names no domain in the composition of the engine and of the page', () => {
    const roots = files.filter((file) => inside(file, 'workers/composition') || file === 'src/main.tsx');
    expect(roots.length).toBeGreaterThan(5);
    const names = Object.keys(domains);
    const named = roots.flatMap((file) =>
      [
        ...text(file)
          .replaceAll(noDomain, '')
          .matchAll(/'(\w+)'/g),
      ].flatMap(([, word = '']) => (names.includes(word) ? [`${file} names ${word}`] : [])),
    );
    expect(named).toEqual([]);
  });

  it('has a domain in each folder of workers/domains', () => {
    const folders = new Set(filesIn('workers/domains', /\/.+\.ts$/).map((file) => file.split('/')[2] ?? ''));
    expect([...folders].filter((name) => !files.includes(`workers/domains/${name}/domain.ts`))).toEqual([]);
    expect(folders.size).toBe(Object.keys(domains).length);
  });

  it('keeps the code of tools out of the engine, which must never run it', () => {
    const reached = reach('workers/engine.ts');
    const isHostTool = (file: string) =>
      inside(file, 'workers/tools') || text(file).includes('= defineTool(');
    expect([...reached].filter((file) => isHostTool(file) && file !== 'workers/tools/tool.ts')).toEqual([]);
  });

  it('keeps keys and sessions out of the code that a tool host loads', () => {
    const reached = reach('workers/tool-host.ts');
    expect([...reached].filter((file) => /vault|database|sessions|providers|journal/.test(file))).toEqual([]);
  });

  it.each(Object.entries(confined))('imports %s in no more than %i files', (library, most) => {
    expect(
      new Set(imports.filter(({ to }) => to === library).map(({ from }) => from)).size,
    ).toBeLessThanOrEqual(most);
  });

  it('keeps files short enough to be one idea', () => {
    const all = ['src', 'workers'].flatMap((folder) => filesIn(folder, /\.(tsx?|js)$/));
    expect(all.filter((file) => text(file).trimEnd().split('\n').length > 300)).toEqual([]);
  });

  it('keeps at most 25 files directly in a folder', () => {
    const all = ['src', 'workers'].flatMap((folder) => filesIn(folder, /\.\w+$/));
    const counts = new Map<string, number>();
    for (const file of all) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(100);
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });

  it('opens every file with one sentence', () => {
    expect(files.filter((file) => !text(file).startsWith('/**'))).toEqual([]);
  });

  it('imports over more than three folders by an alias', () => {
    const all = ['src', 'workers', 'scripts', 'tests'].flatMap((folder) =>
      filesIn(folder, /\.(tsx?|mjs|js)$/),
    );
    expect(all.filter((file) => /(from|import)\s*\(?\s*'(\.\.\/){4}/.test(text(file)))).toEqual([]);
  });

  it('has no type holes', () => {
    expect(
      files.filter((file) => /: any\b|as any\b|@ts-ignore|@ts-expect-error|as unknown as/.test(text(file))),
    ).toEqual([]);
  });
});

/** All files that a file imports at run time, directly or indirectly; type imports are ignored. */
function reach(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !files.includes(entry)) return seen;
  seen.add(entry);
  const code = text(entry).replaceAll(/import type [^;]+;/g, '');
  for (const [, to = ''] of code.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g))
    reach(resolve(entry, to), seen);
  return seen;
}
