/** Plans which prompts of a file or backup are added, under which names; makes stored prompts of drafts. */
import { newId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import {
  promptKey,
  promptLimits,
  type PromptImportReport,
  type SavedPrompt,
  type SavedPromptDraft,
} from '#shared/prompts/saved-prompt.ts';

/** A draft, or a prompt of a backup, which has its times. */
type PromptToKeep = SavedPromptDraft & { updated?: number };

export function planImport(
  existing: readonly SavedPrompt[],
  drafts: readonly PromptToKeep[],
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
    added.push(toPrompt({ ...draft, name }));
    texts.set(promptKey(name), draft.text);
    report[name === visibleName(draft.name) ? 'added' : 'changed']++;
  }
  return { added, report };
}

/** `name`, `name 2`, `name 3`, …; undefined if one of them already has this text. */
function freeName({ name, text }: SavedPromptDraft, texts: ReadonlyMap<string, string>): string | undefined {
  const base = visibleName(name);
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : ` ${count}`;
    const candidate = base.slice(0, promptLimits.nameCharacters - suffix.length).trimEnd() + suffix;
    const taken = texts.get(promptKey(candidate));
    if (taken === undefined) return candidate;
    if (taken === text) return undefined;
  }
}

export function toPrompt(
  { id, name, text, created, updated }: PromptToKeep,
  known?: SavedPrompt,
): SavedPrompt {
  const now = Date.now();
  return {
    id: id ?? newId('savedPrompt'),
    name: visibleName(name),
    text,
    created: known?.created ?? created ?? now,
    updated: updated ?? now,
  };
}
