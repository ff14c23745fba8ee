/** Paths as a search sees them: from the folder it began in. */

/** `path` as the workspace reports it, below `folder` as the model wrote it. */
export function relativeTo(folder: string, path: string): string {
  const base = folder
    .normalize('NFC')
    .replace(/^\/workspace(?=\/|$)/, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  return path.split('/').slice(base.length).join('/');
}
