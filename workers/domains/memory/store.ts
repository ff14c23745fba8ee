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
import { fail, findKey, readWords } from './check.ts';
import { planImport, readFile } from './import-file.ts';
import { isFor, newMemory } from './scope.ts';
import type { MemoryIndex } from './memory-index.ts';

type MemoryStoreDeps = {
  database: Database;
  index: MemoryIndex;
  /** Called with the ids after each change. */
  changed(...ids: string[]): void;
  agents: { get(id: AgentId): Promise<Agent | undefined>; save(agent: Agent): Promise<Agent> };
  /** Called after the instructions of an agent were changed. */
  agentChanged(id: AgentId): void;
};

export function createMemoryStore(deps: MemoryStoreDeps): Omit<MemoryApi, 'settings'> {
  const { database, index, changed } = deps;

  /** Changes one memory; `change` returns the new one and, if it takes the place of another, that one. */
  async function edit(
    id: MemoryId,
    change: (known: Memory, others: readonly Memory[]) => MemoryAnswer<Memory> & { replaced?: Memory },
  ): Promise<MemoryAnswer<Memory>> {
    const transaction = database.transaction('memories', 'readwrite');
    const all = await transaction.store.getAll();
    const known = all.find((each) => each.id === id);
    if (!known) return fail('gone');
    const others = all.filter((each) => each !== known);
    const { replaced, ...answer } = change(known, others);
    if (!answer.ok) return answer;
    if (replaced) await transaction.store.delete(replaced.id);
    await transaction.store.put(answer.value);
    await transaction.done;
    changed(id, ...(replaced ? [replaced.id] : []));
    return answer;
  }

  async function list(filter: MemoryFilter = {}): Promise<Memory[]> {
    return (await database.getAll('memories')).filter((memory) => passes(memory, filter)).toSorted(inOrder);
  }

  return {
    list,
    search: async (query, filter) => index.search(query, await list(filter), memoryLimits.memories),
    save: (draft) => save(draft, deps),
    async remove(id) {
      await database.delete('memories', id);
      changed(id);
    },
    async restore(memory) {
      const taken = !memory.isWaiting && findKey(await list(), memory.key, memory.agent);
      if (taken) return fail('key-taken');
      await database.put('memories', memory);
      changed(memory.id);
      return { ok: true, value: memory };
    },
    pin: (id, isPinned) => edit(id, (known) => ({ ok: true, value: pinned(known, isPinned) })),
    move: (id, agent) =>
      edit(id, ({ agent: _, ...known }, others) => {
        const value = { ...known, ...(agent ? { agent } : {}), updated: Date.now() };
        const isTaken = !known.isWaiting && findKey(others, known.key, value.agent);
        return isTaken ? fail('key-taken') : { ok: true, value };
      }),
    accept: (id) =>
      edit(id, ({ isWaiting: _, ...known }, others) => {
        const replaced = findKey(others, known.key, known.agent);
        const isPinned = known.isPinned ?? replaced?.isPinned;
        const value: Memory = {
          ...known,
          ...(isPinned ? { isPinned } : {}),
          ...{ isAccepted: true, updated: Date.now() },
        };
        return { ok: true, value, ...(replaced ? { replaced } : {}) };
      }),
    promote: (id, agent) => promote(id, agent, deps),
    async export() {
      const kept = (await list({ isWaiting: false })).map(({ key, content, category, isPinned }) => ({
        ...{ key, content, category },
        ...(isPinned ? { isPinned } : {}),
      }));
      return JSON.stringify({ format: 'oneclaw-memories', version: 1, memories: kept }, null, 2);
    },
    async import(file) {
      const read = await readFile(file);
      if ('error' in read) return { ok: false, error: read.error };
      const transaction = database.transaction('memories', 'readwrite');
      const existing = await transaction.store.getAll();
      const { writes, report } = planImport(existing, read.drafts);
      if (existing.length + report.added > memoryLimits.memories) return fail('limit');
      await Promise.all([...writes.map((memory) => transaction.store.put(memory)), transaction.done]);
      if (writes.length > 0) changed(...writes.map(({ id }) => id));
      return { ok: true, value: report };
    },
  };
}

async function save(
  draft: MemoryDraft,
  { database, changed, agents }: MemoryStoreDeps,
): Promise<MemoryAnswer<Memory>> {
  const words = readWords(draft);
  if (typeof words === 'string') return fail(words);
  if (!hasGoodScope(draft)) return fail('invalid');
  if (draft.agent !== undefined && !(await agents.get(draft.agent))) return fail('agent-gone');
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const known = all.find(({ id }) => id === draft.id);
  if (draft.id !== undefined && !known) return fail('gone');
  if (!known && all.length >= memoryLimits.memories) return fail('limit');
  const others = all.filter((each) => each !== known);
  if (findKey(others, words.key, draft.agent)) return fail('key-taken');
  const { isWaiting: _, isPinned: wasPinned, agent: __, ...kept } = known ?? newMemory({ by: 'user' });
  const isPinned = draft.isPinned ?? wasPinned;
  const memory: Memory = {
    ...kept,
    ...words,
    ...(draft.agent ? { agent: draft.agent } : {}),
    ...(isPinned ? { isPinned: true } : {}),
    ...(kept.origin.outside ? { isAccepted: true } : {}),
    updated: Date.now(),
  };
  await transaction.store.put(memory);
  await transaction.done;
  changed(memory.id);
  return { ok: true, value: memory };
}

function hasGoodScope(draft: unknown): boolean {
  if (!isJsonObject(draft)) return false;
  const { id, agent, isPinned }: Record<string, Json | undefined> = draft;
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  return isText(id) && isText(agent) && (isPinned === undefined || typeof isPinned === 'boolean');
}

function pinned({ isPinned: _, ...known }: Memory, isPinned: boolean): Memory {
  return { ...known, ...(isPinned ? { isPinned: true } : {}) };
}

async function promote(
  id: MemoryId,
  agentId: AgentId,
  { database, changed, agents, agentChanged }: MemoryStoreDeps,
): Promise<MemoryAnswer<AgentId>> {
  const [memory, agent] = await Promise.all([database.get('memories', id), agents.get(agentId)]);
  if (!memory || memory.isWaiting) return fail('gone');
  if (!agent) return fail('agent-gone');
  await agents.save({
    ...agent,
    systemPrompt: `${agent.systemPrompt.trimEnd()}\n\n${memory.content}`.trim(),
  });
  await database.delete('memories', id);
  agentChanged(agentId);
  changed(id);
  return { ok: true, value: agentId };
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
