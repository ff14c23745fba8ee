/** What a file of memories adds. Nothing of it is used before the whole file is found good. */
import type { AgentId, MemoryId } from '#shared/ids.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import {
  memoryLimits,
  type Memory,
  type MemoryError,
  type MemoryErrorCode,
  type MemoryImportReport,
} from '#shared/memory/memory.ts';
import { errorOf, foldKey, readWords, type Words } from './check.ts';
import { newMemory } from './scope.ts';

/** `isStray`: it belongs to an agent that is not here. */
type Draft = Words & { agent?: AgentId; isStray: boolean; isPinned: boolean };

export async function readFile(
  file: unknown,
  agents: ReadonlySet<AgentId>,
): Promise<{ drafts: Draft[] } | { error: MemoryError }> {
  if (typeof file !== 'string' && !(file instanceof Blob)) return { error: errorOf('not-memories') };
  const size = typeof file === 'string' ? file.length : file.size;
  if (size > memoryLimits.fileBytes) return { error: errorOf('file-large') };
  const entries = entriesOf(typeof file === 'string' ? file : await file.text());
  if (!entries) return { error: errorOf('not-memories') };
  const drafts: Draft[] = [];
  for (const entry of entries) {
    const draft = readDraft(entry, agents);
    if (typeof draft === 'string') return { error: errorOf(draft) };
    drafts.push(draft);
  }
  return { drafts };
}

function readDraft(entry: Json, agents: ReadonlySet<AgentId>): Draft | MemoryErrorCode {
  const words = readWords(entry);
  if (typeof words === 'string' || !isJsonObject(entry)) return typeof words === 'string' ? words : 'invalid';
  const { agent, isPinned } = entry;
  const owner = [...agents].find((id) => id === agent);
  return {
    ...words,
    ...(owner ? { agent: owner } : {}),
    ...{ isStray: agent !== undefined && !owner, isPinned: isPinned === true },
  };
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

/** One of the same key and scope is changed. */
export function planImport(
  existing: readonly Memory[],
  drafts: readonly Draft[],
): { writes: Memory[]; report: MemoryImportReport } {
  const report: MemoryImportReport = { added: 0, changed: 0, skipped: 0 };
  const keyOf = ({ agent = '', key }: { agent?: AgentId | ''; key: string }) => `${agent}/${foldKey(key)}`;
  const kept = existing.filter(({ isWaiting }) => !isWaiting);
  const byKey = new Map(kept.map((memory) => [keyOf(memory), memory]));
  const writes = new Map<MemoryId, Memory>();
  for (const { isPinned, isStray, ...words } of drafts) {
    const known = byKey.get(keyOf(words));
    const isSame = known?.content === words.content && known.category === words.category;
    if (known && (isSame || isStray)) {
      report.skipped++;
      continue;
    }
    const memory: Memory = {
      ...{ ...(known ?? newMemory({ by: 'file' })), ...words, origin: { by: 'file' } },
      ...(isPinned ? { isPinned } : {}),
      // Other words than those that were reinforced.
      ...{ hits: 0, updated: Date.now() },
    };
    // Also where the file itself has the key twice.
    if (!writes.has(memory.id)) report[known ? 'changed' : 'added']++;
    writes.set(memory.id, memory);
    byKey.set(keyOf(memory), memory);
  }
  return { writes: [...writes.values()], report };
}
