/** The texts of a message that are searched: its own text, and each call and result. */
import { contentText } from '#shared/conversation/content.ts';
import { callsWithResults, textOf, type Message } from '#shared/conversation/message.ts';
import type { SearchHit } from '#shared/conversation/session.ts';
import { messageSeparator, textSeparator } from '#workers/storage/search-database.ts';
import { foldText } from '#workers/text/fold-text.ts';

type SearchableText = Pick<SearchHit, 'where' | 'tool'> & { text: string };

export function* searchableTexts(message: Message): Generator<SearchableText> {
  yield { where: 'said', text: textOf(message) };
  for (const { call, result } of callsWithResults(message)) {
    const tool = call.name;
    yield { where: 'call', tool, text: `${tool} ${Object.values(call.arguments).map(inWords).join(' ')}` };
    if (!result) continue;
    const answer = result.result;
    const text = answer.status === 'success' ? contentText(answer.result) : answer.message;
    yield { where: 'result', tool, text };
  }
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The texts of a message, folded and joined as the index of search stores them. */
export function foldedTexts(message: Message): string {
  const texts = [...searchableTexts(message)].map(({ text }) => foldText(text).replace(separators, ' '));
  return texts.filter((text) => text !== '').join(textSeparator);
}

const separators = new RegExp(`[${messageSeparator}${textSeparator}]`, 'g');

/** Whether one of the texts contains all words. `texts`: as `foldedTexts` returns them. */
export function containsWords(texts: string, words: readonly string[]): boolean {
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  return hasAll(texts) && texts.split(textSeparator).some(hasAll);
}
