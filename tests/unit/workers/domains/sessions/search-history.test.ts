/** `search_history`: searches chats, results, memories and file names, by day, without the chat that asks. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { searchHistory, searchKept, type HistoryDeps } from '#workers/domains/sessions/search-history.ts';
import { createSearchIndex } from '#workers/domains/sessions/search-index.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { searchHistory as tool } from '#workers/domains/sessions/tools/search-history.ts';
import { openSearchDatabase } from '#workers/storage/search-database.ts';
import type { HistoryQuery } from '#workers/domains/sessions/history-port.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { call, message, result, session, text } from '#tests/fixtures/worlds/messages.ts';
import { findTool } from '../../engine/permissions/guarded-mode/conversations.ts';
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
    ...{ agents: world.agents, sessions, registry: { find: findTool } },
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
  const find = (change: Partial<HistoryQuery> = {}) =>
    searchHistory(
      {
        ...{ query: 'lisbon', scope: 'all', limit: 10, from: undefined, to: undefined },
        ...{ signal: new AbortController().signal, ...change },
      },
      deps,
    );
  const search = async (change?: Partial<HistoryQuery>) => (await find(change)).hits;
  return { search, find, world, deps, files, sessions, database };
}

const placesOf = (hits: readonly { place: string }[]) => hits.map(({ place }) => place);

describe('search_history', () => {
  it('finds what was said, results, memories and names of files', async () => {
    const { search } = await setUp();
    expect(await search()).toEqual([
      {
        at: expect.any(Number) as number,
        place: "memory 'trip'",
        text: 'The trip to Lisbon is in May.',
        isOutside: false,
      },
      { at: expect.any(Number) as number, place: 'file', text: 'plans/lisbon.md', isOutside: true },
      {
        at: day(5),
        place: "result of read_file in chat 'Travel'",
        text: 'Lisbon: 18 degrees',
        isOutside: true,
      },
      { at: day(3), place: "chat 'Travel'", text: 'Is Lisbon warm?', isOutside: true },
    ]);
  });

  it('stops after the first requested day, and reads no older message', async () => {
    const { find, deps, sessions, database } = await setUp();
    const old = Array.from({ length: 1_000 }, (_, index) =>
      message(`${idAt(0)}${String(index).padStart(3, '0')}`, 'user', [text('Lisbon again')], { at: day(1) }),
    );
    for (const each of old) await database.put('messages', each);
    await find();
    let read = 0;
    deps.sessions = { ...sessions, message: (id) => (read++, sessions.message(id)) };
    const found = await find({ scope: 'chats', from: day(3), limit: 20 });
    expect(found.isCut).toBe(false);
    expect(found.hits).toHaveLength(1);
    expect(read).toBeLessThan(500);
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

  it('finds a result beside a text of the same message that has the words, too', async () => {
    const { search, database } = await setUp();
    const both = message(
      idAt(3),
      'assistant',
      [
        text('I look at Porto.'),
        call('d', { name: 'read_file', arguments: { path: 'y' } }),
        result('d', 'Porto: 16 degrees'),
      ],
      { at: day(6) },
    );
    await database.put('messages', both);
    const porto = { query: 'porto' };
    expect(placesOf(await search({ ...porto, scope: 'results' }))).toEqual([
      "result of read_file in chat 'Travel'",
    ]);
    expect(placesOf(await search({ ...porto, scope: 'chats' }))).toEqual(["chat 'Travel'"]);
    expect(placesOf(await search(porto))).toEqual(["chat 'Travel'", "result of read_file in chat 'Travel'"]);
  });

  it('tells whether there is more, in every place', async () => {
    const { find, world, files, sessions } = await setUp();
    expect(await find()).toMatchObject({ isCut: false, denied: [] });
    expect(await find({ limit: 1 })).toMatchObject({ isCut: true, hits: [{}] });
    for (const scope of ['chats', 'results', 'memories', 'files'] as const)
      expect(await find({ scope, limit: 1 }), scope).toMatchObject({ isCut: false, hits: [{}] });
    await kept(world, 'flat', 'A flat in Lisbon.');
    await files.root.getFileHandle('lisbon.txt', { create: true });
    await sessions.save({
      ...{ id: asId<'session'>('session_2'), title: 'Lisbon', agent: defaultAgent.id },
      ...{ head: null, updated: day(1) },
    });
    for (const scope of ['chats', 'memories', 'files'] as const)
      expect(await find({ scope, limit: 1 }), scope).toMatchObject({ isCut: true, hits: [{}] });
    expect(await find({ signal: AbortSignal.abort(), scope: 'chats' })).toMatchObject({ isCut: true });
  });

  it('takes the title of a chat without stored messages for text from outside: it may name an attachment', async () => {
    const { find, sessions } = await setUp();
    await sessions.save({
      ...{ id: asId<'session'>('session_2'), title: 'Lisbon.pdf', agent: defaultAgent.id },
      ...{ head: null, updated: day(1) },
    });
    const { hits } = await find({ scope: 'chats' });
    expect(hits.find(({ place }) => place === "title of chat 'Lisbon.pdf'")).toMatchObject({
      isOutside: true,
    });
  });

  it('leaves out names of files for an agent that may not read any, and hidden folders for all', async () => {
    const { find, search, world, files } = await setUp();
    for (const name of ['.git', '.results']) {
      const folder = await files.root.getDirectoryHandle(name, { create: true });
      await folder.getFileHandle('lisbon.txt', { create: true });
    }
    expect(await search({ scope: 'files' })).toMatchObject([{ place: 'file', text: 'plans/lisbon.md' }]);
    const { id: agent } = await world.agents.save({
      ...{ ...defaultAgent, id: asId<'agent'>('agent_2') },
      deny: ['files.read'],
    });
    expect(await find({ scope: 'files', agent })).toEqual({ hits: [], isCut: false, denied: ['files'] });
    expect(placesOf(await search({ agent }))).not.toContain('file');
    expect(placesOf(await search({ agent }))).toContain("memory 'trip'");
  });

  it('finds files of a period by their last change, behind others that have the words', async () => {
    const { search, files } = await setUp();
    const write = async (name: string, at: number) => {
      files.setTime(at);
      await files.root.getFileHandle(name, { create: true });
    };
    for (let at = 0; at < 5; at++) await write(`lisbon-${at}.txt`, day(8));
    await write('lisbon-old.txt', day(3));
    const days = { from: day(2), to: day(4), scope: 'files', limit: 2 } as const;
    expect(await search(days)).toMatchObject([{ at: day(3), place: 'file', text: 'lisbon-old.txt' }]);
    expect(await search({ ...days, from: day(10), to: day(11) })).toEqual([]);
  });

  it('finds for the user what it finds for a model: memories and names of files', async () => {
    const { deps, world } = await setUp();
    const found = await searchKept('Lisbon', deps);
    expect(found).toMatchObject({ memories: [{ key: 'trip' }], files: ['plans/lisbon.md'] });
    expect(found.memories[0]?.snippet).toContainEqual({ text: 'Lisbon', isMatch: true });
    // The user can search the memories even while models are denied them.
    await world.settings.change({ isOn: false });
    expect((await searchKept('trip', deps)).memories).toHaveLength(1);
    expect(await searchKept(' ', deps)).toEqual({ memories: [], files: [] });
  });

  it('finds a memory of a day behind many that are more relevant', async () => {
    const { search, world } = await setUp();
    for (let at = 0; at < 30; at++) await kept(world, `lisbon ${at}`, 'Lisbon, Lisbon.');
    const old = await kept(world, 'old', 'Long ago, in another life, there was a long walk through Lisbon.');
    await world.database.put('memories', { ...old, updated: day(3) });
    const days = { from: day(2), to: day(4), scope: 'memories', limit: 5 } as const;
    expect(placesOf(await search(days))).toEqual(["memory 'old'"]);
  });

  it('gives the day of each hit to the model, and rejects an invalid day', async () => {
    const { deps, world } = await setUp();
    const context = {
      signal: new AbortController().signal,
      port: (query: HistoryQuery) => searchHistory(query, deps),
      call: asId<'call'>('c'),
    };
    const answer = async (values: object) =>
      tool.answer({ query: 'lisbon', ...values }, context as Parameters<typeof tool.answer>[1]);
    const ask = async (values: object) => {
      const returned = await answer(values);
      return typeof returned === 'object' && 'content' in returned ? returned.content : returned;
    };
    expect(await ask({ scope: 'chats' })).toBe("[2026-01-03] chat 'Travel': Is Lisbon warm?");
    expect(await ask({ date_from: '2026-01-04', date_to: '2026-01-05' })).toBe(
      "[2026-01-05] result of read_file in chat 'Travel': Lisbon: 18 degrees",
    );
    expect(await ask({ query: 'Porto' })).toContain('Nothing matches');
    expect(await answer({ query: 'Porto' })).toMatchObject({ isOwnWords: true });
    expect(await answer({})).toMatchObject({ isOwnWords: false });
    expect(await ask({ limit: 1 })).toMatch(/Lisbon is in May\.\n\(Not all was searched or shown\./);
    expect(await ask({})).not.toContain('Not all');
    await world.settings.change({ isOn: false });
    expect(await ask({ scope: 'memories' })).toContain('memory is off');
    await expect(ask({ date_from: '2026-02-30' })).rejects.toThrow('must be a day');
    await expect(ask({ date_to: 'yesterday' })).rejects.toThrow("not 'yesterday'");
  });

  it('counts words of a chat as the own ones of the user only if nothing in it came from outside', async () => {
    const { find, sessions, database } = await setUp();
    const own = asId<'session'>('session_own');
    await sessions.save({ id: own, title: 'Food', agent: defaultAgent.id, head: null, updated: day(8) });
    const said = message(idAt(7), 'user', [text('I like Lisbon, and I am vegetarian.')], { at: day(7) });
    await database.put('messages', { ...said, session: own });
    const { hits } = await find({ scope: 'chats', limit: 50 });
    expect(hits.map(({ place, isOutside }) => [place, isOutside])).toEqual([
      ["chat 'Food'", false],
      ["chat 'Travel'", true],
    ]);
    expect((await find({ query: 'vegetarian', scope: 'chats' })).hits).toMatchObject([{ isOutside: false }]);
  });
});
