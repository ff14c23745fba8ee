/** Unsaved changes to a record, in local storage: they survive leaving the form, a reload and a crash. */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { readLocal, writeLocal } from '#src/state/base/local-store.ts';

export type DraftedRecord = 'agent' | 'memory' | 'prompt' | 'task';

/** `id` absent: a new record. */
const keyOf = (record: DraftedRecord, id: string | undefined) => `${record}-draft.${id ?? 'new'}`;

/** `null` drops the draft. */
export function storeDraft(record: DraftedRecord, id: string | undefined, text: string | null): void {
  writeLocal(keyOf(record, id), text);
}

/** Null if there is none. */
export function storedDraft<Fields>(
  record: DraftedRecord,
  id: string | undefined,
  read: (stored: JsonObject) => Fields,
): Fields | null {
  try {
    const stored: unknown = JSON.parse(readLocal(keyOf(record, id)) ?? 'null');
    return isJsonObject(stored) ? read(stored) : null;
  } catch {
    // Not a valid draft; the form opens without it.
    return null;
  }
}

/** The texts of `first`, each replaced by the stored one if there is one. */
export function readTexts<Texts extends Record<string, string>>(stored: unknown, first: Texts): Texts {
  if (!isJsonObject(stored)) return first;
  const entries = Object.entries(first).map(([name, text]) => {
    const value = stored[name];
    return [name, typeof value === 'string' ? value : text];
  });
  return Object.fromEntries(entries) as Texts;
}
