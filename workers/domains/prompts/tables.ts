/** The table of saved prompts. */
import type { SavedPromptId } from '#shared/ids.ts';
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import type { Table } from '#workers/contracts/table.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    prompts: { key: SavedPromptId; value: SavedPrompt };
  }
}

export const tables: readonly Table[] = [{ name: 'prompts', since: 5, keyPath: 'id' }];
