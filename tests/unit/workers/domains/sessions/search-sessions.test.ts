/** Searching all sessions: newest first, page by page, in text, calls, results and titles. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, type MessageId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import { searchSessions } from '#workers/domains/sessions/search-sessions.ts';
import { once } from '#workers/engine/once.ts';
import { createSearchIndex } from '#workers/domains/sessions/search-index.ts';
import { openSearchDatabase } from '#workers/storage/search-database.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { call, message, result, session, text } from '#tests/fixtures/worlds/messages.ts';

let databases = 0;

async function sourceOf(messages: readonly Message[], title = 'A chat') {
  const database = await openDatabase({ name: `search-${++databases}` });
  const store = createSessionStore(database);
  await store.save({ id: session, title, agent: defaultAgent.id, head: null, updated: 9 });
  const transaction = database.transaction('messages', 'readwrite');
  await Promise.all([...messages.map((each) => transaction.store.put(each)), transaction.done]);
  const index = createSearchIndex({
    store,
    ifFree: (_lock, work) => work().then(() => true),
    open: once(() => openSearchDatabase(`search-index-${databases}`)),
  });
  return { sessions: store, index, database };
}

/** Ids sort by time, like those of `newId`. */
const idAt = (at: number) => `message_${String(at).padStart(9, '0')}`;
const said = (at: number, words: string) => message(idAt(at), 'user', [text(words)], { at });

describe('searchSessions', () => {
  it('finds words, arguments, results and titles, the newest first', async () => {
    const step = message(
      idAt(2),
      'assistant',
      [call('c', { name: 'read_file', arguments: { path: 'notes/Müller.txt' } }), result('c', 'Zürich 1871')],
      { at: 2 },
    );
    const source = await sourceOf([said(1, 'Where is Zurich?'), step], 'About ZURICH');
    const { hits, next } = await searchSessions('zurich', undefined, source);
    expect(hits.map(({ where, tool }) => [where, tool])).toEqual([
      ['title', undefined],
      ['result', 'read_file'],
      ['said', undefined],
    ]);
    expect(next).toBeNull();
    const byPath = await searchSessions('muller', undefined, source);
    expect(byPath.hits).toMatchObject([{ where: 'call', message: idAt(2), tool: 'read_file' }]);
  });

  it('searches ten thousand messages, page by page, and misses none', async () => {
    const wanted = new Set([0, 99, 100, 5_000, 9_999]);
    const filler = 'Lorem ipsum dolor sit amet. '.repeat(20);
    const source = await sourceOf(
      Array.from({ length: 10_000 }, (_, at) => said(at, wanted.has(at) ? `${filler} nadel` : filler)),
    );
    const found: (MessageId | undefined)[] = [];
    let pages = 0;
    let next: MessageId | null | undefined;
    do {
      const page = await searchSessions('Nadel', next ?? undefined, source);
      found.push(...page.hits.map((hit) => hit.message));
      next = page.next;
      pages++;
    } while (next);
    expect(found).toEqual([9_999, 5_000, 100, 99, 0].map((at) => asId<'message'>(idAt(at))));
    expect(pages).toBeGreaterThan(9);
  });

  it('stops when there are enough hits, and continues from there', async () => {
    const source = await sourceOf(Array.from({ length: 250 }, (_, at) => said(at, 'same')));
    const first = await searchSessions('same', undefined, source);
    expect(first.hits).toHaveLength(100);
    const second = await searchSessions('same', first.next ?? undefined, source);
    expect(second.hits[0]?.message).toBe(idAt(149));
  });

  it('finds nothing for nothing', async () => {
    const source = await sourceOf([said(1, 'a')]);
    expect(await searchSessions('  ', undefined, source)).toEqual({ hits: [], next: null });
  });
});
