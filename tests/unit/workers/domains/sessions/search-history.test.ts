/** `search_history`: chats, results, memories and names of files, by day, without the chat that asks. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { searchHistory, type HistoryDeps } from '#workers/domains/sessions/search-history.ts';
import { createSearchIndex } from '#workers/domains/sessions/search-index.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { searchHistory as tool } from '#workers/engine/tools/search-history.ts';
import { openSearchDatabase } from '#workers/storage/search-database.ts';
import type { HistoryQuery } from '#workers/contracts/history-port.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { call, message, result, session, text } from '#tests/fixtures/worlds/messages.ts';
import { createMemoryWorld, kept } from '../memory/memory-world.ts';

let databases = 0;
const day = (date: number) => new Date(2026, 0, date, 12).getTime();
const idAt = (at: number) => `message_${String(at).padStart(9, '0')}`;

async function setUp() {
  const database = await openDatabase({ name: `history-${++databases}` });
  const sessions = createSessionStore(database);
  await sessions.save({ id: session, title: 'Travel', agent: defaultAgent.id, head: null, updated: day(9) });
  const said = message(idAt(1), 'user', [text('Is Lisbon warm?')], { at: day(3) });
  const step = message(
    idAt(2),
    'assistant',
    [call('c', { name: 'read_file', arguments: { path: 'x' } }), result('c', 'Lisbon: 18 degrees')],
    { at: day(5) },
  );
  for (const each of [said, step]) await database.put('messages', each);
  const world = await createMemoryWorld();
  await kept(world, 'trip', 'The trip to Lisbon is in May.');
  const files = createMemoryFiles();
  const folder = await files.root.getDirectoryHandle('plans', { create: true });
  await folder.getFileHandle('lisbon.md', { create: true });
  const deps: HistoryDeps = {
    ...{ agents: world.agents, sessions },
    openSearchIndex: async () =>
      createSearchIndex({
        store: sessions,
        ifFree: (_lock, work) => work().then(() => true),
        open: () => openSearchDatabase(`history-index-${databases}`),
      }),
    memorySwitch: world.settings,
    openMemories: async () => world.memories,
    folders: { workspace: files.root },
  };
  const search = (change: Partial<HistoryQuery> = {}) =>
    searchHistory(
      {
        ...{ query: 'lisbon', scope: 'all', limit: 10, from: undefined, to: undefined },
        ...{ signal: new AbortController().signal, ...change },
      },
      deps,
    );
  return { search, world, deps };
}

const placesOf = (hits: readonly { place: string }[]) => hits.map(({ place }) => place);

describe('search_history', () => {
  it('finds what was said, results, memories and names of files', async () => {
    const { search } = await setUp();
    expect(await search()).toEqual([
      { at: expect.any(Number) as number, place: "memory 'trip'", text: 'The trip to Lisbon is in May.' },
      { place: 'file', text: 'plans/lisbon.md' },
      { at: day(5), place: "result of read_file in chat 'Travel'", text: 'Lisbon: 18 degrees' },
      { at: day(3), place: "chat 'Travel'", text: 'Is Lisbon warm?' },
    ]);
  });

  it('finds only what was asked for: a place, days, not the chat that asks, at most so many', async () => {
    const { search, world } = await setUp();
    expect(placesOf(await search({ scope: 'chats' }))).toEqual(["chat 'Travel'"]);
    expect(placesOf(await search({ scope: 'results' }))).toEqual(["result of read_file in chat 'Travel'"]);
    expect(placesOf(await search({ scope: 'files' }))).toEqual(['file']);
    const days = { from: day(2), to: day(4), scope: 'all' } as const;
    expect(placesOf(await search(days))).toEqual(["chat 'Travel'"]);
    expect(placesOf(await search({ session }))).toEqual(["memory 'trip'", 'file']);
    expect(await search({ limit: 1, scope: 'chats' })).toHaveLength(1);
    expect(await search({ query: 'Porto' })).toEqual([]);
    const denied = await world.agents.save({
      ...defaultAgent,
      id: asId<'agent'>('agent_2'),
      deny: ['memory'],
    });
    expect(await search({ scope: 'memories', agent: denied.id })).toEqual([]);
    expect(await search({ scope: 'memories', agent: defaultAgent.id })).toHaveLength(1);
    await world.settings.change({ isOn: false });
    expect(await search({ scope: 'memories' })).toEqual([]);
  });

  it('says the day of each hit to the model, and refuses what is no day', async () => {
    const { deps } = await setUp();
    const context = {
      signal: new AbortController().signal,
      searchHistory: (query: HistoryQuery) => searchHistory(query, deps),
      call: asId<'call'>('c'),
    };
    const ask = async (values: object) =>
      tool.answer({ query: 'lisbon', ...values }, context as Parameters<typeof tool.answer>[1]);
    expect(await ask({ scope: 'chats' })).toBe("[2026-01-03] chat 'Travel': Is Lisbon warm?");
    expect(await ask({ date_from: '2026-01-04', date_to: '2026-01-05' })).toBe(
      "[2026-01-05] result of read_file in chat 'Travel': Lisbon: 18 degrees",
    );
    expect(await ask({ query: 'Porto' })).toContain('Nothing matches');
    await expect(ask({ date_from: '2026-02-30' })).rejects.toThrow('must be a day');
    await expect(ask({ date_to: 'yesterday' })).rejects.toThrow("not 'yesterday'");
  });
});
