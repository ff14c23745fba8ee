/** Ranks memories by relevance to a text: a full-text index in memory, brought up to date at each search. */
// MiniSearch: BM25 with prefix and fuzzy terms in 6 kB, no dependencies; it is fetched when the first memory is ranked.
import MiniSearch from 'minisearch';
import type { MemoryId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import { createYielder } from '../yielder.ts';
import { isFunctionWord, wordsIn } from '#workers/text/words.ts';

export type MemoryIndex = {
  /** The memories of `all` that `isWanted` and that share a content word with the query; the best first. */
  search(query: string, all: readonly Memory[], isWanted: (memory: Memory) => boolean): Promise<Memory[]>;
};

/** Limits of the query: more would take long, and the beginning shows what a message is about. */
const maxCharacters = 4_000;
const maxWords = 40;

export function createMemoryIndex(): MemoryIndex {
  const index = new MiniSearch<Pick<Memory, 'id' | 'key' | 'content'>>({
    fields: ['key', 'content'],
    tokenize: wordsIn,
    processTerm: (word) => (isFunctionWord(word) ? null : word),
    searchOptions: {
      boost: { key: 1.5 },
      combineWith: 'OR',
      // A short word is a prefix of too many others.
      prefix: (word) => word.length >= 4,
      fuzzy: (word) => (word.length >= 6 ? 0.2 : false),
      weights: { prefix: 0.6, fuzzy: 0.3 },
    },
  });
  const known = new Map<MemoryId, Memory>();

  /** The updates of the index, one after the other, so that no memory is added twice. */
  let following: Promise<void> = Promise.resolve();

  async function follow(memories: readonly Memory[]): Promise<void> {
    const pause = createYielder();
    const ids = new Set(memories.map(({ id }) => id));
    for (const memory of memories) {
      const before = known.get(memory.id);
      if (before?.key === memory.key && before.content === memory.content) continue;
      if (before) index.discard(memory.id);
      const { id, key, content } = memory;
      index.add({ id, key, content });
      known.set(memory.id, memory);
      await pause();
    }
    for (const id of known.keys())
      if (!ids.has(id)) {
        index.discard(id);
        known.delete(id);
      }
  }

  return {
    async search(query, all, isWanted) {
      const words = wordsIn(query.slice(0, maxCharacters)).filter((word) => !isFunctionWord(word));
      if (words.length === 0) return [];
      // The error of an earlier update was thrown to its own caller.
      following = following.catch(() => undefined).then(() => follow(all));
      await following;
      const wanted = new Map(all.filter(isWanted).map((memory) => [memory.id, memory]));
      const found = index.search([...new Set(words)].slice(0, maxWords).join(' '));
      return found.flatMap(({ id }) => wanted.get(id as MemoryId) ?? []);
    },
  };
}
