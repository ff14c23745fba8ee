/** Paths of the shell: absolute, with the workspace at `/workspace`. */

import { hasEscapes } from '#workers/text/encoding/byte-text.ts';
import { ErrnoError } from './errno.ts';

export const workspaceRoot = '/workspace';

/** Resolves a path as a shell does: `.` and `..` textually, without following links. */
export function resolve(base: string, path: string): string {
  const all = path.startsWith('/') ? path : `${base}/${path}`;
  const names: string[] = [];
  for (const name of all.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

export function isInWorkspace(path: string): boolean {
  return path === workspaceRoot || path.startsWith(`${workspaceRoot}/`);
}

/**
 * Converts a path to one of the file port, whose names are in the Unicode form NFC. Throws for a name that is not
 * UTF-8: the port would store another one.
 */
export function toPortPath(path: string): string {
  if (hasEscapes(path)) throw new ErrnoError('EINVAL', 'open', path, 'the name is not UTF-8');
  return path === workspaceRoot ? '.' : path.slice(workspaceRoot.length + 1).normalize('NFC');
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
