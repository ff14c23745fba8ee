/**
 * The workspace paths that a link, an image or a name in Markdown may mean. They are only ever looked up in the
 * workspace: nothing here becomes an address that the browser loads.
 */
import { decodeEntities } from './decode-entities.ts';

const longest = 1_000;
/** A scheme such as `https:`, `data:` or `C:`. A name with a colon can be written as `./a:b.png`. */
const scheme = /^[a-z][a-z\d+.-]*:/i;
/** How models name the folder of their tools. */
const knownRoots = /^(?:sandbox:|file:\/\/(?=\/))?\/(?:workspace|mnt\/data)(?=\/|$)/i;

/**
 * The paths to look up, the likeliest first; [] if the address cannot be in the workspace.
 * @param folder the folder of the document; '' is the workspace itself
 */
export function linkedPaths(href: string, folder: string): string[] {
  // Some models put the address in quotation marks.
  const address = decodeEntities(href)
    .trim()
    .replace(/^"(.+)"$/, '$1');
  if (address === '' || address.length > longest || /^[#?]/.test(address)) return [];
  const isRooted = knownRoots.test(address);
  const path = address.replace(knownRoots, '');
  if (!isRooted && isElsewhere(path)) return [];
  // `%20` is usually a space, and `#` usually begins a place in the file; both may also be part of a name.
  const readings = [decodeSafely(path.replace(/[?#].*$/, '')), decodeSafely(path), path];
  return [...new Set(readings.flatMap((reading) => inWorkspace(reading, folder)))];
}

/** A name without an extension needs a slash: `src/` or `bin/run`. */
const named = /^(?=.{2,200}$)(?![-@$~])(?:.*\/.*|[^/]*\.[A-Za-z\d]{1,8})$/;
const lineNumber = /:\d+(?::\d+)?$/;

/** The path that inline code such as `src/app.ts:12` may name; [] for code that is not the name of a file. */
export function namedPaths(code: string, folder: string): string[] {
  const text = code.trim().replace(lineNumber, '');
  if (!named.test(text) || /[\n*?<>|"=;{}`]|\.\.\.|\/\//.test(text) || scheme.test(text)) return [];
  const isOutside = text.startsWith('/') && !knownRoots.test(text);
  return isOutside ? [] : inWorkspace(text.replace(knownRoots, ''), folder);
}

function isElsewhere(path: string): boolean {
  return scheme.test(path) || path.replaceAll('\\', '/').startsWith('//');
}

/** Windows programs write `pics\a.png`; no name in the workspace contains a backslash. */
function inWorkspace(reading: string, folder: string): string[] {
  if (isElsewhere(reading) || /[\x00-\x1f\x7f]/.test(reading)) return [];
  const path = reading.replaceAll('\\', '/');
  const segments = path.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return [];
  }
  return segments.length > 0 ? [segments.join('/')] : [];
}

/** A name such as `100%.png` is not encoded. */
function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
