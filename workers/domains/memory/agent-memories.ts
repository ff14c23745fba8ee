/** The port of the memory tools: a memory that text from outside may have caused waits for the user. */
import type { AgentId } from '#shared/ids.ts';
import { memoryLimits, type Memory, type MemoryAnswer, type MemoryOrigin } from '#shared/memory/memory.ts';
import type { CallWriter } from '#workers/contracts/engine-tool.ts';
import type { AgentDraft, MemoryPort, Written } from './memory-port.ts';
import type { Database } from '#workers/storage/database.ts';
import { fail, findKey, foldKey, readMemoryText, type MemoryText } from './check.ts';
import type { MemoryIndex } from './memory-index.ts';
import { isUsable, newMemory } from './scope.ts';
import type { MemorySwitch } from './settings.ts';

/** How many sources of outside text a memory names. */
const maxSources = 5;

type Deps = {
  database: Database;
  index: MemoryIndex;
  settings: Pick<MemorySwitch, 'get'>;
  changed(...ids: string[]): void;
};

export function createAgentMemories(deps: Deps): MemoryPort {
  const { database, index, settings } = deps;
  const mustWait = ({ outside }: CallWriter) => outside.length > 0 && settings.get().asksFirst;

  return {
    write: (draft, writer) => write(draft, writer, mustWait(writer), deps),
    async forget(key, writer) {
      if (mustWait(writer)) return fail('only-user');
      return change(key, writer, deps, async (store, known) => {
        await store.delete(known.id);
        return known;
      });
    },
    async reinforce(key, writer) {
      // Otherwise a page could raise the hits of a memory until it is offered for the instructions.
      const isCounted = !mustWait(writer);
      const answer = await change(key, writer, deps, async (store, known) => {
        const { run } = writer;
        if (!isCounted || (run !== undefined && known.reinforcedBy === run)) return known;
        const memory = { ...known, hits: known.hits + 1, ...(run ? { reinforcedBy: run } : {}) };
        await store.put(memory);
        return memory;
      });
      return answer.ok ? { ok: true, value: { memory: answer.value, isCounted } } : answer;
    },
    async search(query, agent, most, isWanted = () => true) {
      const all = await database.getAll('memories');
      const found = await index.search(query, all, (each) => isUsable(each, agent) && isWanted(each));
      return found.slice(0, most);
    },
  };
}

async function write(
  draft: AgentDraft,
  writer: CallWriter,
  isWaiting: boolean,
  { database, changed }: Deps,
): Promise<MemoryAnswer<Written>> {
  const words = readMemoryText({ key: draft.key, content: draft.content, category: draft.category });
  if (typeof words === 'string') return fail(words);
  const agent = draft.isOwn ? writer.agent : undefined;
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const kept = findKey(all, words.key, agent);
  if (kept && isSame(kept, words)) return { ok: true, value: { memory: kept, was: 'same' } };
  // A waiting memory is never changed, because the user may be reading it: another text becomes another
  // memory.
  const waiting = isWaiting ? findWaiting(all, words, agent) : undefined;
  if (waiting) return { ok: true, value: { memory: waiting, was: 'waiting' } };
  const before = isWaiting ? undefined : kept;
  if (!before && isFull(all, isWaiting)) return fail('limit');
  const memory = toMemory(before, { ...words, ...(agent ? { agent } : {}) }, originOf(writer), isWaiting);
  await transaction.store.put(memory);
  await transaction.done;
  changed(memory.id);
  return { ok: true, value: { memory, was: outcomeOf(before, isWaiting) } };
}

function outcomeOf(before: Memory | undefined, isWaiting: boolean): Written['was'] {
  if (isWaiting) return 'waiting';
  return before ? 'changed' : 'added';
}

function isSame(kept: Memory, { content, category }: MemoryText): boolean {
  return kept.content === content && kept.category === category;
}

function isFull(all: readonly Memory[], isWaiting: boolean): boolean {
  if (all.length >= memoryLimits.memories) return true;
  return isWaiting && all.filter((each) => each.isWaiting).length >= memoryLimits.waiting;
}

function originOf({ tool, session, outside }: CallWriter): MemoryOrigin {
  return {
    ...{ by: 'agent', tool },
    ...(session ? { session } : {}),
    ...(outside.length > 0 ? { outside: outside.slice(-maxSources) } : {}),
  };
}

/** Drops `isAccepted`, and `hits` if the content differs, because they are about the earlier text. */
function toMemory(
  known: Memory | undefined,
  words: MemoryText & Pick<Memory, 'agent'>,
  origin: MemoryOrigin,
  isWaiting: boolean,
): Memory {
  const { isAccepted: _, isPinned, ...before } = known ?? { ...newMemory(origin), ...words };
  return {
    ...{ ...before, ...words, origin, updated: Date.now() },
    // Only the user may pin a memory that text from outside may have caused.
    ...(isPinned && !origin.outside ? { isPinned } : {}),
    hits: before.content === words.content ? before.hits : 0,
    ...(isWaiting ? { isWaiting: true } : {}),
  };
}

function findWaiting(
  all: readonly Memory[],
  words: MemoryText,
  agent: AgentId | undefined,
): Memory | undefined {
  const key = foldKey(words.key);
  return all.find(
    (each) => each.isWaiting && each.agent === agent && foldKey(each.key) === key && isSame(each, words),
  );
}

type Changer = {
  put(memory: Memory): Promise<unknown>;
  delete(id: Memory['id']): Promise<unknown>;
};

/** Changes the memory of this key that the agent has for itself, or else the one for all. */
async function change(
  key: string,
  { agent }: CallWriter,
  { database, changed }: Deps,
  act: (store: Changer, known: Memory) => Promise<Memory>,
): Promise<MemoryAnswer<Memory>> {
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const known = (agent && findKey(all, key, agent)) ?? findKey(all, key, undefined);
  if (!known) return fail('gone');
  const memory = await act(transaction.store, known);
  await transaction.done;
  changed(known.id);
  return { ok: true, value: memory };
}
