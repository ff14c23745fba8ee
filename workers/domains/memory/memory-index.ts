/** Ranks memories by relevance to a text: a full-text index and topics, in memory, brought up to date at each search. */
// MiniSearch: BM25 with prefix and fuzzy terms in 6 kB, no dependencies; it is fetched when the first memory is ranked.
import MiniSearch from 'minisearch';
import type { MemoryId } from '#shared/ids.ts';
import type { Memory, MemoryCategory } from '#shared/memory/memory.ts';
import { createYielder } from '../yielder.ts';
import { foldText } from '#workers/text/fold-text.ts';
import { isFunctionWord, wordsIn } from '#workers/text/words.ts';
import { nearTopics, personalTopics, topicsIn, type Topics } from './topics.ts';

export type MemoryIndex = {
  /**
   * The memories of `all` that `isWanted` and that share a content word or a topic with the query; the best
   * first.
   */
  search(query: string, all: readonly Memory[], isWanted: IsWanted): Promise<Memory[]>;
  /**
   * Those that concern the person in every conversation, such as their health, diet, family, home and language;
   * the most important topics first, and the newest first within a topic.
   */
  aboutPerson(all: readonly Memory[], isWanted: IsWanted): Promise<Memory[]>;
};

type IsWanted = (memory: Memory) => boolean;
type Known = { memory: Memory; topics: Topics };

/** Limits of the query: more would take long, and the beginning shows what a message is about. */
const maxCharacters = 4_000;
const maxWords = 40;

/** How much a shared topic counts, a near one, and shared words: the best score that each can reach. */
const weights = { topic: 1, near: 0.4, nearPersonal: 0.8, words: 1.5 };
/** The full-text score that reaches half of what words can: one rare word. */
const halfOfWords = 8;
/** A preference applies wherever its topic comes up, a project or a lesson only where it is meant. */
const categoryWeights: Readonly<Record<MemoryCategory, number>> = {
  ...{ preference: 1.3, fact: 1, person: 1, project: 0.7, learning: 0.7 },
};

/** Words of a request that say nothing about its subject. */
const requestWords = new Set(
  'need like way set put take know think good best new day today tomorrow tonight week time much many long write give show help tell find want choose right something anything idea ideas plan suggest recommend whole three ten moment ask think look'.split(
    ' ',
  ),
);

/** What most memories call the person, in the languages of the app: to share it is not to share a subject. */
const personWords = new Set(
  'user person benutzer benutzerin nutzer nutzerin utente utilisateur utilisatrice usuario usuaria pengguna пользователь ユーザー 用户 المستخدم उपयोगकर्ता'
    .split(' ')
    .map(foldText),
);

function saysNothing(word: string): boolean {
  return isFunctionWord(word) || requestWords.has(word) || personWords.has(word);
}

export function createMemoryIndex(): MemoryIndex {
  const index = createFullText();
  const known = new Map<MemoryId, Known>();

  /** The updates of the index, one after the other, so that no memory is added twice. */
  let following: Promise<void> = Promise.resolve();

  async function follow(memories: readonly Memory[]): Promise<void> {
    const pause = createYielder();
    const ids = new Set(memories.map(({ id }) => id));
    for (const memory of memories) {
      const before = known.get(memory.id)?.memory;
      if (before?.key === memory.key && before.content === memory.content) continue;
      if (before) index.discard(memory.id);
      const { id, key, content } = memory;
      index.add({ id, key, content });
      known.set(memory.id, { memory, topics: topicsIn(`${key} ${content}`) });
      await pause();
    }
    for (const id of known.keys())
      if (!ids.has(id)) {
        index.discard(id);
        known.delete(id);
      }
  }

  async function topicsOf(all: readonly Memory[]): Promise<(memory: Memory) => Topics> {
    // The error of an earlier update was thrown to its own caller.
    following = following.catch(() => undefined).then(() => follow(all));
    await following;
    return ({ id }) => known.get(id)?.topics ?? new Map();
  }

  return {
    async search(query, all, isWanted) {
      const text = query.slice(0, maxCharacters);
      const words = wordsIn(text).filter((word) => !saysNothing(word));
      const topics = topicsIn(text);
      if (words.length === 0 && topics.size === 0) return [];
      const scoreTopics = topicScore(topics, all, await topicsOf(all));
      const found = index.search([...new Set(words)].slice(0, maxWords).join(' '));
      const scores = new Map<string, number>(found.map(({ id, score }) => [String(id), score]));
      const rated = all.filter(isWanted).map((memory) => ({
        ...{ memory, score: scoreWords(scores.get(memory.id)) + scoreTopics(memory) },
      }));
      return rated
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score || byNewest(one.memory, other.memory))
        .map(({ memory }) => memory);
    },
    async aboutPerson(all, isWanted) {
      const find = await topicsOf(all);
      const topicOf = (memory: Memory) => Math.min(...find(memory).keys());
      return all
        .filter((each) => isWanted(each) && isAboutPerson(each) && topicOf(each) < personalTopics)
        .toSorted((one, other) => topicOf(one) - topicOf(other) || byNewest(one, other));
    },
  };
}

function createFullText(): MiniSearch<Pick<Memory, 'id' | 'key' | 'content'>> {
  return new MiniSearch({
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
}

function scoreWords(score = 0): number {
  return (weights.words * score) / (score + halfOfWords);
}

/** The score of a memory for its topics: the cosine of both vectors, in which a rare topic counts more. */
function topicScore(
  topics: Topics,
  all: readonly Memory[],
  topicsOf: (memory: Memory) => Topics,
): (memory: Memory) => number {
  const counts = new Map<number, number>();
  for (const memory of all)
    for (const topic of topicsOf(memory).keys()) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const rarity = (topic: number) => Math.log(1 + all.length / (counts.get(topic) ?? 1));
  const wanted = new Map([...topics.keys()].map((topic) => [topic, weights.topic * rarity(topic)]));
  for (const topic of nearTopics(topics))
    wanted.set(topic, (topic < personalTopics ? weights.nearPersonal : weights.near) * rarity(topic));
  const size = lengthOf(wanted.values());
  return (memory) => {
    const own = [...topicsOf(memory)].map(
      ([topic, count]) => [topic, (1 + Math.log(count)) * rarity(topic)] as const,
    );
    const shared = own.reduce((sum, [topic, weight]) => sum + weight * (wanted.get(topic) ?? 0), 0);
    if (shared === 0) return 0;
    return (categoryWeights[memory.category] * shared) / (size * lengthOf(own.map(([, weight]) => weight)));
  };
}

function lengthOf(values: Iterable<number>): number {
  return Math.hypot(...values);
}

/** Projects and lessons are about work, whatever words they contain. */
function isAboutPerson({ category }: Memory): boolean {
  return category !== 'project' && category !== 'learning';
}

function byNewest(one: Memory, other: Memory): number {
  return other.updated - one.updated || (one.id < other.id ? 1 : -1);
}
