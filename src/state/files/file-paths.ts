/** Paths and names of the workspace for the Files screen; '' is the workspace itself. */
import { hasInvisibleCharacters, visibleText } from '#shared/invisible.ts';

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The breadcrumb of a path, from the top folder to the path itself. */
export function crumbsOf(path: string): { name: string; path: string }[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((name, at) => ({ name, path: names.slice(0, at + 1).join('/') }));
}

export function isInside(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

export type NameFault = 'empty' | 'separator' | 'characters' | 'dots' | 'long' | 'taken';

const longestNameBytes = 255;
/** Why a new name is invalid among these siblings; `own` is the present name in a rename. */
export function nameFault(name: string, siblings: readonly string[], own?: string): NameFault | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  if (/[/\\]/.test(trimmed)) return 'separator';
  if (!trimmed.isWellFormed() || hasInvisibleCharacters(trimmed) || /\.crswap$/i.test(trimmed))
    return 'characters';
  if (trimmed === '.' || trimmed === '..') return 'dots';
  if (new TextEncoder().encode(trimmed.normalize('NFC')).length > longestNameBytes) return 'long';
  const isTaken = siblings.some(
    (sibling) => sibling !== own && comparisonKey(sibling) === comparisonKey(trimmed),
  );
  return isTaken ? 'taken' : null;
}

/** The name itself, or the first free one of `name (2).txt`, `name (3).txt` … */
export function freeName(name: string, siblings: readonly string[]): string {
  const taken = new Set(siblings.map(comparisonKey));
  if (!taken.has(comparisonKey(name))) return name;
  const dot = name.lastIndexOf('.');
  // A leading dot is part of the name, not the start of an extension.
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 2; ; count++) {
    const next = `${stem} (${count})${ending}`;
    if (!taken.has(comparisonKey(next))) return next;
  }
}

/** A name from the device or another app, sanitized for the workspace. */
export function cleanName(name: string): string {
  // macOS decomposes accents; the workspace stores NFC.
  const clean = visibleText(name.replace(/[/\\\n\t]/g, '_'))
    .trim()
    .normalize('NFC');
  return nameFault(clean, []) === null ? clean : 'file';
}

/**
 * Normalizes a name as the workspace does to compare names: it refuses a second one that differs only in case
 * or Unicode form.
 */
function comparisonKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
