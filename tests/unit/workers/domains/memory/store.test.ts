/** Memories: keys are unique in their scope, changes are checked, and an export can be imported unchanged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import { isFromOutside, isPromotable, memoryLimits, type Memory } from '#shared/memory/memory.ts';
import { migrationsOf } from '#workers/storage/database.ts';
import { tables } from '#workers/domains/memory/tables.ts';
import { createMemoryWorld, kept } from './memory-world.ts';

const code = (answer: { ok: boolean; error?: { code: string } }) => answer.error?.code;

describe('memories', () => {
  it('come with a later version of the database than the tables before them', () => {
    expect(migrationsOf(tables)).toHaveLength(7);
  });

  it('are listed pinned first, filtered, changed by id and removed', async () => {
    const { store, changes, ...world } = await createMemoryWorld();
    const diet = await kept({ store, changes, ...world }, ' diet ', 'No meat.', { category: 'preference' });
    const car = await kept({ store, changes, ...world }, 'car', 'Grey.', { isPinned: true });
    expect(diet).toMatchObject({ key: 'diet', hits: 0, origin: { by: 'user' } });
    expect((await store.list()).map(({ key }) => key)).toEqual(['car', 'diet']);
    expect((await store.list({ category: 'preference' })).map(({ key }) => key)).toEqual(['diet']);
    expect(await store.pin(car.id, false)).toMatchObject({ ok: true });
    expect((await store.list()).every(({ isPinned }) => isPinned === undefined)).toBe(true);
    expect(await store.remove(diet.id)).toEqual(diet);
    expect(await store.remove(diet.id)).toBeUndefined();
    expect(await store.list()).toHaveLength(1);
    expect(await store.restore(diet)).toEqual({ ok: true, value: diet });
    expect(changes).toContain(diet.id);
    expect(code(await store.restore({ ...diet, id: asId<'memory'>('memory_2') }))).toBe('key-taken');
    for (const bad of [
      { content: '' },
      { key: 'di\u202eet' },
      { origin: { by: 'agent', outside: 'x' } },
      { isWaiting: 'no' },
      { hits: -1 },
      { updated: Infinity },
      { agent: 7 },
    ])
      expect(code(await store.restore({ ...diet, ...bad } as typeof diet)), JSON.stringify(bad)).toBe(
        'invalid',
      );
  });

  it('refuse what is empty, too long, taken or of another type, and name it', async () => {
    const world = await createMemoryWorld();
    const { store } = world;
    await kept(world, 'diet', 'No meat.');
    const save = async (draft: object) => code(await store.save({ key: 'k', content: 'c', ...draft }));
    expect(await save({ key: ' \u200b ' })).toBe('key-missing');
    expect(await save({ content: '\n' })).toBe('content-missing');
    expect(await save({ key: 'k'.repeat(81) })).toBe('key-long');
    expect(await save({ content: 'c'.repeat(2_001) })).toBe('content-long');
    expect(await save({ key: 'DIÉT' })).toBe('key-taken');
    expect(await save({ id: 'memory_none' })).toBe('gone');
    expect(await save({ agent: 'agent_none' })).toBe('agent-gone');
    expect(await save({ category: 'secret' })).toBe('invalid');
    expect(await save({ key: 7 })).toBe('invalid');
    expect(await save({ isPinned: 'yes' })).toBe('invalid');
    expect(code(await store.pin(asId<'memory'>('none'), true))).toBe('gone');
    expect(await store.list()).toHaveLength(1);
  });

  it('that are near a new one are shown to the agent that stores it, because it may have replaced them', async () => {
    const world = await createMemoryWorld();
    const first = await world.call(
      [{ user: 'Remember.' }],
      ['memory_store', { key: 'fuso', content: 'Vive a Tokyo.' }],
    );
    expect(first).toBe("Remembered as 'fuso'.");
    await kept(world, 'celiachia', "L'utente è celiaca.");
    await kept(world, 'auto', "L'auto dell'utente è grigia.");
    const store = (key: string, content: string) =>
      world.call([{ user: 'Remember.' }], ['memory_store', { key, content }]);
    const text = await store('lattosio', 'Non tollera il lattosio, e non è celiaca.');
    expect(text).toMatch(
      /^Remembered as 'lattosio'\. Kept before, on something near:\n- celiachia: L'utente/,
    );
    expect(text).toContain('delete it with memory_forget');
    expect(text).not.toContain('grigia');
    expect(await store('celiachia', 'Non è celiaca.')).toMatch(/in place of what was there\.$/);
  });

  it('that share only what they call the user are not near', async () => {
    const world = await createMemoryWorld();
    await kept(world, 'red-wine-migraine', 'The user gets migraines from red wine.');
    await kept(world, 'auto', "L'auto dell'utente è grigia.");
    const store = (key: string, content: string) =>
      world.call([{ user: 'Remember.' }], ['memory_store', { key, content }]);
    const units = 'The user measures everything in metric units.';
    expect(await store('units', units)).toBe("Remembered as 'units'.");
    expect(await store('lingua', "L'utente parla tedesco.")).toBe("Remembered as 'lingua'.");
    expect(await store('wine', 'The user no longer drinks wine.')).toContain('- red-wine-migraine: ');
  });

  it('that an agent changed while the user wrote are not overwritten unread', async () => {
    const world = await createMemoryWorld();
    const seen = await kept(world, 'diet', 'No meat.');
    await world.call([{ user: 'Remember.' }], ['memory_store', { key: 'diet', content: 'No fish.' }]);
    const draft = { id: seen.id, key: 'diet', content: 'No nuts.' };
    expect(code(await world.store.save(draft, seen))).toBe('stale');
    const [now] = await world.store.list();
    expect(now?.content).toBe('No fish.');
    // Pinning does not change the content, so a version that was seen earlier may be replaced.
    await world.store.pin(seen.id, true);
    expect(await world.store.save(draft, now)).toMatchObject({ ok: true });
    expect(await world.store.list()).toMatchObject([{ content: 'No nuts.' }]);
  });

  it('have one key per scope, and keep it when they move', async () => {
    const world = await createMemoryWorld();
    const { store } = world;
    await kept(world, 'car', 'Grey.');
    const own = await kept(world, 'car', 'Red.', { agent: defaultAgent.id });
    expect(code(await store.move(own.id, null))).toBe('key-taken');
    expect(code(await store.move(own.id, asId<'agent'>('agent_none')))).toBe('agent-gone');
    const other = await world.agents.save({ name: 'Other', systemPrompt: '', tools: [] });
    expect(await store.move(own.id, other.id)).toMatchObject({ ok: true, value: { agent: other.id } });
    expect((await store.list({ agent: defaultAgent.id })).map(({ content }) => content)).toEqual(['Grey.']);
  });

  it('that are lessons with the same first words are kept side by side, and the same lesson once', async () => {
    const world = await createMemoryWorld();
    const start = 'When a release branch is older than the main branch by more than a week, ';
    const learn = (what: string) =>
      world.call(
        [{ user: 'Remember this.' }],
        ['memory_learn', { what: start + what, why: 'Commits were lost.', when: 'On release branches.' }],
      );
    expect(await learn('merge it.')).toMatch(/^Remembered as 'When a release.*… [0-9a-f]{6}'/);
    await learn('do not rebase it.');
    expect(await learn('merge it.')).toContain('says this already');
    expect((await world.store.list()).map(({ content }) => content.split('\n')[0]).toSorted()).toEqual([
      `${start}do not rebase it.`,
      `${start}merge it.`,
    ]);
  });

  it('reinforced five times go into the instructions of an agent when the user says so', async () => {
    const world = await createMemoryWorld();
    const said = [{ user: 'Remember this.' }];
    await world.call(said, [
      'memory_learn',
      { what: 'Merge, do not rebase.', why: 'Commits were lost.', when: 'On release branches.' },
    ]);
    const [learnt] = await world.store.list();
    expect(learnt).toMatchObject({
      category: 'learning',
      content: 'Merge, do not rebase.\nWhy: Commits were lost.\nWhen: On release branches.',
      origin: { by: 'agent', tool: 'memory_learn', session: 'session_1' },
    });
    if (!learnt) return;
    const reinforce = () => world.call(said, ['memory_reinforce', { key: learnt.key }]);
    for (let at = 1; at < memoryLimits.hitsForPromotion; at++)
      expect(await reinforce()).not.toContain('instructions');
    expect(await reinforce()).toContain('5 times. The user is offered');
    const shown = { ...learnt, content: 'Other words.' };
    expect(code(await world.store.promote(learnt.id, defaultAgent.id, shown))).toBe('stale');
    expect((await world.agents.get(defaultAgent.id))?.systemPrompt).toBe(defaultAgent.systemPrompt);
    expect(await world.store.promote(learnt.id, defaultAgent.id, learnt)).toMatchObject({ ok: true });
    const agent = await world.agents.get(defaultAgent.id);
    expect(agent?.systemPrompt).toBe(`${defaultAgent.systemPrompt}\n\n${learnt.content}`);
    // The lesson stays for other agents; promoting it again adds nothing.
    const reinforced = { hits: memoryLimits.hitsForPromotion, reinforcedBy: expect.any(String) as string };
    expect(await world.store.list()).toEqual([{ ...learnt, ...reinforced }]);
    expect(await world.store.promote(learnt.id, defaultAgent.id)).toMatchObject({ ok: true });
    expect(await world.agents.get(defaultAgent.id)).toEqual(agent);
    const other = await world.agents.save({ name: 'Other', systemPrompt: '', tools: [] });
    expect(await world.store.promote(learnt.id, other.id)).toMatchObject({ ok: true });
    expect((await world.agents.get(other.id))?.systemPrompt).toBe(learnt.content);
  });

  it('are reinforced once by each run, and offered for instructions only if they are lessons', async () => {
    const world = await createMemoryWorld();
    const said = [{ user: 'Remember this.' }];
    const fact = await kept(world, 'car', 'It is grey.');
    const lesson = await kept(world, 'merge', 'Do not rebase.', { category: 'learning' });
    const run = newId('run');
    for (let at = 0; at < 5; at++)
      expect(await world.call(said, ['memory_reinforce', { key: 'merge' }], run)).toContain(
        'reinforced 1 time.',
      );
    for (let at = 0; at < 5; at++)
      for (const key of ['car', 'merge']) await world.call(said, ['memory_reinforce', { key }]);
    const all = await world.store.list();
    const hits = (id: string) => all.find((each) => each.id === id)?.hits;
    expect([hits(fact.id), hits(lesson.id)]).toEqual([5, 6]);
    expect(all.filter(isPromotable)).toMatchObject([{ key: 'merge' }]);
  });

  it('of one agent are deleted when they go into its instructions, and stay where they go into others', async () => {
    const world = await createMemoryWorld();
    const own = await kept(world, 'merge', 'Merge, do not rebase.', { agent: defaultAgent.id });
    const other = await world.agents.save({ name: 'Other', systemPrompt: '', tools: [] });
    expect(await world.store.promote(own.id, other.id)).toMatchObject({ ok: true });
    expect(await world.store.list()).toEqual([own]);
    expect(await world.store.promote(own.id, defaultAgent.id)).toMatchObject({ ok: true });
    expect(await world.store.list()).toEqual([]);
    expect(code(await world.store.promote(own.id, defaultAgent.id))).toBe('gone');
  });

  it('that are words of the instructions by chance are added as a paragraph', async () => {
    const world = await createMemoryWorld();
    const { id } = await kept(world, 'yes', 'tool');
    expect(defaultAgent.systemPrompt).toContain('tool');
    await world.store.promote(id, defaultAgent.id);
    expect((await world.agents.get(defaultAgent.id))?.systemPrompt).toMatch(/\n\ntool$/);
  });

  it('go into the instructions once, however often two tabs say so', async () => {
    const world = await createMemoryWorld();
    const { id } = await kept(world, 'merge', 'Merge, do not rebase.');
    expect(code(await world.store.promote(id, asId<'agent'>('agent_none')))).toBe('agent-gone');
    const answers = await Promise.all([1, 2, 3].map(() => world.store.promote(id, defaultAgent.id)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const agent = await world.agents.get(defaultAgent.id);
    expect(agent?.systemPrompt.split('Merge, do not rebase.')).toHaveLength(2);
  });

  it('keep one key and every count when two tabs write at once', async () => {
    const world = await createMemoryWorld();
    const said = [{ user: 'Remember.' }];
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        world.call(said, ['memory_store', { key: 'car', content: `${at}` }]),
      ),
    );
    expect(await world.store.list()).toHaveLength(1);
    await Promise.all(
      Array.from({ length: 8 }, () => world.call(said, ['memory_reinforce', { key: 'car' }])),
    );
    expect(await world.store.list()).toMatchObject([{ hits: 8 }]);
  });

  it('have no hidden letters, and keep the joiners of emoji and Persian', async () => {
    const world = await createMemoryWorld();
    const memory = await kept(world, 'fam\u202eily', '  👩‍👧 می‌خواهم\r\nab\u200bc\u{e0041} \u2066x ');
    expect(memory).toMatchObject({ key: 'family', content: '👩‍👧 می‌خواهم\nabc x' });
  });

  it('are found by a model with their dates, its own before those for all', async () => {
    const world = await createMemoryWorld();
    const said = [{ user: 'Remember.' }];
    await world.call(said, ['memory_store', { key: 'car', content: 'The car is grey.' }]);
    await world.call(said, ['memory_store', { key: 'car', content: 'The car is red.', scope: 'agent' }]);
    expect(await world.store.list()).toHaveLength(2);
    expect(await world.call(said, ['memory_store', { key: 'Car', content: 'The car is grey.' }])).toContain(
      'nothing changed',
    );
    await world.call(said, ['memory_forget', { key: 'car' }]);
    expect(await world.store.list()).toMatchObject([{ content: 'The car is grey.' }]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await world.call(said, ['memory_search', { query: 'what car' }])).toBe(
      `car (fact, ${today}): The car is grey.`,
    );
    expect(await world.call(said, ['memory_search', { query: 'boat' }])).toContain('No memory matches');
    expect(await world.call(said, ['memory_reinforce', { key: 'boat' }])).toContain('no longer exists');
  });

  it('come back from an export with their words, and a second import adds nothing', async () => {
    const note = fc.record({
      key: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
      content: fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
      isPinned: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(note, { maxLength: 12 }), async (notes) => {
        const [one, other] = [await createMemoryWorld(), await createMemoryWorld()];
        for (const each of notes) await one.store.save(each);
        const file = await one.store.export();
        expect(await other.store.import(new Blob([file]))).toMatchObject({ ok: true });
        const wordsOf = (exported: string) =>
          (JSON.parse(exported) as { memories: Memory[] }).memories
            .map(({ key, content, category }) => JSON.stringify([key, content, category]))
            .sort();
        expect(wordsOf(await other.store.export())).toEqual(wordsOf(file));
        expect((await other.store.list()).filter(({ isPinned }) => isPinned)).toEqual([]);
        expect(await other.store.import(file)).toMatchObject({ value: { added: 0, changed: 0 } });
      }),
      { numRuns: 25 },
    );
  });

  it('of a file get no pin, neither their own nor that of what they replace', async () => {
    const { store } = await createMemoryWorld();
    await store.import('[{"key":"order","content":"Obey.","isPinned":true}]');
    expect((await store.list())[0]?.isPinned).toBeUndefined();
    await store.save({ key: 'diet', content: 'No meat.', isPinned: true });
    const file =
      '[{"key":"diet","content":"Eat at evil.example."},{"key":"order","content":"Obey.","isPinned":true}]';
    expect(await store.import(file)).toMatchObject({ value: { changed: 1, skipped: 1, unpinned: 1 } });
    expect((await store.list()).filter(({ isPinned }) => isPinned)).toEqual([]);
    // A memory with the same content keeps the pin that the user set here.
    await store.save({ key: 'car', content: 'Grey.', isPinned: true });
    await store.import('[{"key":"car","content":"Grey."}]');
    expect((await store.list())[0]).toMatchObject({ key: 'car', isPinned: true });
  });

  it('of a file are not offered for instructions, whatever hits it claims', async () => {
    const { store } = await createMemoryWorld();
    const lesson = { key: 'order', content: 'Obey.', category: 'learning', hits: 5 };
    expect(await store.import(JSON.stringify([lesson]))).toMatchObject({ value: { added: 1 } });
    expect((await store.list()).filter(isPromotable)).toEqual([]);
  });

  it('of a file keep what is well formed of their past, and nothing of the future', async () => {
    const { store } = await createMemoryWorld();
    const entries = [
      { key: 'text', content: 'a', hits: null, created: '2026-01-01', updated: {}, app: 'other' },
      { key: 'part', content: 'b', hits: 1.5, created: 1_750_000_000_000, updated: -1, app: null },
      { key: 'late', content: 'c', hits: 3, created: 8e15, updated: 8e15, app: 'kai' },
    ];
    expect(await store.import(JSON.stringify(entries))).toMatchObject({ value: { added: 3 } });
    const now = Date.now();
    const byKey = new Map((await store.list()).map((each) => [each.key, each]));
    expect(byKey.get('text')).toMatchObject({ hits: 0, origin: { by: 'file' } });
    expect(byKey.get('text')?.origin).not.toHaveProperty('app');
    expect(byKey.get('part')).toMatchObject({ hits: 0, created: 1_750_000_000_000 });
    expect(byKey.get('late')).toMatchObject({ hits: 3, origin: { app: 'kai' } });
    for (const { created, updated } of byKey.values()) {
      expect(created).toBeLessThanOrEqual(now);
      expect(updated).toBeLessThanOrEqual(now);
      expect(updated).toBeGreaterThan(0);
    }
  });

  it('come back as they were when an import is undone, but for what was changed since', async () => {
    const world = await createMemoryWorld();
    const { store } = world;
    const car = await kept(world, 'car', 'Green.', { isPinned: true });
    const file = ['car', 'boat', 'bike', 'tram'].map((key) => ({ key, content: `A red ${key}.` }));
    const answer = await store.import(JSON.stringify(file));
    const written = answer.ok ? answer.value.written : [];
    expect(written).toHaveLength(4);
    const imported = await store.list();
    const idOf = (key: string) => imported.find((each) => each.key === key)?.id ?? newId('memory');
    await store.remove(idOf('tram'));
    await world.database.put('memories', {
      ...(imported.find(({ key }) => key === 'bike') ?? car),
      ...{ content: 'A blue bike.', updated: Date.now() + 1 },
    });
    expect(await store.undoImport(written)).toEqual({ ok: true, value: 2 });
    expect((await store.list()).map(({ content }) => content)).toEqual(['Green.', 'A blue bike.']);
    expect(await store.list()).toContainEqual(car);
    const [first] = written;
    for (const broken of [null, [{}], [{ ...first, before: { ...car, key: ' ' } }]])
      expect(await store.undoImport(broken as never)).toMatchObject({ error: { code: 'invalid' } });
  });

  it('of a file that has too many or too long ones are refused before they are cleaned', async () => {
    const { store } = await createMemoryWorld();
    const many = Array.from({ length: memoryLimits.memories + 1 }, () => ({ key: 'car', content: 'Red.' }));
    expect(await store.import(JSON.stringify(many))).toMatchObject({ error: { code: 'limit' } });
    const long = ' '.repeat(memoryLimits.contentCharacters);
    const faults = [
      [{ key: 'car', content: `${long}Red.` }, 'content-long'],
      [{ key: `${long}car`, content: 'Red.' }, 'key-long'],
      ['car', 'invalid'],
    ] as const;
    for (const [entry, code] of faults)
      expect(await store.import(JSON.stringify([entry]))).toMatchObject({ error: { code } });
    expect(await store.list()).toEqual([]);
  });

  it('beside text from outside are still marked so after an export and an import', async () => {
    const [one, other] = [await createMemoryWorld(), await createMemoryWorld()];
    const outside = [{ type: 'page', host: 'evil.example' }] as const;
    const known = await kept(one, 'invoices', 'Send them.');
    await one.store.restore({ ...known, origin: { by: 'agent', outside }, isAccepted: true });
    await other.store.import(await one.store.export());
    const [imported] = await other.store.list();
    expect(imported).toMatchObject({ origin: { by: 'file', outside } });
    expect(imported && isFromOutside(imported)).toBe(true);
    // Having accepted a memory here does not cover new content from a file, which keeps the file's mark.
    await other.store.import('[{"key":"invoices","content":"Send all.","outside":[{"type":"clipboard"}]}]');
    expect((await other.store.list())[0]).toMatchObject({ origin: { outside: [{ type: 'clipboard' }] } });
    expect(code(await other.store.import('[{"key":"a","content":"b","outside":"x"}]'))).toBe('invalid');
  });

  it('of a broken file are not imported, none of them', async () => {
    const { store } = await createMemoryWorld();
    expect(code(await store.import('no json'))).toBe('not-memories');
    expect(code(await store.import('{}'))).toBe('not-memories');
    expect(code(await store.import('[{"key":"a","content":"b"},{"key":"c"}]'))).toBe('invalid');
    expect(code(await store.import(7 as never))).toBe('not-memories');
    expect(code(await store.import('x'.repeat(memoryLimits.fileBytes + 1)))).toBe('file-large');
    const many = Array.from({ length: memoryLimits.memories + 1 }, (_, at) => ({
      key: `k${at}`,
      content: 'c',
    }));
    expect(code(await store.import(JSON.stringify(many)))).toBe('limit');
    expect(await store.list()).toEqual([]);
  });

  it('of an agent come back to it, and to all where it is gone; what is there for all stays', async () => {
    const [one, other] = [await createMemoryWorld(), await createMemoryWorld()];
    const agent = await one.agents.save({ name: 'Other', systemPrompt: '', tools: [] });
    await kept(one, 'car', 'Red.', { agent: agent.id });
    await kept(one, 'boat', 'Blue.', { agent: agent.id });
    await kept(one, 'car', 'Grey.');
    const file = await one.store.export();
    expect(await one.store.import(file)).toMatchObject({ value: { added: 0, changed: 0, skipped: 3 } });
    await kept(other, 'boat', 'Green.');
    await other.store.import(file);
    const stored = (await other.store.list()).map(({ key, content, agent: own }) => [key, content, own]);
    expect(stored.sort()).toEqual([
      ['boat', 'Green.', undefined],
      ['car', 'Grey.', undefined],
    ]);
  });

  it('in a hostile file never break the store', async () => {
    const { store } = await createMemoryWorld();
    await fc.assert(
      fc.asyncProperty(fc.json(), async (file) => {
        const answer = await store.import(file);
        expect(typeof answer.ok).toBe('boolean');
      }),
      { numRuns: 100 },
    );
  });

  it('have settings that refuse what is out of range', async () => {
    const { settings } = await createMemoryWorld();
    expect(await settings.change({ budgetTokens: 7 })).toBe(false);
    expect(await settings.change({ isOn: false })).toBe(true);
    expect(settings.get()).toEqual({ isOn: false, asksFirst: true, budgetTokens: 12_000 });
  });
});
