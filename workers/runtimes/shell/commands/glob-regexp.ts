/**
 * Converts a glob to a regular expression; `*` also matches `/`, as in `tar --exclude`, `zip -x` and `diff
 * -x`.
 */
export function globRegExp(glob: string, { anywhere = false }: { anywhere?: boolean } = {}): RegExp {
  const source = glob
    .replace(/\/+$/, '')
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(anywhere ? `^(?:.*/)?${source}(?:/.*)?$` : `^${source}$`);
}
