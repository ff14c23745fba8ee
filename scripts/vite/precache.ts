/** Decides by package which chunks load at first use instead of being precached. */
import type { Plugin } from 'vite';

/** Large and rarely used: Temml renders formulas, the MCP client needs a network anyway, the others run code or read documents. */
const onDemandPackages = [
  'temml',
  '@modelcontextprotocol/client',
  'just-bash',
  'jq-wasm',
  'isomorphic-git',
  'quickjs-emscripten-core',
  '@jitl/quickjs-wasmfile-release-sync',
  'pyodide',
  'sql.js',
  'pdfjs-dist',
  'mammoth',
  'vega',
  'vega-lite',
];

/** Inside `assets/`, so that the same headers apply; excluded from the precache. */
export const onDemandFolder = 'assets/on-demand';

type Chunk = { moduleIds: readonly string[] };

/** For `chunkFileNames`: the folder of a chunk determines whether it is precached. */
export function chunkFileName({ moduleIds }: Chunk): string {
  const isOnDemand = moduleIds.some(
    (id) => isDocumentReader(id) || onDemandPackages.some((name) => isOf(name, id)),
  );
  const folder = isOnDemand ? onDemandFolder : 'assets';
  return `${folder}/[name]-[hash].js`;
}

const found = new Set<string>();

/**
 * Fails the build if one of these packages is in an entry, which every visitor loads. The build of the page
 * runs last, after those of the workers, and fails if a package is in no chunk, which means that the list is
 * out of date.
 */
export function checkOnDemand(build: 'page' | 'worker'): Plugin {
  return {
    name: 'oneclaw:check-on-demand',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const held = onDemandPackages.filter((name) => chunk.moduleIds.some((id) => isOf(name, id)));
        if (chunk.isEntry && held.length > 0)
          this.error(`${held.join(', ')} is in ${chunk.fileName}, which is always loaded: use import().`);
        for (const name of held) found.add(name);
      }
      const missing = onDemandPackages.filter((name) => !found.has(name));
      if (build === 'page' && missing.length > 0)
        this.error(`No chunk holds ${missing.join(', ')}: update the list in scripts/vite/precache.ts.`);
    },
  };
}

/** Includes the zip reader, which the tool host needs for nothing else. */
function isDocumentReader(id: string): boolean {
  return id.replaceAll('\\', '/').includes('/workers/documents/');
}

function isOf(name: string, id: string): boolean {
  return id.replaceAll('\\', '/').includes(`/node_modules/${name}/`);
}
