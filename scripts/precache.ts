/** Which chunks are fetched at their first use instead of with the first visit, decided by the packages they hold. */
import type { Plugin } from 'vite';

/** Large, and each of use to few: Temml draws formulas, the other speaks to tool servers, which need a network anyway. */
const onDemandPackages = ['temml', '@modelcontextprotocol/client'];

/** Inside `assets/`, so that headers and the service worker treat it as all others; left out of the precache. */
export const onDemandFolder = 'assets/on-demand';

type Chunk = { moduleIds: readonly string[] };

/** For `chunkFileNames`: the folder says what the precache does with a chunk, whatever its name is. */
export function chunkFileName({ moduleIds }: Chunk): string {
  const folder = moduleIds.some((id) => onDemandPackages.some((name) => isOf(name, id)))
    ? onDemandFolder
    : 'assets';
  return `${folder}/[name]-[hash].js`;
}

const found = new Set<string>();

/**
 * Fails the build where one of these packages is in an entry, which every visitor loads. The page's own build comes
 * last, after those of the workers, and fails where a package is in no chunk: then the list is out of date.
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
        this.error(`No chunk holds ${missing.join(', ')}: mend the list in scripts/precache.ts.`);
    },
  };
}

function isOf(name: string, id: string): boolean {
  return id.replaceAll('\\', '/').includes(`/node_modules/${name}/`);
}
