/** An import is written completely or not at all, can be undone, and undoing it keeps later changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { removalMark } from '#workers/storage/search-removals.ts';
import { archive, exported, filled, settings, value } from '#tests/fixtures/worlds/backup-contents.ts';
import { createBackupWorld } from '#tests/fixtures/worlds/backup-world.ts';
import { message, session, text } from '#tests/fixtures/worlds/messages.ts';

describe('an import', () => {
  it('leaves an empty browser unchanged when it is undone', async () => {
    const world = await createBackupWorld();
    const before = await world.contents();
    value(await world.backups.import(await exported(await filled()), 'replace'));
    expect(await world.contents()).not.toEqual(before);
    expect(await removalMark(world.database)).toBeUndefined();
    expect(value(await world.backups.takeBack())).toEqual({ kept: 0 });
    // The search index may contain text of the removed chats, so it is marked for an update.
    expect(await removalMark(world.database)).toBeDefined();
    expect(await world.contents()).toEqual(before);
    expect(await world.database.count('imports')).toBe(0);
    expect(await world.database.count('importedItems')).toBe(0);
    expect(value(await world.backups.takeBack())).toEqual({ kept: 0 });
  });

  it('restores the replaced records, including keys', async () => {
    const world = await filled();
    const [, stored] = await world.providers.list();
    const { hasKey: _, ...mine } = stored ?? { hasKey: false };
    await world.database.put('agents', { ...defaultAgent, name: 'Here' });
    const before = await world.contents();
    const file = await archive({
      'providers.json': [{ ...mine, baseUrl: 'https://other.example/v1' }],
      'agents.json': [{ ...defaultAgent, name: 'There' }],
      'settings.json': { ...settings, callLogDays: 3, allowedHosts: ['localhost:7'] },
    });
    value(await world.backups.import(file, 'replace'));
    expect((await world.providers.list()).map(({ hasKey }) => hasKey)).toEqual([false, false]);
    value(await world.backups.takeBack());
    expect(await world.contents()).toEqual(before);
    expect((await world.providers.list()).map(({ hasKey }) => hasKey)).toEqual([false, true]);
  });

  it('keeps a chat that went on, a host that was allowed and a file that was changed since', async () => {
    const world = await createBackupWorld();
    value(await world.backups.import(await exported(await filled()), 'keep'));
    const imported = await world.database.get('sessions', session);
    if (imported) await world.database.put('sessions', { ...imported, updated: 99 });
    await world.database.put('messages', message('m9', 'user', [text('later')], { order: 9 }));
    await world.allowedHosts.allow('localhost:3');
    await world.files.write('notes/a.txt', 'newer');
    expect(value(await world.backups.takeBack())).toEqual({ kept: 2 });
    expect(await world.database.count('messages')).toBe(4);
    expect(Object.keys(world.memory.tree('blobs'))).toHaveLength(2);
    expect(await world.database.get('settings', 'allowed-hosts')).toEqual(['localhost:3']);
    expect(world.memory.tree('workspace')).toEqual({ 'notes/': '', 'notes/a.txt': 'newer' });
    expect(await world.providers.list()).toHaveLength(1);
  });

  it('that is the newest can be taken back, and no older one', async () => {
    const world = await createBackupWorld();
    const agents = (name: string) =>
      archive({ 'agents.json': [{ ...defaultAgent, id: `agent_${name}`, name }] });
    value(await world.backups.import(await agents('a'), 'keep'));
    value(await world.backups.import(await agents('b'), 'keep'));
    value(await world.backups.takeBack());
    expect((await world.database.getAll('agents')).map(({ name }) => name)).toEqual(['a']);
    expect(await world.database.count('importedItems')).toBe(0);
  });

  it('reports its progress in bytes that never decrease', async () => {
    const world = await createBackupWorld();
    value(await world.backups.import(await exported(await filled()), 'keep'));
    const stages = [...new Set(world.progress.map(({ stage }) => stage))];
    expect(stages).toEqual(['checking', 'importing']);
    for (const stage of stages) {
      const told = world.progress.filter((event) => event.stage === stage);
      expect(told.at(-1)?.done).toBe(told[0]?.total);
      expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
    }
  });

  it('of a backup with a blob of another content is refused before anything is written', async () => {
    const from = await filled();
    const [stored] = await from.database.getAll('messages');
    const part = stored?.parts.find((each) => each.type === 'image');
    const [folder = '', hash = ''] = (part?.type === 'image' ? part.blob : '').split('/');
    const own = await (await from.memory.root.getDirectoryHandle('blobs')).getDirectoryHandle(folder);
    const writable = await (await own.getFileHandle(hash)).createWritable();
    await writable.write('other bytes, right checksum');
    await writable.close();
    const world = await createBackupWorld();
    const fault = { type: 'damaged', part: `blobs/00001/${hash}` };
    expect(await world.backups.read(await exported(from))).toEqual({ ok: false, fault });
    expect(await world.backups.import(await exported(from), 'keep')).toEqual({ ok: false, fault });
    expect(await world.contents()).toEqual(await (await createBackupWorld()).contents());
  });

  it('whose tab dies at any point can be undone completely', async () => {
    const file = await exported(await filled());
    const before = await (await createBackupWorld()).contents();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 60 }), async (changes) => {
        const world = await createBackupWorld();
        world.memory.killAfter(changes);
        await world.backups.import(file, 'keep');
        world.memory.revive();
        const note = (await world.database.getAll('imports'))[0];
        if (note?.state !== 'done') {
          value(await world.backups.takeBack());
          expect(await world.contents()).toEqual(before);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('of any mutant of a backup leaves the old state or the new one, never a mix', async () => {
    const bytes = new Uint8Array(await (await exported(await filled())).arrayBuffer());
    const change = fc.record({ at: fc.nat({ max: bytes.length - 1 }), to: fc.nat({ max: 255 }) });
    const before = await (await createBackupWorld()).contents();
    const mutant = fc.oneof(
      fc.array(change, { minLength: 1, maxLength: 8 }).map((changes) => {
        const mutated = bytes.slice();
        for (const { at, to } of changes) mutated[at] = to;
        return mutated;
      }),
      fc.nat({ max: bytes.length - 1 }).map((length) => bytes.slice(0, length)),
      fc
        .tuple(fc.nat({ max: bytes.length }), fc.uint8Array({ minLength: 1, maxLength: 40 }))
        .map(([at, more]) => new Uint8Array([...bytes.subarray(0, at), ...more, ...bytes.subarray(at)])),
      fc
        .tuple(fc.nat({ max: bytes.length }), fc.integer({ min: 1, max: 200 }))
        .map(([at, count]) => new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(at + count)])),
    );
    await fc.assert(
      fc.asyncProperty(mutant, async (mutated) => {
        const world = await createBackupWorld();
        const answer = await world.backups.import(new Blob([mutated]), 'replace');
        if (!answer.ok) {
          expect(answer.fault.type).not.toBe('failed');
          expect(answer.left).toBeUndefined();
          expect(await world.contents()).toEqual(before);
          return;
        }
        // Everything in the plan was imported, so the same file adds nothing more.
        const again = value(await world.backups.read(new Blob([mutated])));
        expect(again.parts.filter(({ tally }) => tally.added > 0)).toEqual([]);
        expect(again.changes).toEqual([]);
        value(await world.backups.takeBack());
        expect(await world.contents()).toEqual(before);
      }),
      { numRuns: process.env.SUITE === 'soak' ? 10_000 : 200, seed: 20_261_123 },
    );
  }, 3_600_000);

  it('can be repeated after it was taken back', async () => {
    const [from, to] = [await filled(), await createBackupWorld()];
    const file = await exported(from);
    value(await to.backups.import(file, 'replace'));
    value(await to.backups.takeBack());
    value(await to.backups.import(file, 'replace'));
    const { settings: _, ...contents } = (await to.contents()) as Record<string, unknown>;
    expect(await from.contents()).toMatchObject(contents);
  });
});
