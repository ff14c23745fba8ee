import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { asId, newId, type SessionId } from '#shared/ids.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { Message } from '#shared/conversation/message.ts';
import { migrations, openDatabase } from '#workers/domains/database.ts';
import type { SecretRecord } from '#workers/domains/vault/tables.ts';
import { migrationsOf, NewerDatabaseError } from '#workers/storage/database.ts';
import { openAllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import { guideId } from '#shared/models/guide-id.ts';
import { createProviderStore } from '#workers/domains/providers/store.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';

let databases = 0;
const freshName = () => `test-${++databases}`;
const session = { id: newId('session'), title: 'Hello', agent: asId<'agent'>('a'), head: null, updated: 1 };

describe('openDatabase', () => {
  it('migrates step by step, keeps what is stored, and keeps a copy from before', async () => {
    const name = freshName();
    const first = await openDatabase({ name });
    await first.put('sessions', session);
    await first.put('secrets', await createVault(first).seal(asId<'provider'>('p'), 'https://a', 'key'));
    first.close();

    const shout = [
      ...migrations,
      async (_: unknown, transaction: Parameters<(typeof migrations)[number]>[1]) => {
        const store = transaction.objectStore('sessions');
        for (const each of await store.getAll())
          await store.put({ ...each, title: each.title.toUpperCase() });
      },
    ];
    const second = await openDatabase({ name, migrations: shout });
    expect((await second.get('sessions', session.id))?.title).toBe('HELLO');
    expect(await createVault(second).reveal(asId<'provider'>('p'), 'https://a')).toBe('key');
    second.close();

    const copy = await openDB(`${name}-before-v${migrations.length + 1}`);
    expect(await copy.get('sessions', session.id)).toEqual(session);
    copy.close();
  });

  it('leaves the old data whole when a migration fails', async () => {
    const name = freshName();
    const first = await openDatabase({ name });
    await first.put('sessions', session);
    first.close();
    const broken = [
      ...migrations,
      () => {
        throw new Error('bug');
      },
    ];
    await expect(openDatabase({ name, migrations: broken })).rejects.toThrow();
    const again = await openDatabase({ name });
    expect(await again.get('sessions', session.id)).toEqual(session);
    again.close();
  });

  it('rewrites stored rows once, version by version', async () => {
    const name = freshName();
    const sessions = { name: 'sessions', since: 1, keyPath: 'id' };
    const first = await openDatabase({ name, migrations: migrationsOf([sessions]) });
    await first.put('sessions', session);
    first.close();
    const add = (text: string) => (row: unknown) => {
      const { title, ...rest } = row as typeof session;
      return { ...rest, title: title + text };
    };
    const rewrites = { 2: add(' a'), 3: add(' b') };
    const newer = migrationsOf([{ ...sessions, rewrites }]);
    for (let opened = 0; opened < 2; opened++) {
      const database = await openDatabase({ name, migrations: newer });
      expect(database.version).toBe(3);
      expect(await database.getAll('sessions')).toEqual([{ ...session, title: 'Hello a b' }]);
      database.close();
    }
  });

  it('needs rows of no table that the same upgrade creates', async () => {
    const rewrites = { 2: () => Promise.reject(new Error('No row is here.')) };
    const tables = [{ name: 'sessions', since: 1, keyPath: 'id', rewrites }];
    const database = await openDatabase({ name: freshName(), migrations: migrationsOf(tables) });
    expect(await database.count('sessions')).toBe(0);
    database.close();
  });

  it('says so when a newer version of the app has been here', async () => {
    const name = freshName();
    (await openDatabase({ name, migrations: [...migrations, () => undefined] })).close();
    await expect(openDatabase({ name })).rejects.toThrow(NewerDatabaseError);
  });

  it('lets go of the database when a newer version wants to migrate', async () => {
    const name = freshName();
    let told = false;
    await openDatabase({ name, onOutdated: () => void (told = true) });
    const newer = await openDatabase({ name, migrations: [...migrations, () => undefined] });
    expect(told).toBe(true);
    newer.close();
  });
});

describe('the vault', () => {
  it('binds a key to its base URL', async () => {
    const database = await openDatabase({ name: freshName() });
    const vault = createVault(database);
    const provider = newId('provider');
    await database.put('secrets', await vault.seal(provider, 'https://good.example/v1', 'secret'));
    expect(await vault.reveal(provider, 'https://good.example/v1')).toBe('secret');
    expect(await vault.reveal(provider, 'https://evil.example/v1')).toBe('');
  });

  it('stores nothing readable, under a key that cannot be exported', async () => {
    const database = await openDatabase({ name: freshName() });
    const sealed = await createVault(database).seal(newId('provider'), 'https://a', 'canary-secret');
    await database.put('secrets', sealed);
    const [record] = await database.getAll('secrets');
    expect(Buffer.from(record!.data).toString('latin1')).not.toContain('canary');
    const key = await database.get('vault', 'key');
    await expect(crypto.subtle.exportKey('raw', key!)).rejects.toThrow();
  });
});

describe('providers', () => {
  async function setUp() {
    const database = await openDatabase({ name: freshName() });
    return createProviderStore(database, createVault(database));
  }
  const draft = {
    kind: 'openai-chat',
    label: 'Mine',
    baseUrl: 'http://localhost:1/v1/',
    model: 'm',
    apiKey: 'k',
  } as const;

  it('start with the guide alone, and make the first added one the default', async () => {
    const store = await setUp();
    expect((await store.list()).map(({ id }) => id)).toEqual([guideId]);
    const saved = await store.save(draft);
    expect(await store.defaultId()).toBe(saved.id);
    await store.remove(saved.id);
    expect(await store.defaultId()).toBe(guideId);
  });

  it('never give the key back', async () => {
    const store = await setUp();
    const saved = await store.save(draft);
    expect(saved).toMatchObject({ hasKey: true, baseUrl: 'http://localhost:1/v1' });
    expect(JSON.stringify(await store.list())).not.toContain('"k"');
    expect((await store.target(saved)).apiKey).toBe('k');
  });

  it('are stored with their key or not at all', async () => {
    const database = await openDatabase({ name: freshName() });
    const vault = createVault(database);
    const whole = createProviderStore(database, vault);
    const { id } = await whole.save(draft);
    // A function cannot be cloned, so the transaction fails at its last step.
    const unstorable = (record: SecretRecord) => Object.assign(record, { data: () => 'no' });
    const failing = createProviderStore(database, {
      ...vault,
      seal: async (...of) => unstorable(await vault.seal(...of)),
    });
    await expect(failing.save({ ...draft, label: 'New' })).rejects.toThrow();
    await expect(
      failing.save({ ...draft, id, label: 'Changed', baseUrl: 'http://other.example/v1' }),
    ).rejects.toThrow();
    expect((await whole.list()).map(({ label }) => label)).toEqual(['Guide (no AI)', 'Mine']);
    expect(await whole.get(id)).toMatchObject({ baseUrl: 'http://localhost:1/v1', hasKey: true });
    const { apiKey: _, ...rest } = draft;
    expect((await whole.target({ ...rest, id })).apiKey).toBe('k');
    await whole.remove(id);
    expect(await database.count('secrets')).toBe(0);
  });

  it('lose the key when the address changes, and keep it when anything else does', async () => {
    const store = await setUp();
    const { id } = await store.save(draft);
    const { apiKey: _, ...rest } = draft;
    expect(await store.save({ ...rest, id, model: 'n' })).toMatchObject({ hasKey: true });
    expect(await store.save({ ...rest, id, baseUrl: 'http://evil.example/v1' })).toMatchObject({
      hasKey: false,
    });
  });
});

describe('sessions', () => {
  const messageOf = (of: SessionId, order: number): Message => ({
    id: newId('message'),
    session: of,
    parent: null,
    order,
    run: newId('run'),
    role: 'user',
    parts: [],
    at: 0,
  });
  const runOf = (of: SessionId, outcome: Outcome, endedAt = 2) => ({
    id: newId('run'),
    session: of,
    startedAt: 1,
    endedAt,
    outcome,
  });

  it('come newest first, with their messages in order, and go whole', async () => {
    const store = createSessionStore(await openDatabase({ name: freshName() }));
    const other = { ...session, id: newId('session') };
    await store.save(session);
    await store.save(other);
    await store.commitRun(
      runOf(session.id, { type: 'completed' }),
      [messageOf(session.id, 2), messageOf(session.id, 1)],
      { tokens: 3, cost: 0.5 },
    );
    await store.commitRun(runOf(other.id, { type: 'stopped' }, 3), [messageOf(other.id, 1)], {
      tokens: 3,
      cost: 0.5,
    });
    expect((await store.list()).map(({ id }) => id)).toEqual([other.id, session.id]);
    expect((await store.messages(session.id)).map(({ order }) => order)).toEqual([1, 2]);
    expect((await store.lastRun(session.id))?.outcome).toEqual({ type: 'completed' });
    await store.remove(session.id);
    expect(await store.messages(session.id)).toEqual([]);
    expect(await store.lastRun(session.id)).toBeUndefined();
    expect(await store.messages(other.id)).toHaveLength(1);
  });

  it('keep what was chosen while a run went on', async () => {
    const store = createSessionStore(await openDatabase({ name: freshName() }));
    await store.save(session);
    const provider = newId('provider');
    await store.update(session.id, { provider });
    await store.commitRun(runOf(session.id, { type: 'completed' }), [messageOf(session.id, 1)], {
      tokens: 3,
      cost: 0.5,
    });
    expect(await store.get(session.id)).toMatchObject({ provider, updated: 2 });
  });

  it('that were deleted during a run stay deleted, messages and all', async () => {
    const store = createSessionStore(await openDatabase({ name: freshName() }));
    await store.commitRun(runOf(session.id, { type: 'completed' }), [messageOf(session.id, 1)], {
      tokens: 3,
      cost: 0.5,
    });
    await store.update(session.id, { title: 'back' });
    expect(await store.get(session.id)).toBeUndefined();
    expect(await store.messages(session.id)).toEqual([]);
  });
});

describe('allowed hosts', () => {
  it('are remembered, shared and revocable', async () => {
    const database = await openDatabase({ name: freshName() });
    const [one, two] = [await openAllowedHosts(database), await openAllowedHosts(database)];
    await one.allow('localhost:1');
    await two.allow('localhost:2');
    await one.reload();
    expect(one.list()).toEqual(['localhost:1', 'localhost:2']);
    await one.revoke('localhost:1');
    expect(one.has('localhost:1')).toBe(false);
  });
});
