/** The port of the memory tools: the user is asked before text from outside can change what is remembered. */
import { memoryLimits, type Memory, type MemoryAnswer, type MemoryOrigin } from '#shared/memory/memory.ts';
import type { MemoryChange } from '#shared/tools/permission.ts';
import type { CallWriter } from '#workers/contracts/engine-tool.ts';
import type { AgentDraft, AskingWriter, MemoryPort, Written } from './memory-port.ts';
import type { Database } from '#workers/storage/database.ts';
import { fail, findKey, hasSameContent, readMemoryText, type MemoryText } from './check.ts';
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

/** `isToPin`: it goes with every request. */
type Wanted = MemoryText & Pick<Memory, 'agent'> & { isToPin: boolean };

export function createAgentMemories(deps: Deps): MemoryPort {
  const { database, index } = deps;
  return {
    write: (draft, writer) => write(draft, writer, deps),
    forget: (key, writer) => forget(key, writer, deps),
    reinforce: (key, writer) => reinforce(key, writer, deps),
    async search(query, agent, most, isWanted = () => true) {
      const all = await database.getAll('memories');
      const found = await index.search(query, all, (each) => isUsable(each, agent) && isWanted(each));
      return found.slice(0, most);
    },
    async list(agent) {
      const usable = (await database.getAll('memories')).filter((each) => isUsable(each, agent));
      return usable.toSorted((one, other) => other.updated - one.updated || (one.id < other.id ? 1 : -1));
    },
  };
}

/** Whether text from outside may have caused the call, and the user wants to be asked then. */
function mayBePlanted({ outside }: CallWriter, { settings }: Pick<Deps, 'settings'>): boolean {
  return outside.length > 0 && settings.get().asksFirst;
}

async function write(
  { isOwn, isPinned: isToPin = false, ...draft }: AgentDraft,
  writer: AskingWriter,
  deps: Deps,
): Promise<MemoryAnswer<Written>> {
  const words = readMemoryText(draft);
  if (typeof words === 'string') return fail(words);
  const wanted: Wanted = { ...words, ...(isOwn && writer.agent ? { agent: writer.agent } : {}), isToPin };
  const seen = findKey(await deps.database.getAll('memories'), words.key, wanted.agent);
  if (seen && isSame(seen, wanted)) return { ok: true, value: { memory: seen, was: 'same' } };
  // What goes with every request needs a yes, even where the user has switched the question off.
  const isAsked = mayBePlanted(writer, deps) || (isToPin && writer.outside.length > 0);
  const refusal = isAsked ? await askToStore(wanted, writer, seen) : undefined;
  return refusal ? fail(refusal) : put(wanted, writer, isAsked ? { seen } : undefined, deps);
}

/** `asked`: the user allowed it, and saw the memory `seen`. */
async function put(
  { isToPin, ...words }: Wanted,
  writer: CallWriter,
  asked: { seen: Memory | undefined } | undefined,
  { database, changed }: Deps,
): Promise<MemoryAnswer<Written>> {
  const transaction = database.transaction('memories', 'readwrite');
  const all = await transaction.store.getAll();
  const known = findKey(all, words.key, words.agent);
  if (asked && !isAsSeen(known, asked.seen)) return fail('stale');
  if (!known && all.length >= memoryLimits.memories) return fail('limit');
  const memory = toMemory(known, words, writer, { isAsked: asked !== undefined, isToPin });
  await transaction.store.put(memory);
  await transaction.done;
  changed(memory.id);
  return { ok: true, value: { memory, was: known ? 'changed' : 'added' } };
}

async function forget(key: string, writer: AskingWriter, deps: Deps): Promise<MemoryAnswer<Memory>> {
  const { database, changed } = deps;
  const isAsked = mayBePlanted(writer, deps);
  const seen = isAsked ? findFor(await database.getAll('memories'), key, writer) : undefined;
  const answer = seen ? await writer.ask(deletionOf(seen, writer)) : 'allowed';
  if (answer !== 'allowed') return fail(answer);
  const transaction = database.transaction('memories', 'readwrite');
  const known = findFor(await transaction.store.getAll(), key, writer);
  if (!known) return fail('gone');
  if (isAsked && !isAsSeen(known, seen)) return fail('stale');
  await transaction.store.delete(known.id);
  await transaction.done;
  changed(known.id);
  return { ok: true, value: known };
}

