/** Saved prompts: `api.prompts`. */
import type { SavedPromptId } from '../ids.ts';
import type {
  PromptAnswer,
  PromptImportReport,
  SavedPrompt,
  SavedPromptDraft,
} from '../prompts/saved-prompt.ts';

export type PromptsApi = {
  /** By name. */
  list(): Promise<SavedPrompt[]>;
  save(draft: SavedPromptDraft): Promise<PromptAnswer<SavedPrompt>>;
  remove(id: SavedPromptId): Promise<void>;
  /** All prompts as JSON: `{format: 'oneclaw-prompts', version: 1, prompts: [{name, text}]}`. */
  export(): Promise<string>;
  /** Takes what `export` gives, or a list of `{name, text}`. Adds all of it or nothing. */
  import(file: string | Blob): Promise<PromptAnswer<PromptImportReport>>;
};
