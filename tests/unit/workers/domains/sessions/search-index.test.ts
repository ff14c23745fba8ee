/**
 * The search index always matches the messages, whatever was added or deleted, and after the index was
 * deleted.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, type MessageId } from '#shared/ids.ts';
import { once } from '#workers/engine/once.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createSearchIndex } from '#workers/domains/sessions/search-index.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { openSearchDatabase } from '#workers/storage/search-database.ts';
import { message, session, text } from '#tests/fixtures/worlds/messages.ts';

let databases = 0;
const idAt = (at: number) => asId<'message'>(`message_${String(at).padStart(9, '0')}`);

async function createIndexWorld() {
  const name = `index-${++databases}`;
  const database = await openDatabase({ name });
  const store = createSessionStore(database);
  await store.save({ id: session, title: '', agent: defaultAgent.id, head: null, updated: 1 });
  const newestMessages = vi.fn(store.newestMessages);
  const open = once(() => openSearchDatabase(`${name}-search`));
  const ifFree = vi.fn((_lock: string, work: () => Promise<void>) => work().then(() => true));
  /** Another tab has its own instance of the index. */
  const createIndex = () => createSearchIndex({ store: { ...store, newestMessages }, open, ifFree });
  const index = createIndex();
  return {
    ...{ database, store, index, createIndex, newestMessages, open, ifFree },
    async say(at: number, words: string) {
      await database.put('messages', message(idAt(at), 'user', [text(words)], { at, order: at }));
    },
    async findAll(words: readonly string[], from = index) {
      const all: MessageId[] = [];
      let next: MessageId | null | undefined;
      do {
        const page = await (next ? from.find(words, next) : from.find(words));
        all.push(...page.found);
        ({ next } = page);
      } while (next);
      return all;
    },
  };
}