function deletionOf({ key, content }: Memory, writer: CallWriter): MemoryChange {
  return { act: 'forget', key, content, sources: sourcesOf(writer) };
}

async function reinforce(
  key: string,
  writer: CallWriter,
  deps: Deps,
): Promise<MemoryAnswer<{ memory: Memory; isCounted: boolean }>> {
  // Otherwise a page could raise the hits of a memory until it is offered for the instructions.
  const isCounted = !mayBePlanted(writer, deps);
  const transaction = deps.database.transaction('memories', 'readwrite');
  const known = findFor(await transaction.store.getAll(), key, writer);
  if (!known) return fail('gone');
  const { run } = writer;
  const isNew = isCounted && (run === undefined || known.reinforcedBy !== run);
  const memory = isNew ? { ...known, hits: known.hits + 1, ...(run ? { reinforcedBy: run } : {}) } : known;
  if (isNew) await transaction.store.put(memory);
  await transaction.done;
  if (isNew) deps.changed(known.id);
  return { ok: true, value: { memory, isCounted } };
}

/** Undefined if the user allows it. */
async function askToStore(
  { key, content, isToPin }: Wanted,
  writer: AskingWriter,
  seen: Memory | undefined,
): Promise<'denied' | 'cancelled' | undefined> {
  const answer = await writer.ask({
    ...{ act: 'store', key, content, sources: sourcesOf(writer) },
    ...(isToPin || seen?.isPinned ? { isPinned: true } : {}),
    ...(seen ? { replaces: seen.content } : {}),
  });
  return answer === 'allowed' ? undefined : answer;
}

/** Whether the memory is still the one that the user was shown. */
function isAsSeen(now: Memory | undefined, seen: Memory | undefined): boolean {
  if (!now || !seen) return now === seen;
  return now.id === seen.id && hasSameContent(now, seen) && now.isPinned === seen.isPinned;
}

function isSame(kept: Memory, { content, category, isToPin }: Wanted): boolean {
  return kept.content === content && kept.category === category && (kept.isPinned ?? !isToPin);
}

function sourcesOf({ outside }: CallWriter): CallWriter['outside'] {
  return outside.slice(-maxSources);
}

function originOf(writer: CallWriter): MemoryOrigin {
  const { tool, session, outside } = writer;
  return {
    ...{ by: 'agent', tool },
    ...(session ? { session } : {}),
    ...(outside.length > 0 ? { outside: sourcesOf(writer) } : {}),
  };
}

/**
 * Drops `isAccepted`, and `hits` if the content differs, because they are about the earlier text. A pin is
 * kept unless text from outside may have caused the new text without a yes of the user.
 */
function toMemory(
  known: Memory | undefined,
  words: MemoryText & Pick<Memory, 'agent'>,
  writer: CallWriter,
  { isAsked, isToPin }: { isAsked: boolean; isToPin: boolean },
): Memory {
  const origin = originOf(writer);
  const { isAccepted: _, isPinned, pinnedBy, ...before } = known ?? { ...newMemory(origin), ...words };
  const keepsPin = isPinned && (isAsked || !origin.outside);
  return {
    ...{ ...before, ...words, origin, updated: Date.now() },
    ...(keepsPin || isToPin ? { isPinned: true } : {}),
    ...(keepsPin ? (pinnedBy ? { pinnedBy } : {}) : isToPin ? { pinnedBy: 'agent' } : {}),
    ...(isAsked ? { isAccepted: true } : {}),
    hits: before.content === words.content ? before.hits : 0,
  };
}

/** The memory of this key that the agent has for itself, or else the one for all. */
function findFor(all: readonly Memory[], key: string, { agent }: CallWriter): Memory | undefined {
  return (agent && findKey(all, key, agent)) ?? findKey(all, key, undefined);
}
