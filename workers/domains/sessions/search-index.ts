/**
 * Which messages hold some words. Search reads their folded text from a few large records of `oneclaw-search` instead of
 * every message; what is not there yet is read from the messages. It is brought up to date behind runs, never during a
 * commit, and compared with the ids of the messages at each search: a message that is gone is not found.
 */
import type { MessageId } from '#shared/ids.ts';
import { betweenMessages, type SearchChunk, type SearchDatabase } from '#workers/storage/search-database.ts';
import { createPauses } from '../pauses.ts';
import { foldedTexts, holdsWords } from './message-places.ts';
import type { SessionStore } from './store.ts';

export type SearchIndex = {
  /** The messages with a text that holds all words, newest first; `next` is where to go on, null at the end. */
  find(words: readonly string[], before?: MessageId): Promise<{ found: MessageId[]; next: MessageId | null }>;
  /** Reads the index into memory, where it stays for five minutes. */
  load(): Promise<void>;
  /** Adds what is new and removes what was deleted. False: another tab is doing so, and may have begun too early. */
  update(): Promise<boolean>;
};

type IndexDeps = {
  store: Pick<SessionStore, 'messageIds' | 'newestMessages' | 'removalMark' | 'clearRemovalMark'>;
  open(): Promise<SearchDatabase>;
  /** Does nothing where another tab has the lock, and returns false. */
  ifFree(lock: string, work: () => Promise<void>): Promise<boolean>;
};

type Texts = ReadonlyMap<MessageId, SearchChunk>;
type Entry = { id: MessageId; texts: string };

/** A page of a search ends after so many. */
const mostFound = 30;
/** Of those not in the index yet: to stop the search, request no further page. */
const mostRead = 1_000;
/** Read in one batch; a message may hold several results of 20,000 characters. */
const messagesAtOnce = 100;
/** In UTF-16 units: Chromium keeps larger values in files of their own, which are slower to read. */
const chunkLength = 30_000;
const chunksAtOnce = 40;
/** The texts leave the memory when nobody has searched for so long. */
const keptMs = 300_000;

export function createSearchIndex({ store, open, ifFree }: IndexDeps): SearchIndex {
  const chunks = createChunkCache(open);
  return {
    async find(words, before) {
      const [texts, ids] = await Promise.all([chunks.texts(), store.messageIds(before)]);
      const isIn = createMatcher(texts, words);
      const pause = createPauses();
      const found: MessageId[] = [];
      let at = ids.length;
      for (let read = 0; at > 0 && found.length < mostFound && read < mostRead;) {
        await pause();
        const start = stretchBefore(ids, at, (id) => !texts.has(id));
        if (start === at) {
          const id = ids[--at];
          if (id && isIn(id)) found.push(id);
          continue;
        }
        for (const message of await store.newestMessages(at - start, ids[at] ?? before))
          if (holdsWords(foldedTexts(message), words)) found.push(message.id);
        read += at - start;
        at = start;
      }
      return { found, next: at > 0 ? (ids[at] ?? null) : null };
    },
    load: async () => void (await chunks.texts()),
    update: () =>
      ifFree('oneclaw-search', async () => {
        // Read before the ids: what is deleted from here on sets another one.
        const mark = await store.removalMark();
        const database = await open();
        const ids = await store.messageIds();
        const known = await dropDeleted(database, new Set(ids));
        await addMissing(database, ids, known, store);
        if (mark !== undefined) await store.clearRemovalMark(mark);
      }),
  };
}

/** A chunk is looked through when the first of its messages is asked for. */
function createMatcher(texts: Texts, words: readonly string[]): (id: MessageId) => boolean {
  const matches = new Map<SearchChunk, ReadonlySet<MessageId>>();
  return (id) => {
    const chunk = texts.get(id);
    if (!chunk) return false;
    const known = matches.get(chunk) ?? matchesIn(chunk, words);
    matches.set(chunk, known);
    return known.has(id);
  };
}

function matchesIn(chunk: SearchChunk, words: readonly string[]): ReadonlySet<MessageId> {
  // Most chunks do not hold all words.
  if (!words.every((word) => chunk.text.includes(word))) return new Set();
  const entries = entriesOf(chunk).filter(({ texts }) => holdsWords(texts, words));
  return new Set(entries.map(({ id }) => id));
}

/** The start of the wanted ones that end before `end`, at most as many as are read at once. */
function stretchBefore(ids: readonly MessageId[], end: number, isWanted: (id: MessageId) => boolean): number {
  let start = end;
  for (let id = ids[start - 1]; id && isWanted(id) && end - start < messagesAtOnce; id = ids[start - 1])
    start--;
  return start;
}

