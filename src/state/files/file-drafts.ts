/** Texts that are changed and not saved: they outlive leaving the file, a reload and a crash. */
import { isInside } from './file-paths.ts';
import { listLocal, readLocal, writeLocal } from '../base/local-store.ts';

/** `base`: the text on the disk when the change began, `null` where there was no file. */
export type FileDraft = { base: string | null; field: string };

const keyOf = (path: string) => `file-draft.${path}`;
/** Writing down half a megabyte with every key would be felt. */
const writeMs = 300;

const drafts = new Map<string, FileDraft | null>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export function keepFileDraft(path: string, draft: FileDraft | null): void {
  drafts.set(path, draft);
  clearTimeout(waiting.get(path));
  waiting.set(
    path,
    setTimeout(() => writeDown(path), writeMs),
  );
}

export function keptFileDraft(path: string): FileDraft | null {
  const known = drafts.get(path);
  return known === undefined ? parse(readLocal(keyOf(path))) : known;
}

/** With the file they belong to, or with the folder it is in. */
export function moveFileDrafts(from: string, to: string): void {
  const stored = listLocal(keyOf('')).map((key) => key.slice(keyOf('').length));
  for (const path of new Set([...drafts.keys(), ...stored])) {
    const draft = isInside(path, from) ? keptFileDraft(path) : null;
    if (!draft) continue;
    keepFileDraft(to + path.slice(from.length), draft);
    keepFileDraft(path, null);
  }
}

/** Before the page goes; false where a text did not fit and would be lost with it. */
export function writeDownFileDrafts(): boolean {
  for (const path of [...waiting.keys()]) writeDown(path);
  return [...drafts].every(([path, draft]) => readLocal(keyOf(path)) === (draft && JSON.stringify(draft)));
}

function writeDown(path: string): void {
  clearTimeout(waiting.get(path));
  waiting.delete(path);
  const draft = drafts.get(path) ?? null;
  writeLocal(keyOf(path), draft && JSON.stringify(draft));
}

function parse(text: string | null): FileDraft | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    // Someone else wrote there; the file is what counts.
    return null;
  }
}

function isDraft(value: unknown): value is FileDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'base' in value &&
    'field' in value &&
    (value.base === null || typeof value.base === 'string') &&
    typeof value.field === 'string'
  );
}
