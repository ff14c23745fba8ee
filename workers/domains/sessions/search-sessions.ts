/** Searches titles, messages, calls and results, newest first, one page per call. */
import type { MessageId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SearchHit, SearchPage, SessionInfo } from '#shared/conversation/session.ts';
import { searchableTexts } from './searchable-texts.ts';
import type { SearchIndex } from './search-index.ts';
import type { SessionStore } from './store.ts';
import { foldWords, hasWords, snippetOf } from '#workers/text/find-words.ts';

export type SearchSource = {
  sessions: Pick<SessionStore, 'list' | 'message'>;
  index: Pick<SearchIndex, 'find'>;
};

/** `from`: the last message that was searched; without it, titles first, then the newest messages. */
export async function searchSessions(
  query: string,
  from: MessageId | undefined,
  { sessions, index }: SearchSource,
): Promise<SearchPage> {
  const words = foldWords(query);
  if (words.length === 0) return { hits: [], next: null };
  const titles = from ? [] : findTitles(await sessions.list(), words);
  const { found, next } = await index.find(words, from);
  const messages = await Promise.all(found.map(sessions.message));
  return {
    hits: [...titles, ...messages.flatMap((message) => (message ? findIn(message, words) : []))],
    next,
  };
}

function findTitles(sessions: readonly SessionInfo[], words: readonly string[]): SearchHit[] {
  return sessions
    .filter(({ title }) => hasWords(title, words))
    .map(({ id, title, updated }) => ({
      session: id,
      where: 'title',
      at: updated,
      snippet: snippetOf(title, words),
    }));
}

/** One hit for each text of a message that contains all words: its own text, a call, a result. */
function findIn(message: Message, words: readonly string[]): SearchHit[] {
  const { session, id, at } = message;
  return [...searchableTexts(message)]
    .filter(({ text }) => hasWords(text, words))
    .map(({ text, ...place }) => ({ session, message: id, at, ...place, snippet: snippetOf(text, words) }));
}
