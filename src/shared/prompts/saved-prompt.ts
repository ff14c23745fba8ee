/** A message that the user saved to send again, and the rules for its name and text. */
import type { SavedPromptId } from '../ids.ts';
import { visibleName } from '../invisible.ts';

export type SavedPrompt = {
  id: SavedPromptId;
  name: string;
  /** May contain placeholders: `{topic}`. */
  text: string;
  /** Milliseconds since the epoch. */
  created: number;
  updated: number;
};

/** Without an id: a new prompt. `created`: for a prompt that is restored after it was deleted. */
export type SavedPromptDraft = { id?: SavedPromptId; name: string; text: string; created?: number };

/** `changed`: added under another name, because its own is taken by another text. `skipped`: already there. */
export type PromptImportReport = { added: number; changed: number; skipped: number };

/** Lengths in UTF-16 units. */
export const promptLimits = {
  nameCharacters: 60,
  textCharacters: 20_000,
  prompts: 1_000,
  fileBytes: 25_000_000,
};

export type PromptFault = 'name-missing' | 'name-long' | 'name-taken' | 'text-missing' | 'text-long';

/**
 * Why prompts were not saved or imported; the page has a text for each. `limit`: too many. `not-prompts`: another file.
 * `not-text`: an entry without a name or a text. `invalid`: a script passed another type.
 */
export type PromptErrorCode = PromptFault | 'limit' | 'not-prompts' | 'file-large' | 'not-text' | 'invalid';

export type PromptError = {
  type: 'validation_error';
  code: PromptErrorCode;
  /** In English, for scripts. */
  message: string;
  /** The entry of the file, from 1. */
  entry?: number;
};
export type PromptAnswer<T> = { ok: true; value: T } | { ok: false; error: PromptError };

export function faultOfPrompt(
  { id, name, text }: SavedPromptDraft,
  prompts: readonly Pick<SavedPrompt, 'id' | 'name'>[],
): PromptFault | undefined {
  const shown = visibleName(name);
  if (shown === '') return 'name-missing';
  if (shown.length > promptLimits.nameCharacters) return 'name-long';
  if (text.trim() === '') return 'text-missing';
  if (text.length > promptLimits.textCharacters) return 'text-long';
  const key = promptKey(name);
  return prompts.some((other) => other.id !== id && promptKey(other.name) === key) ? 'name-taken' : undefined;
}

/** Names with the same key are the same name. */
export function promptKey(name: string): string {
  return visibleName(name).normalize('NFC').toLowerCase();
}
