/**
 * The laws of all stores: saved entries are read back, also after reopening, and a failed change changes
 * nothing.
 */
import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#workers/domains/database.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { allRecords, failChange } from './fail-change.ts';
import {
  blobs,
  journals,
  models,
  tables,
  type Elsewhere,
  type Store,
  type StoreCase,
  type StoreEntry,
} from './store-cases.ts';

/** The tests of each folder in OPFS. */
const folders: Record<keyof Folders, readonly StoreCase[] | Elsewhere> = {
  journal: [journals],
  models: [models],
  workspace: 'tests/contract/file-port.test.ts',
  results: 'tests/unit/workers/engine/calls/cap-result.test.ts',
  undo: 'tests/unit/workers/storage/undo',
  blobs: [blobs],
  sessions: 'tests/unit/workers/storage/code-sessions.test.ts',
};

const cases = [...Object.values(tables), ...Object.values(folders)].flatMap((each) =>
  typeof each === 'string' ? [] : each,
);

it('are tested for every table of the database, and every folder has its tests', async () => {
  const database = await openDatabase({ name: 'stores-all' });
  expect([...database.objectStoreNames].sort()).toEqual(Object.keys(tables).sort());
  database.close();
  for (const each of Object.values(tables))
    if (typeof each === 'string') expect(Object.hasOwn(tables, each) || existsSync(each), each).toBe(true);
  for (const each of Object.values(folders))
    if (typeof each === 'string') expect(existsSync(each)).toBe(true);
});

/** Files named `…store.ts` that store no records of a domain, each with the reason. */
const noStores: Record<string, string> = {
  'src/state/base/local-store.ts':
    'Small texts of the page in the local storage, where no change can be half done.',
  'workers/domains/memory/tools/memory-store.ts':
    'The tool memory_store, which writes to the store of memories.',
  'workers/runtimes/git/objects/object-store.ts': 'Objects of a repository: files of the workspace.',
};

it('are all in a case, or in the list of files that are not stores', () => {
  const imported = ['tests/contract/store-cases.ts', 'tests/contract/value-store-cases.ts']
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const files = ['src', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|[/\\-])store\.ts$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  expect(files.length).toBeGreaterThan(Object.keys(noStores).length);
  const untested = files.filter((file) => !imported.includes(`'#${file}'`));
  expect(untested.sort()).toEqual(Object.keys(noStores).sort());
});

let removeLocks = () => {};
beforeAll(() => {
  removeLocks = installMemoryLocks();
  Object.assign(navigator, { storage: { estimate: async () => ({}) } });
});
afterAll(() => removeLocks());

let databases = 0;

async function setUp(open: StoreCase['open']) {
  const name = `stores-${++databases}`;
  const files = createMemoryFiles();
  let database = await openDatabase({ name });
  const reopen = async () => {
    database.close();
    database = await openDatabase({ name });
    return open({ database, folder: files.root });
  };
  return { store: await open({ database, folder: files.root }), reopen, files, database: () => database };
}

/**
 * Runs `work` repeatedly, each time with a new store, and makes its first change fail, then its second, and
 * so on until none fails. Calls `check` after each failure, with the store opened again.
 */
async function failEachChange(
  open: StoreCase['open'],
  prepare: (store: Store) => Promise<unknown>,
  work: (store: Store) => Promise<unknown>,
  check: (store: Store) => Promise<void>,
): Promise<Store> {
  for (let changes = 1; changes < 20; changes++) {
    const { store, reopen, files } = await setUp(open);
    await prepare(store);
    const fault = failChange(files, changes);
    const [outcome] = await Promise.allSettled([work(store)]);
    const hasFailed = fault.end() || outcome.status === 'rejected';
    if (!hasFailed) {
      expect(changes).toBeGreaterThan(1);
      return reopen();
    }
    expect(outcome.status).toBe('rejected');
    await check(await reopen());
  }
  throw new Error('The work never comes to an end.');
}

