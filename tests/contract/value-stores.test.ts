/**
 * The laws of stores of a single value: it is read back after reopening, and a failed change changes nothing.
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#workers/domains/database.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { allRecords, failChange } from './fail-change.ts';
import { valueCases, type ValueStore, type ValueStoreCase } from './value-store-cases.ts';

let removeLocks = () => {};
beforeAll(() => {
  removeLocks = installMemoryLocks();
});
afterAll(() => removeLocks());

let databases = 0;

async function setUp(open: ValueStoreCase['open']) {
  const name = `value-stores-${++databases}`;
  let database = await openDatabase({ name });
  const reopen = async () => {
    database.close();
    database = await openDatabase({ name });
    return open(database);
  };
  return { store: open(database), reopen, database: () => database };
}

/**
 * Makes the first change of `work` fail, then the second, and so on; the value must stay unchanged each time.
 */
async function failEachChange(
  { open, values: [one] }: ValueStoreCase,
  work: (store: ValueStore) => Promise<unknown>,
): Promise<ValueStore> {
  for (let changes = 1; changes < 20; changes++) {
    const { store, reopen } = await setUp(open);
    await store.save(one);
    const fault = failChange(createMemoryFiles(), changes);
    const [outcome] = await Promise.allSettled([work(store)]);
    const hasFailed = fault.end() || outcome.status === 'rejected';
    if (!hasFailed) {
      expect(changes).toBeGreaterThan(1);
      return reopen();
    }
    expect(outcome.status).toBe('rejected');
    expect(await (await reopen()).get()).toBe(one);
  }
  throw new Error('The work never comes to an end.');
}

describe.each(valueCases)('$name', (each) => {
  const { open, initial, bad, secret } = each;
  const [one, two] = each.values;

  it('begins with its default', async () => {
    const { store } = await setUp(open);
    expect(await store.get()).toBe(initial);
  });

  it('is read as it was saved last, also after reopening', async () => {
    const { store, reopen } = await setUp(open);
    await store.save(one);
    expect(await store.get()).toBe(one);
    await store.save(two);
    expect(await store.get()).toBe(two);
    expect(await (await reopen()).get()).toBe(two);
  });

  it('goes back to its default when it is forgotten, once or twice, and may be saved again', async () => {
    const { store, reopen } = await setUp(open);
    await store.save(one);
    await store.forget();
    await store.forget();
    expect(await store.get()).toBe(initial);
    expect(await (await reopen()).get()).toBe(initial);
    const again = await reopen();
    await again.save(two);
    expect(await again.get()).toBe(two);
  });

  it('is unchanged if changing it fails at any point', async () => {
    const changed = await failEachChange(each, (store) => store.save(two));
    expect(await changed.get()).toBe(two);
  });

  it('is unchanged if forgetting it fails at any point', async () => {
    const forgotten = await failEachChange(each, (store) => store.forget());
    expect(await forgotten.get()).toBe(initial);
  });

  it('rejects bad input with a message, and keeps the stored value', async () => {
    const { store } = await setUp(open);
    await store.save(one);
    await expect(store.save(bad.value)).rejects.toThrow(bad.says);
    expect(await store.get()).toBe(one);
  });

  it.runIf(secret)('is nowhere in the database as plain text', async () => {
    const { store, database } = await setUp(open);
    await store.save(one);
    expect(await allRecords(database())).not.toContain(secret);
  });
});
