/** Checks prompts from scripts, the page and files; each fault is a sentence that says what to do. */
import { isJsonObject, type Json } from '#shared/json.ts';
import {
  faultOfPrompt,
  promptLimits,
  type PromptFault,
  type SavedPrompt,
  type SavedPromptDraft,
} from '#shared/prompts/saved-prompt.ts';

const sentences: Record<PromptFault, string> = {
  'name-missing': "Give the prompt a name in 'name'.",
  'name-long': `Shorten 'name' to at most ${promptLimits.nameCharacters} characters.`,
  'name-taken': "Another prompt has this name. Choose another 'name'.",
  'text-missing': "Write the prompt in 'text'.",
  'text-long': `Shorten 'text' to at most ${promptLimits.textCharacters} characters.`,
};

export function checkPrompt(draft: SavedPromptDraft, others: readonly SavedPrompt[]): string | undefined {
  if (!isNamedText(draft)) return "A prompt must be {name, text}, both text; 'id' to change an existing one.";
  if (draft.id !== undefined && typeof draft.id !== 'string') return "'id' must be the id of a prompt.";
  const fault = faultOfPrompt(draft, others);
  return fault && sentences[fault];
}

/** The prompts of a file, or what is wrong with it. */
export function readPrompts(file: string): { prompts: SavedPromptDraft[] } | { message: string } {
  const entries = entriesOf(file);
  if (!entries)
    return {
      message: "This is not a file of prompts. Choose a file that 'Export' wrote. Nothing was added.",
    };
  const prompts: SavedPromptDraft[] = [];
  for (const [at, entry] of entries.entries()) {
    const fault = isNamedText(entry) ? faultOfPrompt(entry, []) : undefined;
    const reason = isNamedText(entry) ? fault && sentences[fault] : "It must have a 'name' and a 'text'.";
    if (reason) return { message: `Prompt ${at + 1} of the file: ${reason} Nothing was added.` };
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