describe.each(cases)('$name', ({ open, builtIn = [], ...traits }) => {
  const entry = (id: string, text: string): StoreEntry => ({ id, text: traits.keepsNoText ? '' : text });
  const [one, two] = [entry('id_1', 'one'), entry('id_2', 'two')];
  const own = async (store: Store) => (await store.list()).filter(({ id }) => !builtIn.includes(id));

  it('contain only their built-in entries at first', async () => {
    const { store } = await setUp(open);
    expect((await store.list()).map(({ id }) => id)).toEqual(builtIn);
  });

  it('are read and listed as they were saved', async () => {
    const { store } = await setUp(open);
    await store.save(one);
    await store.save(two);
    expect(await store.get(one.id)).toEqual(one);
    expect(await store.get(two.id)).toEqual(two);
    expect(await own(store)).toHaveLength(2);
    expect(await own(store)).toEqual(expect.arrayContaining([one, two]));
  });

  it('are all kept if they are saved concurrently', async () => {
    const { store } = await setUp(open);
    const many = Array.from({ length: 8 }, (_, index) => entry(`id_${index}`, `text ${index}`));
    await Promise.all(many.map((each) => store.save(each)));
    expect((await own(store)).map(({ id }) => id).sort()).toEqual(many.map(({ id }) => id));
  });

  it('survive closing and reopening the database', async () => {
    const { store, reopen } = await setUp(open);
    await store.save(one);
    const again = await reopen();
    expect(await own(again)).toEqual([one]);
    expect(await again.get(one.id)).toEqual(one);
  });

  it('are not stored at all if saving fails at any point', async () => {
    const saved = await failEachChange(
      open,
      (store) => store.save(one),
      (store) => store.save(two),
      async (store) => expect(await own(store)).toEqual([one]),
    );
    expect(await own(saved)).toHaveLength(2);
  });

  it.skipIf(traits.isAddOnly || traits.isSavedOnce)(
    'are stored once, however often they are saved',
    async () => {
      const { store } = await setUp(open);
      await store.save(one);
      await store.save(one);
      const changed = entry(one.id, 'changed');
      await store.save(changed);
      expect(await own(store)).toEqual([changed]);
      expect(await store.get(one.id)).toEqual(changed);
    },
  );

  it.skipIf(traits.isAddOnly || traits.isSavedOnce || traits.keepsNoText)(
    'are unchanged if changing them fails at any point',
    async () => {
      const changed = await failEachChange(
        open,
        (store) => store.save(one),
        (store) => store.save(entry(one.id, 'changed')),
        async (store) => expect(await own(store)).toEqual([one]),
      );
      expect(await own(changed)).toEqual([entry(one.id, 'changed')]);
    },
  );

  it.skipIf(traits.isAddOnly)('are gone when they are removed, and the others stay', async () => {
    const { store, reopen } = await setUp(open);
    await store.save(one);
    await store.save(two);
    await store.remove(one.id);
    expect(await own(store)).toEqual([two]);
    expect(await store.get(one.id)).toBeUndefined();
    expect(await own(await reopen())).toEqual([two]);
  });

  it.skipIf(traits.isAddOnly)('stay complete if removing them fails at any point', async () => {
    const left = await failEachChange(
      open,
      (store) => store.save(one),
      (store) => store.remove(one.id),
      async (store) => {
        expect(await own(store)).toEqual([one]);
        expect(await store.get(one.id)).toEqual(one);
      },
    );
    expect(await own(left)).toEqual([]);
  });

  it('do not know an id that was never saved', async () => {
    const { store } = await setUp(open);
    await store.save(two);
    expect(await store.get(one.id)).toBeUndefined();
  });

  it.skipIf(traits.isAddOnly)('change nothing if an unknown one is removed', async () => {
    const { store } = await setUp(open);
    await store.save(two);
    // Removing an unknown id may be refused or ignored.
    await Promise.allSettled([store.remove(one.id)]);
    await store.save(one);
    await store.remove(one.id);
    await Promise.allSettled([store.remove(one.id)]);
    expect(await store.get(one.id)).toBeUndefined();
    expect(await own(store)).toEqual([two]);
  });

  it.skipIf(traits.isAddOnly)('may be saved again after they were removed', async () => {
    const { store } = await setUp(open);
    await store.save(one);
    await store.remove(one.id);
    await store.save(entry(one.id, 'again'));
    expect(await own(store)).toEqual([entry(one.id, 'again')]);
  });

  it.runIf(traits.bad)('reject bad input with a message, and keep stored entries', async () => {
    const { store } = await setUp(open);
    await store.save(one);
    await expect(traits.bad?.save(store)).rejects.toThrow(traits.bad?.says);
    expect(await own(store)).toEqual([one]);
  });

  it.runIf(traits.isSecret)('are nowhere in the database as plain text', async () => {
    const { store, database } = await setUp(open);
    await store.save(entry('id_1', 'a canary in a mine'));
    const stored = await allRecords(database());
    expect(stored).toContain('id_1');
    expect(stored).not.toContain('canary');
  });
});
