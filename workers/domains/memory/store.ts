/** Memories in IndexedDB, for the user. Every change is one transaction: two tabs cannot give one key to two memories. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { AgentId, MemoryId } from '#shared/ids.ts';
import type { MemoryApi } from '#shared/api/memory.ts';
import type { Agent } from '#shared/agents/agent.ts';
import {
  memoryLimits,
  type Memory,
  type MemoryAnswer,
  type MemoryDraft,
  type MemoryFilter,
} from '#shared/memory/memory.ts';
import type { Database } from '#workers/storage/database.ts';
import { fail, findKey, readMemoryText, hasSameContent, type MemoryText } from './check.ts';
import { importMemories, undoImport } from './import-memories.ts';
import { isFor, newMemory } from './scope.ts';
import type { MemoryIndex } from './memory-index.ts';
import { promote } from './promote.ts';
import { isMemory } from './shape.ts';

type MemoryStoreDeps = {
  database: Database;
  index: MemoryIndex;
  /** Called with the ids after each change. */
  changed(...ids: string[]): void;
  agents: { get(id: AgentId): Promise<Agent | undefined>; list(): Promise<Agent[]> };
  /** Called after the instructions of an agent were changed. */
  agentChanged(id: AgentId): void;
};

export function createMemoryStore(deps: MemoryStoreDeps): Omit<MemoryApi, 'settings'> {
  const { database, index } = deps;

  async function list(filter: MemoryFilter = {}): Promise<Memory[]> {
    return (await database.getAll('memories')).filter((memory) => passes(memory, filter)).toSorted(inOrder);
  }

  return {
    list,
    search: async (query, filter = {}) =>
      index.search(query, await database.getAll('memories'), (memory) => passes(memory, filter)),
    save: (draft, seen) => save(draft, seen, deps),
    remove: (id) => remove(id, deps),
    restore: (memory) => restore(memory, deps),
    pin: (id, isPinned) => edit(id, (known) => ({ ok: true, value: pinned(known, isPinned) }), deps),
    async move(id, agent) {
      if (agent !== null && !(await deps.agents.get(agent))) return fail('agent-gone');
      return edit(id, (known, others) => moved(known, agent, others), deps);
    },
    async accept(id, seen) {
      const { replaced, ...answer } = await edit(id, (known, others) => accepted(known, others, seen), deps);
      return answer.ok
        ? { ok: true, value: { memory: answer.value, ...(replaced && { replaced }) } }
        : answer;
    },
    async replacements() {
      const all = await database.getAll('memories');
      return all.flatMap(({ id, key, agent, isWaiting }) => {
        const replaced = isWaiting && findKey(all, key, agent);
        return replaced ? [{ id, replaces: replaced.id }] : [];
      });
    },
    promote: (id, agent, seen) => promote(id, agent, seen, deps),
    async export() {
      const kept = (await list({ isWaiting: false })).map(
        ({ key, content, category, agent, isPinned, origin: { outside } }) => ({
          ...{ key, content, category },
          ...(agent ? { agent } : {}),
          ...(isPinned ? { isPinned } : {}),
          ...(outside ? { outside } : {}),
        }),
      );
      return JSON.stringify({ format: 'oneclaw-memories', version: 1, memories: kept }, null, 2);
    },
    import: (file) => importMemories(file, deps),
    undoImport: (written) => undoImport(written, deps),
  };
}

async function remove(id: MemoryId, { database, changed }: Writing): Promise<Memory | undefined> {
  const transaction = database.transaction('memories', 'readwrite');
  const known = await transaction.store.get(id);
  await transaction.store.delete(id);
  await transaction.done;
  if (known) changed(id);
  return known;
}

/** `replaced`: the memory that the changed one replaces. */
type Edited = MemoryAnswer<Memory> & { replaced?: Memory };
type Writing = Pick<MemoryStoreDeps, 'database' | 'changed'>;

async function edit(
  id: MemoryId,
  change: (known: Memory, others: readonly Memory[]) => Edited,
  { database, changed }: Writing,
): Promise<Edited> {
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const known = all.find((each) => each.id === id);
  if (!known) return fail('gone');
  const others = all.filter((each) => each !== known);
  const edited = change(known, others);
  if (!edited.ok) return edited;
  const { replaced, value } = edited;
  if (replaced) await transaction.store.delete(replaced.id);
  await transaction.store.put(value);
  await transaction.done;
  changed(id, ...(replaced ? [replaced.id] : []));
  return edited;
}

function pinned({ isPinned: _, pinnedBy: __, ...known }: Memory, isPinned: boolean): Memory {
  return { ...known, ...(isPinned ? { isPinned: true } : {}) };
}