/** The chunks that were read stay in memory for a while: they never change. */
function createChunkCache(open: IndexDeps['open']) {
  const chunks = new Map<number, SearchChunk>();
  let texts: Map<MessageId, SearchChunk> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function forget(): void {
    chunks.clear();
    texts = undefined;
  }

  async function follow(): Promise<Texts> {
    const database = await open();
    const keys = await database.getAllKeys('chunks');
    const present = new Set(keys);
    const gone = [...chunks.keys()].filter((key) => !present.has(key));
    const fresh = keys.filter((key) => !chunks.has(key));
    for (const key of gone) chunks.delete(key);
    for (let at = 0; at < fresh.length; at += chunksAtOnce) {
      const [first, last] = [fresh[at], fresh[Math.min(at + chunksAtOnce, fresh.length) - 1]];
      const range = IDBKeyRange.bound(first, last);
      for (const chunk of await database.getAll('chunks', range)) chunks.set(chunk.key, chunk);
    }
    if (!texts || gone.length + fresh.length > 0) texts = textsIn(chunks.values());
    return texts;
  }

  return {
    async texts(): Promise<Texts> {
      clearTimeout(timer);
      timer = setTimeout(forget, keptMs);
      try {
        return await follow();
      } catch (error) {
        // Without it everything is found in the messages, only later.
        console.warn('The index of search could not be read.', error);
        return new Map();
      }
    },
  };
}

function textsIn(chunks: Iterable<SearchChunk>): Map<MessageId, SearchChunk> {
  const texts = new Map<MessageId, SearchChunk>();
  for (const chunk of chunks) for (const id of chunk.ids) texts.set(id, chunk);
  return texts;
}

/** Replaces chunks with messages that are gone or elsewhere as well. Returns the messages of all chunks. */
async function dropDeleted(
  database: SearchDatabase,
  present: ReadonlySet<MessageId>,
): Promise<Set<MessageId>> {
  const known = new Set<MessageId>();
  for (const { key, ids } of await database.getAll('contents')) {
    const kept = new Set(ids.filter((id) => present.has(id) && !known.has(id)));
    if (kept.size < ids.length) {
      const chunk = await database.get('chunks', key);
      const entries = chunk ? entriesOf(chunk).filter(({ id }) => kept.has(id)) : [];
      await replace(database, [key], entries);
      for (const { id } of entries) known.add(id);
    } else for (const id of ids) known.add(id);
  }
  return known;
}

async function addMissing(
  database: SearchDatabase,
  ids: readonly MessageId[],
  known: ReadonlySet<MessageId>,
  store: IndexDeps['store'],
): Promise<void> {
  const pause = createPauses();
  // A run adds a few messages: they go to those of the run before, or there would be a chunk per run.
  let { replaced, entries } = await takeLast(database);
  for (let at = ids.length; at > 0;) {
    const start = stretchBefore(ids, at, (id) => !known.has(id));
    if (start === at) {
      at--;
      continue;
    }
    for (const message of await store.newestMessages(at - start, ids[at])) {
      entries.push({ id: message.id, texts: foldedTexts(message) });
      await pause();
    }
    at = start;
    if (lengthOf(entries) < chunkLength) continue;
    await replace(database, replaced, entries);
    [replaced, entries] = [[], []];
  }
  if (entries.length > 0) await replace(database, replaced, entries);
}

/** The newest chunk, if it has room. */
async function takeLast(database: SearchDatabase): Promise<{ replaced: number[]; entries: Entry[] }> {
  const key = (await database.getAllKeys('chunks')).at(-1);
  const chunk = key === undefined ? undefined : await database.get('chunks', key);
  const entries = chunk ? entriesOf(chunk) : [];
  return chunk && lengthOf(entries) < chunkLength / 2
    ? { replaced: [chunk.key], entries }
    : { replaced: [], entries: [] };
}

/** In one transaction: no search finds a message twice or misses one. */
async function replace(
  database: SearchDatabase,
  keys: readonly number[],
  entries: readonly Entry[],
): Promise<void> {
  const transaction = database.transaction(['chunks', 'contents'], 'readwrite');
  const [chunks, contents] = [transaction.objectStore('chunks'), transaction.objectStore('contents')];
  const last = (await chunks.openKeyCursor(null, 'prev'))?.primaryKey ?? 0;
  const written = chunksOf(entries).map((group, at) => {
    const key = last + at + 1;
    const ids = group.map(({ id }) => id);
    return Promise.all([
      chunks.put({ key, ids, text: group.map(({ texts }) => texts).join(betweenMessages) }),
      contents.put({ key, ids }),
    ]);
  });
  const removed = keys.flatMap((key) => [chunks.delete(key), contents.delete(key)]);
  await Promise.all([...written, ...removed, transaction.done]);
}

function chunksOf(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let length = Infinity;
  for (const entry of entries) {
    if (length >= chunkLength) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(entry);
    length += lengthOf([entry]);
  }
  return groups;
}

function entriesOf({ ids, text }: SearchChunk): Entry[] {
  const texts = text.split(betweenMessages);
  return ids.map((id, at) => ({ id, texts: texts[at] ?? '' }));
}

function lengthOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { texts }) => sum + texts.length, 0);
}
