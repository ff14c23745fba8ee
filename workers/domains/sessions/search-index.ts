/**
 * Finds the messages that contain some words. The index stores folded texts in a few large records, the
 * chunks, of the database `oneclaw-search`; messages that are not in it yet are read themselves. It is
 * updated after runs, never during a commit. Each search compares it with the ids of all messages, so that
 * deleted messages are not found.
 */
import type { MessageId } from '#shared/ids.ts';
import { messageSeparator, type SearchChunk, type SearchDatabase } from '#workers/storage/search-database.ts';
import { createYielder } from '../yielder.ts';
import { foldedTexts, containsWords } from './searchable-texts.ts';
import type { SessionStore } from './store.ts';

export type SearchIndex = {
  /**
   * The messages with a text that contains all words, newest first. `next`: `before` of the next page, null
   * at the end.
   */
  find(words: readonly string[], before?: MessageId): Promise<{ found: MessageId[]; next: MessageId | null }>;
  /** Reads the index into memory, where it stays for five minutes. */
  load(): Promise<void>;
  /**
   * Adds new messages and removes deleted ones. False: another tab is updating, and may have missed the
   * newest changes.
   */
  update(): Promise<boolean>;
};

type IndexDeps = {
  store: Pick<SessionStore, 'messageIds' | 'newestMessages' | 'removalMark' | 'clearRemovalMark'>;
  open(): Promise<SearchDatabase>;
  /** Does nothing and returns false if another tab has the lock. */
  ifFree(lock: string, work: () => Promise<void>): Promise<boolean>;
};

type Texts = ReadonlyMap<MessageId, SearchChunk>;
type Entry = { id: MessageId; texts: string };

/** The most messages found on one page of a search. */
const maxFound = 30;
/**
 * The most messages outside of the index that one page reads, so that the caller can stop a long search
 * between pages.
 */
const maxRead = 1_000;
/** Read in one batch; a message may hold several results of 20,000 characters. */
const messagesAtOnce = 100;
/** In UTF-16 units: Chromium keeps larger values in files of their own, which are slower to read. */
const chunkLength = 30_000;
const chunksAtOnce = 40;
/** How long the texts stay in memory after the last search. */
const keptMs = 300_000;

export function createSearchIndex({ store, open, ifFree }: IndexDeps): SearchIndex {
  const chunks = createChunkCache(open);
  return {
    async find(words, before) {
      const [texts, ids] = await Promise.all([chunks.texts(), store.messageIds(before)]);
      const isIn = createMatcher(texts, words);
      const pause = createYielder();
      const found: MessageId[] = [];
      let at = ids.length;
      for (let read = 0; at > 0 && found.length < maxFound && read < maxRead;) {
        await pause();
        const start = stretchBefore(ids, at, (id) => !texts.has(id));
        if (start === at) {
          const id = ids[--at];
          if (id && isIn(id)) found.push(id);
          continue;
        }
        for (const message of await store.newestMessages(at - start, ids[at] ?? before))
          if (containsWords(foldedTexts(message), words)) found.push(message.id);
        read += at - start;
        at = start;
      }
      return { found, next: at > 0 ? (ids[at] ?? null) : null };
    },
    load: async () => void (await chunks.texts()),
    update: () =>
      ifFree('oneclaw-search', async () => {
        // Read before the ids: a deletion from here on sets another mark.
        const mark = await store.removalMark();
        const database = await open();
        const ids = await store.messageIds();
        const known = await dropDeleted(database, new Set(ids));
        await addMissing(database, ids, known, store);
        if (mark !== undefined) await store.clearRemovalMark(mark);
      }),
  };
}

/** Searches a chunk lazily and once: when the first of its messages is tested. */
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
  // Most chunks do not contain all words.
  if (!words.every((word) => chunk.text.includes(word))) return new Set();
  const entries = entriesOf(chunk).filter(({ texts }) => containsWords(texts, words));
  return new Set(entries.map(({ id }) => id));
}

/** The start of the consecutive wanted ids that end before `end`; at most `messagesAtOnce` of them. */
function stretchBefore(ids: readonly MessageId[], end: number, isWanted: (id: MessageId) => boolean): number {
  let start = end;
  for (let id = ids[start - 1]; id && isWanted(id) && end - start < messagesAtOnce; id = ids[start - 1])
    start--;
  return start;
}

/** Caches chunks in memory for a while; they are immutable. */
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
        // Without the index, search reads all messages, which only takes longer.
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

/** Rewrites chunks with deleted messages or those of another chunk. Returns the messages of all chunks. */
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
  const pause = createYielder();
  // A run adds a few messages: they are merged with the newest chunk, or there would be a chunk per run.
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

/** Replaces chunks in one transaction, so that no search finds a message twice or misses one. */
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
      chunks.put({ key, ids, text: group.map(({ texts }) => texts).join(messageSeparator) }),
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
  const texts = text.split(messageSeparator);
  return ids.map((id, at) => ({ id, texts: texts[at] ?? '' }));
}

function lengthOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { texts }) => sum + texts.length, 0);
}
