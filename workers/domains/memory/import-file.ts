/** What a file of memories adds. Nothing of it is used before the whole file is found good. */
import type { MemoryId } from '#shared/ids.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import {
  memoryLimits,
  type Memory,
  type MemoryError,
  type MemoryImportReport,
} from '#shared/memory/memory.ts';
import { errorOf, foldKey, readWords, type Words } from './check.ts';
import { newMemory } from './scope.ts';

type Draft = Words & { isPinned: boolean };

export async function readFile(file: string | Blob): Promise<{ drafts: Draft[] } | { error: MemoryError }> {
  const size = typeof file === 'string' ? file.length : file.size;
  if (size > memoryLimits.fileBytes) return { error: errorOf('file-large') };
  const entries = entriesOf(typeof file === 'string' ? file : await file.text());
  if (!entries) return { error: errorOf('not-memories') };
  const drafts: Draft[] = [];
  for (const entry of entries) {
    const words = readWords(entry);
    if (typeof words === 'string') return { error: errorOf(words) };
    drafts.push({ ...words, isPinned: isJsonObject(entry) && entry.isPinned === true });
  }
  return { drafts };
}

function entriesOf(file: string): Json[] | undefined {
  let value: Json;
  try {
    // Editors on Windows write a byte order mark.
    value = JSON.parse(file.replace(/^\uFEFF/, '')) as Json;
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return value;
  return isJsonObject(value) && Array.isArray(value.memories) ? value.memories : undefined;
}

/** For all agents; one of the same key is changed. */
export function planImport(
  existing: readonly Memory[],
  drafts: readonly Draft[],
): { writes: Memory[]; report: MemoryImportReport } {
  const report: MemoryImportReport = { added: 0, changed: 0, skipped: 0 };
  const forAll = existing.filter(({ agent, isWaiting }) => agent === undefined && !isWaiting);
  const byKey = new Map(forAll.map((memory) => [foldKey(memory.key), memory]));
  const writes = new Map<MemoryId, Memory>();
  for (const { isPinned, ...words } of drafts) {
    const known = byKey.get(foldKey(words.key));
    if (known && known.content === words.content && known.category === words.category) {
      report.skipped++;
      continue;
    }
    const memory: Memory = {
      ...{ ...(known ?? newMemory({ by: 'file' })), ...words, origin: { by: 'file' } },
      ...(isPinned ? { isPinned } : {}),
      updated: Date.now(),
    };
    // Also where the file itself has the key twice.
    if (!writes.has(memory.id)) report[known ? 'changed' : 'added']++;
    writes.set(memory.id, memory);
    byKey.set(foldKey(memory.key), memory);
  }
  return { writes: [...writes.values()], report };
}
