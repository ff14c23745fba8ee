/** Saved prompts in IndexedDB. Every change is one transaction: two tabs cannot give one name to two prompts. */
import type { PromptsApi } from '#shared/api/prompts.ts';
import { promptLimits, type SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import type { Database } from '#workers/storage/database.ts';
import { checkPrompt, errorOf, readPrompts } from './check.ts';
import { planImport, toPrompt } from './plan-import.ts';

/** `changed` is called with the ids after each change. */
export function createPromptStore(database: Database, changed: (...ids: string[]) => void): PromptsApi {
  async function list(): Promise<SavedPrompt[]> {
    const prompts = await database.getAll('prompts');
    return prompts.toSorted((a, b) => a.name.localeCompare(b.name));
  }

  return {
    list,
    async save(draft) {
      const transaction = database.transaction('prompts', 'readwrite');
      const existing = await transaction.store.getAll();
      const error = checkPrompt(draft, existing);
      if (error) return { ok: false, error };
      const known = existing.find(({ id }) => id === draft.id);
      if (!known && existing.length >= promptLimits.prompts) return { ok: false, error: errorOf('limit') };
      const prompt = toPrompt(draft, known);
      await transaction.store.put(prompt);
      await transaction.done;
      changed(prompt.id);
      return { ok: true, value: prompt };
    },
    async remove(id) {
      await database.delete('prompts', id);
      changed(id);
    },
    async export() {
      const prompts = (await list()).map(({ name, text }) => ({ name, text }));
      return JSON.stringify({ format: 'oneclaw-prompts', version: 1, prompts }, null, 2);
    },
    async import(file) {
      const size = typeof file === 'string' ? file.length : file.size;
      if (size > promptLimits.fileBytes) return { ok: false, error: errorOf('file-large') };
      const read = readPrompts(typeof file === 'string' ? file : await file.text());
      if ('error' in read) return { ok: false, error: read.error };
      const transaction = database.transaction('prompts', 'readwrite');
      const existing = await transaction.store.getAll();
      const { added, report } = planImport(existing, read.prompts);
      if (existing.length + added.length > promptLimits.prompts)
        return { ok: false, error: errorOf('limit') };
      await Promise.all([...added.map((prompt) => transaction.store.put(prompt)), transaction.done]);
      if (added.length > 0) changed(...added.map(({ id }) => id));
      return { ok: true, value: report };
    },
  };
}
