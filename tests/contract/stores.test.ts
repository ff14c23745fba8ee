/** The laws of every store: what is saved is read back, also after reopening the database. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { openAllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { openDisabledTools } from '#workers/domains/tools/disabled-tools.ts';
import { defaultSampling } from '#workers/mcp/stored-server.ts';
import { createServerStore } from '#workers/domains/mcp/store.ts';
import { createLinkedFolderStore } from '#workers/domains/linked-folders/store.ts';
import { createProviderStore, guideId } from '#workers/domains/providers/store.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { createWaitingSends } from '#workers/domains/runs/waiting-sends.ts';

/** What the laws speak of: an id, and a text that is saved with it. */
type Entry = { id: string; text: string };

type Store = {
  save(entry: Entry): Promise<unknown>;
  get(id: string): Promise<Entry | undefined>;
  list(): Promise<Entry[]>;
  remove(id: string): Promise<unknown>;
};

type Case = {
  name: string;
  open(database: Database): Store | Promise<Store>;
  /** In the list of an empty store, and never removed by these tests. */
  builtIn?: string[];
  /** A set of names, which keeps nothing with them. */
  keepsNoText?: true;
};

const cases: Case[] = [
  {
    name: 'agents',
    builtIn: [defaultAgent.id],
    open(database) {
      const store = createAgentStore(database);
      const entryOf = ({ id, name }: { id: string; name: string }) => ({ id, text: name });
      return {
        save: ({ id, text }) =>
          store.save({ id: asId<'agent'>(id), name: text, systemPrompt: '', tools: ['*'] }),
        get: async (id) => map(await store.get(asId<'agent'>(id)), entryOf),
        list: async () => (await store.list()).map(entryOf),
        remove: (id) => store.remove(asId<'agent'>(id)),
      };
    },
  },
  {
    name: 'providers',
    builtIn: [guideId],
    open(database) {
      const store = createProviderStore(database, createVault(database));
      const entryOf = ({ id, label }: { id: string; label: string }) => ({ id, text: label });
      return {
        save: ({ id, text }) =>
          store.save({
            id: asId<'provider'>(id),
            kind: 'openai-chat',
            label: text,
            baseUrl: 'https://a.test/v1',
            model: 'm',
          }),
        get: async (id) => map(await store.get(asId<'provider'>(id)), entryOf),
        list: async () => (await store.list()).map(entryOf),
        remove: (id) => store.remove(asId<'provider'>(id)),
      };
    },
  },
  {
    name: 'sessions',
    open(database) {
      const store = createSessionStore(database);
      const entryOf = ({ id, title }: { id: string; title: string }) => ({ id, text: title });
      return {
        save: ({ id, text }) =>
          store.save({
            id: asId<'session'>(id),
            title: text,
            agent: defaultAgent.id,
            head: null,
            updated: 1,
          }),
        get: async (id) => map(await store.get(asId<'session'>(id)), entryOf),
        list: async () => (await store.list()).map(entryOf),
        remove: (id) => store.remove(asId<'session'>(id)),
      };
    },
  },
  {
    name: 'MCP servers',
    open(database) {
      const store = createServerStore(database, createVault(database));
      const entryOf = ({ id, title }: { id: string; title: string }) => ({ id, text: title });
      return {
        save: ({ id, text }) =>
          store.save({
            id: asId<'server'>(id),
            name: id,
            title: text,
            url: 'https://a.test/mcp',
            transport: 'auto',
            enabled: true,
            headers: [],
            clientId: '',
            hasClientSecret: false,
            sampling: defaultSampling,
            signIn: 'none',
            created: 1,
          }),
        get: async (id) => map(await store.get(asId<'server'>(id)), entryOf),
        list: async () => (await store.list()).map(entryOf),
        remove: (id) => store.remove(asId<'server'>(id)),
      };
    },
  },
  {
    name: 'linked folders',
    open(database) {
      const store = createLinkedFolderStore(database);
      const entryOf = ({ name, source }: { name: string; source: string }) => ({ id: name, text: source });
      // What the database keeps of a handle is the browser's; in memory any object is one.
      const handle = {} as FileSystemDirectoryHandle;
      return {
        save: ({ id, text }) => store.put({ name: id, source: text, handle, everything: false }, []),
        get: async (id) => map(await store.get(id), entryOf),
        list: async () => (await store.list()).map(entryOf),
        remove: (id) => store.remove(id),
      };
    },
  },
  {
    name: 'messages that wait',
    open(database) {
      const store = createWaitingSends(database);
      const list = async () => (await store.list()).map(({ id, input }) => ({ id: id, text: input.text }));
      return {
        save: ({ id, text }) =>
          store.add({
            id: asId<'run'>(id),
            tab: 'tab',
            at: 1,
            input: { session: asId<'session'>('s'), text, media: [] },
          }),
        get: async (id) =>
          (await store.has(asId<'run'>(id))) ? (await list()).find((each) => each.id === id) : undefined,
        list,
        remove: (id) => store.remove(asId<'run'>(id)),
      };
    },
  },
  {
    name: 'allowed hosts',
    keepsNoText: true,
    async open(database) {
      const store = await openAllowedHosts(database);
      return {
        save: ({ id }) => store.allow(id),
        get: async (id) => (store.has(id) ? { id, text: '' } : undefined),
        list: async () => store.list().map((id) => ({ id, text: '' })),
        remove: (id) => store.revoke(id),
      };
    },
  },
  {
    name: 'disabled tools',
    keepsNoText: true,
    async open(database) {
      const store = await openDisabledTools(database);
      return {
        save: ({ id }) => store.set(id, true),
        get: async (id) => (store.has(id) ? { id, text: '' } : undefined),
        list: async () => store.list().map((id) => ({ id, text: '' })),
        remove: (id) => store.set(id, false),
      };
    },
  },
];

