/** Paths relative to the folder in which a search began. */

/** `path`: as the workspace reports it. `folder`: a folder above it, as the model wrote it. */
export function relativeTo(folder: string, path: string): string {
  const base = folder
    .normalize('NFC')
    .replace(/^\/workspace(?=\/|$)/, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  return path.split('/').slice(base.length).join('/');
}
