/** Saved prompts: names are unique, imports are atomic, and an export can be imported unchanged. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { migrationsOf } from '#workers/storage/database.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createPromptStore } from '#workers/domains/prompts/store.ts';
import { tables } from '#workers/domains/prompts/tables.ts';

let databases = 0;

async function setUp() {
  const database = await openDatabase({ name: `prompts-${++databases}` });
  const changes: string[] = [];
  const store = createPromptStore(database, (...ids) => changes.push(...ids));
  const texts = async () => Object.fromEntries((await store.list()).map(({ name, text }) => [name, text]));
  return { store, changes, texts };
}

async function saved(store: Awaited<ReturnType<typeof setUp>>['store'], name: string, text: string) {
  const answer = await store.save({ name, text });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

describe('saved prompts', () => {
  it('come with a later version of the database than the tables before them', () => {
    expect(migrationsOf(tables)).toHaveLength(5);
  });

  it('are listed by name, changed by id and removed', async () => {
    const { store, changes, texts } = await setUp();
    const b = await saved(store, '  Beta ', 'two {x}');
    await saved(store, 'Alpha', 'one');
    expect((await store.list()).map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    const again = await store.save({ id: b.id, name: 'beta', text: 'three' });
    expect(again).toMatchObject({ ok: true, value: { id: b.id, created: b.created } });
    expect(await texts()).toEqual({ Alpha: 'one', beta: 'three' });
    await store.remove(b.id);
    expect(await texts()).toEqual({ Alpha: 'one' });
    expect(changes).toHaveLength(4);
  });

  it.each([
    [{ name: ' ', text: 'x' }, /name in 'name'/],
    [{ name: 'x'.repeat(61), text: 'x' }, /at most 60/],
    [{ name: ' ALPHA ', text: 'x' }, /another 'name'/],
    [{ name: 'x', text: ' \n' }, /'text'/],
    [{ name: 'x', text: 'x'.repeat(20_001) }, /at most 20000/],
    [{ name: 1, text: 'x' }, /\{name, text\}/],
    [null, /\{name, text\}/],
  ])('refuse %j', async (draft, message) => {
    const { store, texts } = await setUp();
    await saved(store, 'Alpha', 'one');
    const answer = await store.save(draft as { name: string; text: string });
    expect(answer.ok ? '' : answer.error.message).toMatch(message);
    expect(await texts()).toEqual({ Alpha: 'one' });
  });

  it('have their age again when they come back after they were deleted', async () => {
    const { store } = await setUp();
    const { id, name, text } = await saved(store, 'Alpha', 'one');
    await store.remove(id);
    expect(await store.save({ id, name, text, created: 5 })).toMatchObject({ value: { id, created: 5 } });
    const tomorrow = await store.save({ name: 'Beta', text, created: Date.now() + 86_400_000 });
    expect(tomorrow).toMatchObject({ ok: false, error: { code: 'invalid' } });
  });

  it('are saved once when two tabs give the same name at the same time', async () => {
    const { store } = await setUp();
    const answers = await Promise.all([
      store.save({ name: 'Same', text: 'a' }),
      store.save({ name: 'same', text: 'b' }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, false]);
  });

  it('keep both texts of one name, and an import again adds nothing', async () => {
    const { store, texts } = await setUp();
    await saved(store, 'Alpha', 'one');
    const file = JSON.stringify([
      { name: 'alpha', text: 'other' },
      { name: 'Alpha', text: 'one' },
      { name: 'New', text: 'n' },
    ]);
    expect(await store.import(file)).toEqual({ ok: true, value: { added: 1, changed: 1, skipped: 1 } });
    expect(await texts()).toEqual({ Alpha: 'one', 'alpha 2': 'other', New: 'n' });
    expect(await store.import(new Blob([file]))).toEqual({
      ok: true,
      value: { added: 0, changed: 0, skipped: 3 },
    });
  });

  it.each([
    ['no JSON', 'hello', /Choose a file/, { code: 'not-prompts' }],
    ['another file', '{"agents": []}', /Choose a file/, { code: 'not-prompts' }],
    [
      'one bad prompt',
      '[{"name":"ok","text":"x"},{"name":"","text":"x"}]',
      /Prompt 2 .*Nothing was added/,
      { code: 'name-missing', entry: 2 },
    ],
    ['no text', '[{"name":"ok"}]', /Prompt 1/, { code: 'not-text', entry: 1 }],
    [
      'too many',
      JSON.stringify(Array.from({ length: 1_001 }, (_, at) => ({ name: `${at}`, text: 'x' }))),
      /1000/,
      { code: 'limit' },
    ],
  ])('are not imported from %s', async (_, file, message, error) => {
    const { store, texts } = await setUp();
    const answer = await store.import(file);
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringMatching(message), ...error } });
    expect(await texts()).toEqual({});
  });

  it('survive export and import', async () => {
    const prompt = fc.record({
      name: fc.string({ minLength: 1, maxLength: 60 }).filter((name) => name.trim() !== ''),
      text: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(prompt, { maxLength: 8 }), async (prompts) => {
        const [first, second] = [await setUp(), await setUp()];
        for (const each of prompts) await first.store.save(each);
        expect((await second.store.import(await first.store.export())).ok).toBe(true);
        expect(await second.texts()).toEqual(await first.texts());
      }),
      { numRuns: 25 },
    );
  });
});
