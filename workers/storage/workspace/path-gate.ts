/** The path gate: validates a workspace path and returns its segments, or throws an error with the reason. */
import { hasInvisibleCharacters } from '#shared/invisible.ts';
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

const root = '/workspace';
/** Holds long tool results; readable by path, but not listed with the user's files. */
const resultsFolder = '.results';

/**
 * Returns the segments of the path below the workspace, in the Unicode form NFC; [] is the workspace itself.
 * Nothing is decoded: `%2e` is a literal name.
 */
export function resolvePath(path: string): readonly string[] {
  // Code in the browser's console can call this, and its types are not checked.
  if (typeof path !== 'string') throw new ToolError('validation_error', "Parameter 'path' must be a string.");
  if (path.length > limits.pathCharacters)
    throw refuse(shorten(path, 80), `it is longer than ${limits.pathCharacters} characters`);
  const normal = path.normalize('NFC');
  if (!normal.isWellFormed()) throw refuse(path, 'it contains half a character');
  // With invisible or bidirectional characters the name would look like another name.
  if (normal.includes('\\') || hasInvisibleCharacters(normal))
    throw refuse(path, 'it contains a backslash or an invisible character');
  const segments = withoutRoot(normal, path)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  for (const segment of segments) checkName(segment, path);
  return segments;
}

/** Like `resolvePath`, for a path that will be changed: the app's folder of long results is read-only. */
export function resolveChangeable(path: string): readonly string[] {
  const segments = resolvePath(path);
  if (isHidden(segments)) throw refuse(path, `'${resultsFolder}' belongs to the app and can only be read`);
  return segments;
}

export function isHidden(segments: readonly string[]): boolean {
  return segments[0] === resultsFolder;
}

/** The path as shown to the model: relative to the workspace. */
export function formatPath(segments: readonly string[]): string {
  return segments.join('/') || '.';
}

function withoutRoot(path: string, original: string): string {
  if (!path.startsWith('/')) return path;
  // As in the shell, where the root shows the workspace.
  if (/^\/+$/.test(path)) return '';
  if (path === root || path.startsWith(`${root}/`)) return path.slice(root.length);
  throw refuse(original, 'it is outside the workspace');
}

function checkName(name: string, path: string): void {
  if (name === '..') throw refuse(path, "it contains '..'");
  if (name.toLowerCase().endsWith('.crswap'))
    throw refuse(path, "names ending in '.crswap' belong to the browser");
  if (new TextEncoder().encode(name).length > limits.nameBytes)
    throw refuse(shorten(path, 80), `a name is longer than ${limits.nameBytes} bytes`);
}

function refuse(path: string, reason: string): ToolError {
  return new ToolError(
    'path_not_allowed',
    `Access denied: ${JSON.stringify(path)} is not allowed, because ${reason}. Use a path relative to the workspace, such as 'notes/today.txt', or one under ${root}.`,
  );
}