function moved({ agent: _, ...known }: Memory, agent: AgentId | null, others: readonly Memory[]): Edited {
  const value = { ...known, ...(agent ? { agent } : {}), updated: Date.now() };
  const isTaken = !known.isWaiting && findKey(others, known.key, value.agent) !== undefined;
  return isTaken ? fail('key-taken') : { ok: true, value };
}

/**
 * The memory keeps the pin of the one it replaces, unless text from outside may have caused it: then only the
 * user may pin it.
 */
function accepted(
  { isWaiting: _, ...known }: Memory,
  others: readonly Memory[],
  seen: Memory | null | undefined,
): Edited {
  const replaced = findKey(others, known.key, known.agent);
  if (seen !== undefined && !isAsSeen(replaced, seen ?? undefined)) return fail('changed');
  const isPinned = known.isPinned ?? (known.origin.outside ? undefined : replaced?.isPinned);
  const value: Memory = {
    ...{ ...known, isAccepted: true, updated: Date.now() },
    ...(isPinned ? { isPinned } : {}),
  };
  return { ok: true, value, ...(replaced ? { replaced } : {}) };
}

function isAsSeen(now: Memory | undefined, seen: Memory | undefined): boolean {
  return now?.id === seen?.id && now?.content === seen?.content && now?.isPinned === seen?.isPinned;
}

async function restore(memory: Memory, { database, changed }: Writing): Promise<MemoryAnswer<Memory>> {
  if (!isMemory(memory)) return fail('invalid');
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const others = all.filter(({ id }) => id !== memory.id);
  if (others.length >= memoryLimits.memories) return fail('limit');
  if (!memory.isWaiting && findKey(others, memory.key, memory.agent)) return fail('key-taken');
  await transaction.store.put(memory);
  await transaction.done;
  changed(memory.id);
  return { ok: true, value: memory };
}

async function save(
  draft: MemoryDraft,
  seen: Memory | undefined,
  { database, changed, agents }: MemoryStoreDeps,
): Promise<MemoryAnswer<Memory>> {
  const words = readMemoryText(draft);
  if (typeof words === 'string') return fail(words);
  if (!hasGoodScope(draft)) return fail('invalid');
  if (draft.agent !== undefined && !(await agents.get(draft.agent))) return fail('agent-gone');
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const known = all.find(({ id }) => id === draft.id);
  if (draft.id !== undefined && !known) return fail('gone');
  if (known && seen && !hasSameContent(known, seen)) return fail('stale');
  if (!known && all.length >= memoryLimits.memories) return fail('limit');
  const others = all.filter((each) => each !== known);
  if (findKey(others, words.key, draft.agent)) return fail('key-taken');
  const memory = written(draft, words, known);
  await transaction.store.put(memory);
  await transaction.done;
  changed(memory.id);
  return { ok: true, value: memory };
}

/** A saved memory no longer waits, because the user has read it. */
function written(
  { agent, isPinned: wanted }: MemoryDraft,
  words: MemoryText,
  known: Memory | undefined,
): Memory {
  const before = known ?? { ...newMemory({ by: 'user' }), ...words };
  const { isWaiting: _, isPinned, pinnedBy, agent: __, ...kept } = before;
  const pin = wanted === undefined ? { isPinned, pinnedBy } : { isPinned: wanted };
  return {
    ...{ ...kept, ...words, updated: Date.now() },
    ...(agent ? { agent } : {}),
    ...(pin.isPinned ? { isPinned: true } : {}),
    ...(pin.isPinned && pin.pinnedBy ? { pinnedBy: pin.pinnedBy } : {}),
    ...(kept.origin.outside ? { isAccepted: true } : {}),
  };
}

function hasGoodScope(draft: unknown): boolean {
  if (!isJsonObject(draft)) return false;
  const { id, agent, isPinned }: Record<string, Json | undefined> = draft;
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  return isText(id) && isText(agent) && (isPinned === undefined || typeof isPinned === 'boolean');
}

function passes(memory: Memory, { agent, category, isWaiting }: MemoryFilter): boolean {
  return (
    (agent === undefined || isFor(memory, agent)) &&
    (category === undefined || memory.category === category) &&
    (isWaiting === undefined || isWaiting === (memory.isWaiting ?? false))
  );
}

function inOrder(one: Memory, other: Memory): number {
  return (
    Number(other.isPinned ?? false) - Number(one.isPinned ?? false) ||
    other.updated - one.updated ||
    (one.id < other.id ? 1 : -1)
  );
}
