/**
 * Writes `runtimes.json`: for each part that loads at first use, its files with their sizes. Settings shows
 * them, downloads them for use without a network, and deletes them.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  runtimeList,
  runtimeNames,
  withoutContentHash,
  type RuntimeFiles,
  type RuntimeName,
} from '../../src/shared/packages/runtimes.ts';
import { onDemandFolder } from './precache.ts';

/** The entry modules of each runtime; modules that only they reach belong to the runtime. */
const beginnings: Readonly<Record<RuntimeName, readonly string[]>> = {
  shell: ['workers/runtimes/shell/shell.ts', 'workers/runtimes/shell/danger/find-danger.ts'],
  javascript: ['workers/runtimes/javascript/load-quickjs.ts', 'workers/runtimes/javascript/interpreter.ts'],
  python: ['workers/runtimes/python/load-python.ts', 'workers/runtimes/python/interpreter.ts'],
  sqlite: ['workers/runtimes/sqlite/load-sqlite.ts'],
  git: ['workers/runtimes/git/command.ts'],
  models: ['workers/gguf/model.ts'],
  servers: ['workers/mcp/connection/protocol-client.ts'],
  formulas: ['workers/renderer/lay-out-formula.ts'],
  documents: ['workers/documents/read-document.ts', 'workers/tools/files/read-document-file.ts'],
  charts: ['workers/tools/media/make-chart/draw-chart.ts'],
};

/** The properties of a chunk that are used here. */
type Chunk = {
  fileName: string;
  code: string;
  isEntry: boolean;
  moduleIds: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
};

/** The files of all builds; those of the workers come first. */
const found = new Map<RuntimeName, Set<string>>(runtimeNames.map((name) => [name, new Set()]));

export function runtimeFiles(build: 'page' | 'worker'): Plugin {
  return {
    name: 'oneclaw:runtime-files',
    // Runs after the plugins that put the final file names into the code.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const outputs = Object.values(bundle);
        const chunks = outputs.filter((each) => each.type === 'chunk');
        const assets = outputs.filter((each) => each.type === 'asset').map(({ fileName }) => fileName);
        for (const name of runtimeNames)
          for (const path of filesOf(name, chunks, assets)) found.get(name)?.add(path);
      },
    },
    // The page's build runs last, so the files of all builds exist now.
    writeBundle({ dir = '' }) {
      if (build === 'worker') return;
      const list = [...found].map(([name, paths]) => ({
        name,
        files: [...paths].map((path) => measure(dir, path)),
      }));
      const fault = faultOf(list);
      if (fault) this.error(fault);
      writeFileSync(join(dir, runtimeList), JSON.stringify(list));
    },
    // The dev server writes no files, so the list is empty.
    configureServer({ middlewares }) {
      middlewares.use(`/${runtimeList}`, (_, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end('[]');
      });
    },
  };
}

/** Files that are not precached, reached from a runtime's modules, up to the modules of another runtime. */
function filesOf(name: RuntimeName, chunks: readonly Chunk[], assets: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const others = runtimeNames.filter((each) => each !== name);
  const begun = chunks.filter((chunk) => holds(chunk, name));
  const left = [...begun];
  const seen = new Set<Chunk>();
  const files = new Set<string>();
  for (let chunk = left.pop(); chunk; chunk = left.pop()) {
    const current = chunk;
    const { code, fileName } = chunk;
    const isOther = !begun.includes(chunk) && others.some((other) => holds(current, other));
    if (seen.has(chunk) || isOther) continue;
    seen.add(chunk);
    if (isLate(fileName)) files.add(fileName);
    for (const asset of assets) if (isLate(asset) && code.includes(baseOf(asset))) files.add(asset);
    // Another entry is always loaded and reaches everything, so do not follow it.
    if (chunk.isEntry && !begun.includes(chunk)) continue;
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) {
      const found = byName.get(next);
      if (found) left.push(found);
    }
  }
  return files;
}

function holds({ moduleIds }: Chunk, name: RuntimeName): boolean {
  return moduleIds.some((id) =>
    beginnings[name].some((path) => id.replaceAll('\\', '/').endsWith(`/${path}`)),
  );
}

/** Matches the files that `injectManifest` in vite.config.ts excludes from the precache. */
function isLate(path: string): boolean {
  return path.startsWith(`${onDemandFolder}/`) || /\.(wasm|zip)$/.test(path);
}

function baseOf(path: string): string {
  return path.replace(/^.*\//, '');
}

function measure(dir: string, path: string): { path: string; bytes: number } {
  return { path, bytes: statSync(join(dir, path)).size };
}

function faultOf(list: readonly RuntimeFiles[]): string | undefined {
  const empty = list.find(({ files }) => files.length === 0);
  if (empty) return `No file was found for ${empty.name}: update the list in scripts/vite/runtime-files.ts.`;
  const paths = [...new Set(list.flatMap(({ files }) => files.map(({ path }) => path)))];
  const twin = paths.find((path) =>
    paths.some((other) => other !== path && withoutContentHash(other) === withoutContentHash(path)),
  );
  // The service worker keeps one version of each name.
  return twin && `Two files that load at first use are named ${withoutContentHash(twin)}: rename a module.`;
}
