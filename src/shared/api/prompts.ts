/** Saved prompts: `api.prompts`. */
import type { SavedPromptId } from '../ids.ts';
import type {
  PromptAnswer,
  PromptImportReport,
  SavedPrompt,
  SavedPromptDraft,
} from '../prompts/saved-prompt.ts';

export type PromptsApi = {
  /** All saved prompts, by name. */
  list(): Promise<SavedPrompt[]>;
  save(draft: SavedPromptDraft): Promise<PromptAnswer<SavedPrompt>>;
  remove(id: SavedPromptId): Promise<void>;
  /** All prompts as JSON: `{format: 'oneclaw-prompts', version: 1, prompts: [{name, text}]}`. */
  export(): Promise<string>;
  /** Imports the output of `export`, or a list of `{name, text}`: all of it or nothing. */
  import(file: string | Blob): Promise<PromptAnswer<PromptImportReport>>;
};
