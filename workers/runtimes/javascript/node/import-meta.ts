/** `import.meta` of a module of the workspace. */

/** The source with assignments before its first line, so that line numbers stay the same. `path`: absolute. */
export function withMeta(source: string, path: string, isMain = false): string {
  if (!source.includes('import.meta')) return source;
  const url = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  const facts = { url, filename: path, dirname: path.slice(0, path.lastIndexOf('/')) || '/', main: isMain };
  const resolve = `(request) => new URL(request, ${JSON.stringify(url)}).href`;
  return `Object.assign(import.meta,${JSON.stringify(facts)},{resolve:${resolve}});${source.replace(/^#!/, '//')}`;
}
