/** Saved prompts in IndexedDB. Every change is one transaction: two tabs cannot give one name to two prompts. */
import type { PromptsApi } from '#shared/api/prompts.ts';
import { newId } from '#shared/ids.ts';
import {
  promptKey,
  promptLimits,
  type PromptImportReport,
  type SavedPrompt,
  type SavedPromptDraft,
} from '#shared/prompts/saved-prompt.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Database } from '#workers/storage/database.ts';
import { checkPrompt, readPrompts } from './check.ts';

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
      const fault = checkPrompt(draft, existing);
      if (fault) return invalid(fault);
      const known = existing.find(({ id }) => id === draft.id);
      const full = known ? undefined : checkCount(existing.length + 1);
      if (full) return invalid(full);
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
      if (size > promptLimits.fileBytes) return invalid('The file is too large to be a file of prompts.');
      const read = readPrompts(typeof file === 'string' ? file : await file.text());
      if ('message' in read) return invalid(read.message);
      const transaction = database.transaction('prompts', 'readwrite');
      const existing = await transaction.store.getAll();
      const { added, report } = planImport(existing, read.prompts);
      const message = checkCount(existing.length + added.length);
      if (message) return invalid(message);
      await Promise.all([...added.map((prompt) => transaction.store.put(prompt)), transaction.done]);
      if (added.length > 0) changed(...added.map(({ id }) => id));
      return { ok: true, value: report };
    },
  };
}

function planImport(
  existing: readonly SavedPrompt[],
  drafts: readonly SavedPromptDraft[],
): { added: SavedPrompt[]; report: PromptImportReport } {
  const texts = new Map(existing.map(({ name, text }) => [promptKey(name), text]));
  const added: SavedPrompt[] = [];
  const report: PromptImportReport = { added: 0, changed: 0, skipped: 0 };
  for (const draft of drafts) {
    const name = freeName(draft, texts);
    if (name === undefined) {
      report.skipped++;
      continue;
    }
    added.push(toPrompt({ name, text: draft.text }));
    texts.set(promptKey(name), draft.text);
    report[name === draft.name.trim() ? 'added' : 'changed']++;
  }
  return { added, report };
}

/** `name`, `name 2`, `name 3`, …; undefined if one of them already has this text. */
function freeName({ name, text }: SavedPromptDraft, texts: ReadonlyMap<string, string>): string | undefined {
  const base = name.trim();
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : ` ${count}`;
    const candidate = base.slice(0, promptLimits.nameCharacters - suffix.length).trimEnd() + suffix;
    const taken = texts.get(promptKey(candidate));
    if (taken === undefined) return candidate;
    if (taken === text) return undefined;
  }
}

function toPrompt({ id, name, text }: SavedPromptDraft, known?: SavedPrompt): SavedPrompt {
  const now = Date.now();
  return {
    id: id ?? newId('savedPrompt'),
    name: name.trim(),
    text,
    created: known?.created ?? now,
    updated: now,
  };
}

function checkCount(count: number): string | undefined {
  return count > promptLimits.prompts
    ? `At most ${promptLimits.prompts} prompts can be saved. Delete some first. Nothing was added.`
    : undefined;
}

function invalid(message: string): Fallible<never> {
  return { ok: false, error: { type: 'validation_error', message } };
}
