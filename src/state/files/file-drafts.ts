/** Unsaved changes of text files in local storage: they survive leaving the file, a reload and a crash. */
import { isInside } from './file-paths.ts';
import { listLocal, readLocal, writeLocal } from '../base/local-store.ts';

/** `base`: the stored text when editing began, `null` if there was no file. */
export type FileDraft = { base: string | null; field: string };

const keyOf = (path: string) => `file-draft.${path}`;
/** Debounce: storing half a megabyte on every keystroke would be noticeable. */
const writeMs = 300;

const drafts = new Map<string, FileDraft | null>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export function storeFileDraft(path: string, draft: FileDraft | null): void {
  drafts.set(path, draft);
  clearTimeout(waiting.get(path));
  waiting.set(
    path,
    setTimeout(() => flush(path), writeMs),
  );
}

export function storedFileDraft(path: string): FileDraft | null {
  const known = drafts.get(path);
  return known === undefined ? parse(readLocal(keyOf(path))) : known;
}

/** Moves the drafts of a file, or of all files in a folder. */
export function moveFileDrafts(from: string, to: string): void {
  const stored = listLocal(keyOf('')).map((key) => key.slice(keyOf('').length));
  for (const path of new Set([...drafts.keys(), ...stored])) {
    const draft = isInside(path, from) ? storedFileDraft(path) : null;
    if (!draft) continue;
    storeFileDraft(to + path.slice(from.length), draft);
    storeFileDraft(path, null);
  }
}

/** For `beforeunload`; false if a text did not fit into local storage and would be lost. */
export function flushFileDrafts(): boolean {
  for (const path of [...waiting.keys()]) flush(path);
  return [...drafts].every(([path, draft]) => readLocal(keyOf(path)) === (draft && JSON.stringify(draft)));
}

function flush(path: string): void {
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
    // Not our format: ignore it, the file itself is intact.
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