function map<From, To>(value: From | undefined, change: (value: From) => To): To | undefined {
  return value === undefined ? undefined : change(value);
}

let databases = 0;

describe.each(cases)('$name', ({ open, builtIn = [], keepsNoText = false }) => {
  const entry = (id: string, text: string): Entry => ({ id, text: keepsNoText ? '' : text });
  const [one, two] = [entry('id_1', 'one'), entry('id_2', 'two')];

  async function setUp() {
    const name = `stores-${++databases}`;
    let database = await openDatabase({ name });
    const reopen = async () => {
      database.close();
      database = await openDatabase({ name });
      return open(database);
    };
    return { store: await open(database), reopen };
  }

  const own = async (store: Store) => (await store.list()).filter(({ id }) => !builtIn.includes(id));

  it('begin with what is built in, and nothing else', async () => {
    const { store } = await setUp();
    expect((await store.list()).map(({ id }) => id)).toEqual(builtIn);
  });

  it('are read and listed as they were saved', async () => {
    const { store } = await setUp();
    await store.save(one);
    await store.save(two);
    expect(await store.get(one.id)).toEqual(one);
    expect(await store.get(two.id)).toEqual(two);
    expect(await own(store)).toHaveLength(2);
    expect(await own(store)).toEqual(expect.arrayContaining([one, two]));
  });

  it('are there once, however often and with whatever they are saved', async () => {
    const { store } = await setUp();
    await store.save(one);
    await store.save(one);
    const changed = entry(one.id, 'changed');
    await store.save(changed);
    expect(await own(store)).toEqual([changed]);
    expect(await store.get(one.id)).toEqual(changed);
  });

  it('are all kept where they are saved at the same time', async () => {
    const { store } = await setUp();
    const many = Array.from({ length: 8 }, (_, index) => entry(`id_${index}`, `text ${index}`));
    await Promise.all(many.map((each) => store.save(each)));
    expect((await own(store)).map(({ id }) => id).sort()).toEqual(many.map(({ id }) => id));
  });

  it('are gone when they are removed, and the others stay', async () => {
    const { store, reopen } = await setUp();
    await store.save(one);
    await store.save(two);
    await store.remove(one.id);
    expect(await own(store)).toEqual([two]);
    expect(await store.get(one.id)).toBeUndefined();
    expect(await own(await reopen())).toEqual([two]);
  });

  it('survive that the database is closed and opened', async () => {
    const { store, reopen } = await setUp();
    await store.save(one);
    const again = await reopen();
    expect(await own(again)).toEqual([one]);
    expect(await again.get(one.id)).toEqual(one);
  });

  it('do not know an id that was never saved, or was removed, and removing it changes nothing', async () => {
    const { store } = await setUp();
    await store.save(two);
    expect(await store.get(one.id)).toBeUndefined();
    await store.remove(one.id);
    await store.save(one);
    await store.remove(one.id);
    await store.remove(one.id);
    expect(await store.get(one.id)).toBeUndefined();
    expect(await own(store)).toEqual([two]);
  });

  it('may be saved again after they were removed', async () => {
    const { store } = await setUp();
    await store.save(one);
    await store.remove(one.id);
    await store.save(entry(one.id, 'again'));
    expect(await own(store)).toEqual([entry(one.id, 'again')]);
  });
});