describe('the index of search', () => {
  it('finds without reading the messages once it was brought up to date', async () => {
    const world = await createIndexWorld();
    for (let at = 0; at < 250; at++) await world.say(at, at % 100 === 7 ? `Needle ${at}` : 'Hay.');
    const wanted = [207, 107, 7].map(idAt);
    expect(await world.findAll(['needle'])).toEqual(wanted);
    expect(world.newestMessages).toHaveBeenCalled();
    await world.index.update();
    world.newestMessages.mockClear();
    expect(await world.findAll(['needle'])).toEqual(wanted);
    expect(await world.findAll(['needle'], world.createIndex())).toEqual(wanted);
    expect(world.newestMessages).not.toHaveBeenCalled();
  });

  it('reads its texts once when it was loaded before the first search', async () => {
    const world = await createIndexWorld();
    await world.say(1, 'A needle.');
    await world.index.update();
    const other = world.createIndex();
    await other.load();
    const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    expect(await world.findAll(['needle'], other)).toEqual([idAt(1)]);
    expect(getAll).not.toHaveBeenCalled();
    getAll.mockRestore();
  });

  it('reads only what is newer, and joins small additions', async () => {
    const world = await createIndexWorld();
    for (let at = 0; at < 30; at++) {
      await world.say(at, `Note ${at}`);
      await world.index.update();
    }
    expect(await (await world.open()).count('chunks')).toBe(1);
    await world.say(30, 'Note 30');
    world.newestMessages.mockClear();
    expect(await world.findAll(['note'])).toHaveLength(31);
    expect(world.newestMessages.mock.calls).toEqual([[1, undefined]]);
  });

  it('keeps nothing of a chat that was deleted', async () => {
    const world = await createIndexWorld();
    for (let at = 0; at < 40; at++) await world.say(at, 'A secret.');
    await world.index.update();
    expect(await world.findAll(['secret'])).toHaveLength(40);
    await world.store.remove(session);
    expect(await world.findAll(['secret'])).toEqual([]);
    await world.index.update();
    const chunks = await (await world.open()).getAll('chunks');
    expect(JSON.stringify(chunks)).not.toContain('secret');
  });

  it('has a mark from a deletion until it follows, in whatever tab', async () => {
    const world = await createIndexWorld();
    const { store } = world;
    expect(await store.removalMark()).toBeUndefined();
    await store.remove(session);
    expect(await store.removalMark(), 'no message').toBeUndefined();
    await world.say(1, 'A secret.');
    await world.index.update();
    await store.remove(session);
    expect(await store.removalMark()).toEqual(expect.any(String));
    world.ifFree.mockResolvedValueOnce(false);
    await world.index.update();
    expect(await store.removalMark()).toBeDefined();
    expect(await world.createIndex().update()).toBe(true);
    expect(await store.removalMark()).toBeUndefined();
    expect(await (await world.open()).count('chunks')).toBe(0);
  });

  it('keeps the mark of what was deleted while it was brought up to date', async () => {
    const world = await createIndexWorld();
    const { store } = world;
    await world.say(1, 'A secret.');
    await store.remove(session);
    await world.say(2, 'Another secret.');
    world.newestMessages.mockImplementationOnce(async (...page) => {
      const messages = await store.newestMessages(...page);
      await store.remove(session);
      return messages;
    });
    await world.index.update();
    expect(JSON.stringify(await (await world.open()).getAll('chunks'))).toContain('secret');
    expect(await store.removalMark()).toBeDefined();
    await world.index.update();
    expect(await (await world.open()).count('chunks')).toBe(0);
    expect(await store.removalMark()).toBeUndefined();
  });

  it('may be thrown away, and is made again', async () => {
    const world = await createIndexWorld();
    for (let at = 0; at < 5; at++) await world.say(at, 'Here.');
    await world.index.update();
    const search = await world.open();
    await Promise.all([search.clear('chunks'), search.clear('contents')]);
    expect(await world.findAll(['here'])).toHaveLength(5);
    await world.index.update();
    expect(await search.count('chunks')).toBe(1);
  });

  it('cannot be read: the messages are read instead', async () => {
    const world = await createIndexWorld();
    await world.say(1, 'Here.');
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    (await world.open()).close();
    expect(await world.findAll(['here'])).toEqual([idAt(1)]);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it('leaves the work to another tab that is already updating', async () => {
    const world = await createIndexWorld();
    await world.say(1, 'Here.');
    world.ifFree.mockResolvedValueOnce(false);
    expect(await world.index.update()).toBe(false);
    expect(await (await world.open()).count('chunks')).toBe(0);
    expect(world.ifFree.mock.calls[0]?.[0]).toBe('oneclaw-search');
  });

  it('finds the same as a full scan, in whatever order messages are added and deleted', async () => {
    const words = fc.constantFrom('apple', 'pear', 'Äpfel', 'x'.repeat(20_000));
    const step = fc.oneof(
      fc.record({ type: fc.constant('say' as const), at: fc.nat(60), words }),
      fc.record({ type: fc.constant('delete' as const), at: fc.nat(60) }),
      fc.constant({ type: 'update' as const }),
      fc.constant({ type: 'find' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = await createIndexWorld();
        const said = new Map<number, string>();
        for (const each of steps) {
          // A stored message never changes.
          if (each.type === 'say' && !said.has(each.at)) {
            said.set(each.at, each.words);
            await world.say(each.at, each.words);
          } else if (each.type === 'delete') {
            await world.database.delete('messages', idAt(each.at));
            said.set(each.at, '');
          } else if (each.type === 'update') await world.index.update();
          else await world.findAll(['apple']);
        }
        const wanted = [...said].filter(([, each]) => each === 'apple').map(([at]) => at);
        const sorted = wanted.sort((one, other) => other - one).map(idAt);
        expect(await world.findAll(['apple'])).toEqual(sorted);
        await world.index.update();
        expect(await world.findAll(['apple'])).toEqual(sorted);
      }),
      { numRuns: 40 },
    );
  });
});
