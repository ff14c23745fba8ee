/** Reads a file of memories and plans its import. A file with any invalid entry is refused as a whole. */
import * as v from 'valibot';
import type { AgentId, MemoryId } from '#shared/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import {
  memoryLimits,
  type Memory,
  type MemoryError,
  type MemoryErrorCode,
  type MemoryImportReport,
  type MemoryOrigin,
} from '#shared/memory/memory.ts';
import { amount, list, time } from '../backup/shape.ts';
import { createYielder } from '../yielder.ts';
import { errorOf, foldKey, readMemoryText, type MemoryText } from './check.ts';
import { newMemory } from './scope.ts';
import { app as knownApp, source } from './shape.ts';

const sources = list(source, 100);
const hitCount = v.pipe(amount, v.integer());
/** The history of a memory on the device that wrote the file. */
type Past = Partial<Pick<Memory, 'hits' | 'created' | 'updated'>>;

/** `isStray`: its agent does not exist here. `wasPinned`: it was pinned on the device that wrote the file. */
export type Draft = MemoryText & {
  agent?: AgentId;
  past: Past;
  app?: MemoryOrigin['app'];
  outside?: readonly OutsideSource[];
  isStray: boolean;
  wasPinned: boolean;
};

export async function readFile(
  file: unknown,
  agents: ReadonlySet<AgentId>,
): Promise<{ drafts: Draft[] } | { error: MemoryError }> {
  if (typeof file !== 'string' && !(file instanceof Blob)) return { error: errorOf('not-memories') };
  const size = typeof file === 'string' ? file.length : file.size;
  if (size > memoryLimits.fileBytes) return { error: errorOf('file-large') };
  const entries = entriesOf(typeof file === 'string' ? file : await file.text());
  if (!entries) return { error: errorOf('not-memories') };
  if (entries.length > memoryLimits.memories) return { error: errorOf('limit') };
  const drafts: Draft[] = [];
  const pause = createYielder();
  for (const entry of entries) {
    await pause();
    const draft = readDraft(entry, agents);
    if (typeof draft === 'string') return { error: errorOf(draft) };
    drafts.push(draft);
  }
  return { drafts };
}

/** Checked before the text is cleaned, which would take long for a huge text. */
function lengthFault(entry: Json): MemoryErrorCode | undefined {
  if (!isJsonObject(entry)) return 'invalid';
  const isLong = (value: Json | undefined, most: number) => typeof value === 'string' && value.length > most;
  if (isLong(entry.key, memoryLimits.keyCharacters)) return 'key-long';
  return isLong(entry.content, memoryLimits.contentCharacters) ? 'content-long' : undefined;
}

export function readDraft(entry: Json, agents: ReadonlySet<AgentId>): Draft | MemoryErrorCode {
  const words = lengthFault(entry) ?? readMemoryText(entry);
  if (typeof words === 'string' || !isJsonObject(entry)) return typeof words === 'string' ? words : 'invalid';
  const { agent, isPinned, outside, app } = entry;
  if (outside !== undefined && !v.is(sources, outside)) return 'invalid';
  const owner = [...agents].find((id) => id === agent);
  return {
    ...words,
    ...(owner ? { agent: owner } : {}),
    ...(outside ? { outside } : {}),
    ...(v.is(knownApp, app) ? { app } : {}),
    past: pastOf(entry, Date.now()),
    ...{ isStray: agent !== undefined && !owner, wasPinned: isPinned === true },
  };
}

/**
 * Invalid values are ignored, like unknown fields. A file cannot claim that a memory was reinforced often
 * enough to be offered for instructions: a run here has to reinforce it.
 */
function pastOf({ hits, created, updated }: JsonObject, now: number): Past {
  return {
    ...(v.is(hitCount, hits) ? { hits: Math.min(hits, memoryLimits.hitsForPromotion - 1) } : {}),
    ...(v.is(time, created) ? { created: Math.min(created, now) } : {}),
    ...(v.is(time, updated) ? { updated: Math.min(updated, now) } : {}),
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

/**
 * A memory with the same key and scope is changed. A pin is taken neither from the file nor from the replaced
 * memory, because the user has not decided that every request gets the new text. For the same reason
 * `isAccepted` is not taken from the file.
 */
export function planImport(
  existing: readonly Memory[],
  drafts: readonly Draft[],
): { writes: Memory[]; report: MemoryImportReport } {
  const report = { added: 0, changed: 0, skipped: 0, unpinned: 0 };
  const keyOf = ({ agent = '', key }: { agent?: AgentId | ''; key: string }) => `${agent}/${foldKey(key)}`;
  const kept = existing.filter(({ isWaiting }) => !isWaiting);
  const byKey = new Map(kept.map((memory) => [keyOf(memory), memory]));
  const writes = new Map<MemoryId, Memory>();
  for (const { wasPinned, isStray, outside, app, past, ...words } of drafts) {
    const known = byKey.get(keyOf(words));
    const isSame = known?.content === words.content && known.category === words.category;
    if (known && (isSame || isStray)) {
      report.skipped++;
      continue;
    }
    const origin = { by: 'file' as const, ...(app ? { app } : {}), ...(outside ? { outside } : {}) };
    // A new text, so only id and creation time of the replaced memory are kept.
    const memory: Memory = {
      ...{ ...newMemory(origin), ...past, ...words },
      ...(known ? { id: known.id, created: known.created, updated: Date.now() } : {}),
    };
    // Counted once, even if the file contains the key twice.
    if (!writes.has(memory.id)) {
      report[known ? 'changed' : 'added']++;
      if (wasPinned || known?.isPinned) report.unpinned++;
    }
    writes.set(memory.id, memory);
    byKey.set(keyOf(memory), memory);
  }
  const before = new Map(existing.map((memory) => [memory.id, memory]));
  const written = [...writes.values()].map(({ id, updated }) => ({
    ...{ id, updated, before: before.get(id) ?? null },
  }));
  return { writes: [...writes.values()], report: { ...report, written } };
}
