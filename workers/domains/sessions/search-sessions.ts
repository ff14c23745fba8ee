/** Searches titles, messages, calls and results, newest first, one page per call. */
import { contentText } from '#shared/conversation/content.ts';
import type { MessageId } from '#shared/ids.ts';
import { callsWithResults, textOf, type Message } from '#shared/conversation/message.ts';
import type { SearchHit, SearchPage, SessionInfo } from '#shared/conversation/session.ts';
import type { SessionStore } from './store.ts';
import { foldWords, hasWords, snippetOf } from '#workers/text/find-words.ts';

/** Read in one batch; a message may hold several results of 20,000 characters. */
const messagesAtOnce = 100;
/** The most messages one call searches: to stop the search, request no further page. */
const messagesPerPage = 1_000;
const hitsPerPage = 30;

type SearchStore = Pick<SessionStore, 'list' | 'newestMessages'>;

/** `from`: the last message that was searched; without it, titles first, then the newest messages. */
export async function searchSessions(
  query: string,
  from: MessageId | undefined,
  store: SearchStore,
): Promise<SearchPage> {
  const words = foldWords(query);
  if (words.length === 0) return { hits: [], next: null };
  const hits = from ? [] : findTitles(await store.list(), words);
  let last = from;
  for (let seen = 0; seen < messagesPerPage && hits.length < hitsPerPage; seen += messagesAtOnce) {
    const messages = await store.newestMessages(messagesAtOnce, last);
    hits.push(...messages.flatMap((message) => findIn(message, words) ?? []));
    if (messages.length < messagesAtOnce) return { hits, next: null };
    last = messages.at(-1)?.id;
  }
  return { hits, next: last ?? null };
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

/** The first place in a message that holds all words. */
function findIn(message: Message, words: readonly string[]): SearchHit | undefined {
  const { session, id, at } = message;
  for (const { text, ...place } of placesOf(message))
    if (hasWords(text, words)) return { session, message: id, at, ...place, snippet: snippetOf(text, words) };
  return undefined;
}

type Place = Pick<SearchHit, 'where' | 'tool'> & { text: string };

function* placesOf(message: Message): Generator<Place> {
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
