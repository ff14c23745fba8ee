/** Checks prompts from scripts, the page and files. The page translates the code of an error, scripts read its sentence. */
import { isJsonObject, type Json } from '#shared/json.ts';
import {
  faultOfPrompt,
  promptLimits,
  type PromptError,
  type PromptErrorCode,
  type SavedPrompt,
  type SavedPromptDraft,
} from '#shared/prompts/saved-prompt.ts';

const sentences: Record<PromptErrorCode, string> = {
  'name-missing': "Give the prompt a name in 'name'.",
  'name-long': `Shorten 'name' to at most ${promptLimits.nameCharacters} characters.`,
  'name-taken': "Another prompt has this name. Choose another 'name'.",
  'text-missing': "Write the prompt in 'text'.",
  'text-long': `Shorten 'text' to at most ${promptLimits.textCharacters} characters.`,
  limit: `At most ${promptLimits.prompts} prompts can be saved. Delete some first. Nothing was added.`,
  'not-prompts': "This is not a file of prompts. Choose a file that 'Export' wrote. Nothing was added.",
  'file-large': 'The file is too large to be a file of prompts.',
  'not-text': "It must have a 'name' and a 'text'.",
  invalid: "A prompt must be {name, text}, both text; 'id' to change an existing one.",
};

export function errorOf(code: PromptErrorCode, entry?: number): PromptError {
  const error = { type: 'validation_error', code } as const;
  const message = sentences[code];
  if (entry === undefined) return { ...error, message };
  return { ...error, entry, message: `Prompt ${entry} of the file: ${message} Nothing was added.` };
}

export function checkPrompt(
  draft: SavedPromptDraft,
  others: readonly SavedPrompt[],
): PromptError | undefined {
  const { id, created } = isNamedText(draft) ? draft : {};
  const isGood =
    isNamedText(draft) &&
    (id === undefined || typeof id === 'string') &&
    (created === undefined || (typeof created === 'number' && created >= 0 && created <= Date.now()));
  const code = isGood ? faultOfPrompt(draft, others) : 'invalid';
  return code && errorOf(code);
}

/** The prompts of a file, or what is wrong with it. */
export function readPrompts(file: string): { prompts: SavedPromptDraft[] } | { error: PromptError } {
  const entries = entriesOf(file);
  if (!entries) return { error: errorOf('not-prompts') };
  const prompts: SavedPromptDraft[] = [];
  for (const [at, entry] of entries.entries()) {
    const code = isNamedText(entry) ? faultOfPrompt(entry, []) : 'not-text';
    if (code) return { error: errorOf(code, at + 1) };
    if (isNamedText(entry)) prompts.push({ name: entry.name, text: entry.text });
  }
  return { prompts };
}

function entriesOf(file: string): unknown[] | undefined {
  let value: Json;
  try {
    // Editors on Windows write a byte order mark.
    value = JSON.parse(file.replace(/^\uFEFF/, '')) as Json;
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return value;
  return isJsonObject(value) && Array.isArray(value.prompts) ? value.prompts : undefined;
}

function isNamedText(value: unknown): value is SavedPromptDraft {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.text === 'string';
}
