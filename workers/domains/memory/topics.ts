/** Finds everyday topics in a text, so that "dinner" finds a note about an allergy, in several languages. */
import { foldText } from '#workers/text/fold-text.ts';
import table from './topics.json' with { type: 'json' };

/**
 * `isPersonal`: it concerns the person in every conversation. `near`: topics whose notes help with a question
 * about this one. `words`: one line for each language; `_` joins the words of a phrase.
 */
type TopicRow = { name: string; isPersonal?: boolean; near: readonly string[]; words: readonly string[] };

const rows: readonly TopicRow[] = table;
const numberOf = new Map(rows.map(({ name }, at) => [name, at]));
const nearOf = rows.map(({ near }) => near.flatMap((name) => numberOf.get(name) ?? []));

/** How often a text names each topic, by its number; the personal topics have the lowest. */
export type Topics = ReadonlyMap<number, number>;

/** How many topics concern the person: the first ones of the table. */
export const personalTopics = rows.filter(({ isPersonal }) => isPersonal).length;

/** Scripts whose words have no spaces between them, or take prefixes: an entry may be anywhere in the text. */
const isJoined = /[\u0590-\u11ff\u2e80-\uffff]/;
const wordsOfText = /[a-z0-9\u0370-\u052f]+/g;

/** Endings of the languages in the table; what is left is the same for most forms of a word. */
const ending = /(?:ungen|ung|ing|en|es|em|ed|ar|ir|os|as|e|n|s|a|o)$/;
/** What is left must still be a word of its own: `should` is not `shoulder`. */
const shortestStem = 5;

type Entries = { stems: Map<string, number[]>; phrases: [string, number][]; joined: [string, number][] };
const entries = readEntries();

function readEntries(): Entries {
  const read: Entries = { stems: new Map(), phrases: [], joined: [] };
  for (const [topic, { words }] of rows.entries())
    for (const word of words.join(' ').split(' ')) {
      const entry = foldText(word).replaceAll('_', ' ');
      if (isJoined.test(entry)) read.joined.push([entry, topic]);
      else if (entry.includes(' ')) read.phrases.push([` ${entry} `, topic]);
      else read.stems.set(stemOf(entry), [...(read.stems.get(stemOf(entry)) ?? []), topic]);
    }
  return read;
}

export function topicsIn(text: string): Topics {
  const folded = foldText(text);
  const found = new Map<number, number>();
  const add = (topic: number) => void found.set(topic, (found.get(topic) ?? 0) + 1);
  const words = folded.match(wordsOfText) ?? [];
  for (const word of words) new Set(topicsOfWord(word)).forEach(add);
  const spaced = ` ${words.join(' ')} `;
  for (const [phrase, topic] of entries.phrases) if (spaced.includes(phrase)) add(topic);
  if (isJoined.test(folded))
    for (const [entry, topic] of entries.joined) if (folded.includes(entry)) add(topic);
  return found;
}

/** Letters; a text without spaces has as many parts as the square of its length. */
const longestWord = 40;
/** A shorter entry is a part of too many other words. */
const shortestPart = { first: 5, inside: 6 };

/** An entry is a word, its beginning (`allergi` in `allergisch`), or a part of it (`allergie` in `Nussallergie`). */
function topicsOfWord(word: string): number[] {
  const stem = stemOf(word.slice(0, longestWord));
  const found = [...(entries.stems.get(stem) ?? [])];
  for (let start = 0; start < stem.length; start++) {
    const shortest = start === 0 ? shortestPart.first : shortestPart.inside;
    for (let end = start + shortest; end <= stem.length; end++)
      if (end - start < stem.length) found.push(...(entries.stems.get(stem.slice(start, end)) ?? []));
  }
  return found;
}

function stemOf(word: string): string {
  const stem = word.replace(ending, '');
  return stem.length >= shortestStem ? stem : word.replace(/s$/, '');
}

/** Topics whose notes help with a text of these topics, without those themselves. */
export function nearTopics(topics: Topics): ReadonlySet<number> {
  const near = [...topics.keys()].flatMap((topic) => nearOf[topic] ?? []);
  return new Set(near.filter((topic) => !topics.has(topic)));
}
