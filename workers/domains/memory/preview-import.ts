/**
 * Previews the import of entries and stores nothing: lists the refused ones, and makes a file of the rest for
 * `importMemories`.
 */
import type { Json } from '#shared/json.ts';
import { memoryLimits, type Memory, type MemoryErrorCode } from '#shared/memory/memory.ts';
import { createYielder } from '../yielder.ts';
import { foldKey } from './check.ts';
import { planImport, readDraft, type Draft } from './import-file.ts';

export type MemoryPreview = {
  /** For `importMemories`; undefined: nothing is left to store. */
  file?: string;
  /** The keys of the memories. */
  added: string[];
  changed: string[];
  /** How many are stored already. */
  skipped: number;
  /** `at`: the index in `entries`. */
  refused: { at: number; code: MemoryErrorCode }[];
};

type Good = { entry: Json; draft: Draft; at: number };

export async function previewImport(
  entries: readonly Json[],
  existing: readonly Memory[],
): Promise<MemoryPreview> {
  const refused: MemoryPreview['refused'] = [];
  let good: Good[] = [];
  const pause = createYielder();
  for (const [at, entry] of entries.entries()) {
    await pause();
    const draft = good.length < memoryLimits.memories ? readDraft(entry, new Set()) : 'limit';
    if (typeof draft === 'string') refused.push({ at, code: draft });
    else good.push({ entry, draft, at });
  }
  const tooMany = beyondRoom(good, existing);
  refused.push(...good.filter((each) => tooMany.has(each)).map(({ at }) => ({ at, code: 'limit' as const })));
  good = good.filter((each) => !tooMany.has(each));
  const { writes, report } = planImport(existing, draftsOf(good));
  const here = new Set(existing.map(({ id }) => id));
  return {
    ...(writes.length > 0 ? { file: JSON.stringify(good.map(({ entry }) => entry)) } : {}),
    added: writes.filter(({ id }) => !here.has(id)).map(({ key }) => key),
    changed: writes.filter(({ id }) => here.has(id)).map(({ key }) => key),
    skipped: report.skipped,
    refused,
  };
}

/** The last entries, beyond the limit of memories. */
function beyondRoom(good: readonly Good[], existing: readonly Memory[]): Set<Good> {
  const here = new Set(existing.map(({ id }) => id));
  const added = planImport(existing, draftsOf(good)).writes.filter(({ id }) => !here.has(id));
  // Folded as in `planImport`, because the file may spell one key in several ways.
  const keys = new Set(
    added.slice(Math.max(0, memoryLimits.memories - existing.length)).map(({ key }) => foldKey(key)),
  );
  return new Set(good.filter(({ draft }) => keys.has(foldKey(draft.key))));
}

function draftsOf(good: readonly Good[]): Draft[] {
  return good.map(({ draft }) => draft);
}
