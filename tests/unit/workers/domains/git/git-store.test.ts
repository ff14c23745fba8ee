/** The stored git settings: tokens are only in the vault, each bound to its host. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { GitTokenDraft } from '#shared/api/git.ts';
import { newId } from '#shared/ids.ts';
import { addressOfSecret } from '#workers/composition/secret-address.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { authorInBackup } from '#workers/domains/git/backup.ts';
import { createGitStore } from '#workers/domains/git/git-store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { createVaultKeys } from '#workers/domains/vault/vault-keys.ts';
import { actOnVault } from '#workers/domains/vault/vault-lock.ts';

const draft = { host: 'git.example', username: 'ada', token: 'canary-git-token' };

async function open() {
  const database = await openDatabase({ name: newId('run') });
  const keys = createVaultKeys(database, { send: () => undefined, onChange: () => undefined });
  const store = createGitStore(database, createVault(database, keys));
  const act = (action: Parameters<typeof actOnVault>[0]) =>
    actOnVault(action, { database, keys, addressOf: (owner) => addressOfSecret(owner, database) });
  return { database, store, act };
}

describe('a token', () => {
  it('is kept in the vault alone, for its host alone', async () => {
    const { database, store } = await open();
    expect(await store.saveToken(draft)).toEqual({
      ok: true,
      value: { host: 'git.example', username: 'ada' },
    });
    expect(await store.tokens()).toEqual([{ host: 'git.example', username: 'ada' }]);
    expect(await store.reveal('git.example')).toEqual({ username: 'ada', token: 'canary-git-token' });
    expect(await store.reveal('git.example:8443')).toBeUndefined();
    const stored = [await database.getAll('settings'), await database.getAll('secrets')];
    expect(JSON.stringify(stored)).not.toContain('canary');
  });

  it('opens for no other host, even if its record is moved there', async () => {
    const { database, store } = await open();
    await store.saveToken(draft);
    const record = await database.get('secrets', 'git:git.example');
    if (!record) throw new Error('No secret was stored.');
    await database.put('secrets', { ...record, provider: 'git:evil.example' });
    expect(await store.reveal('evil.example')).toBeUndefined();
  });

  it('is replaced by a new one, and removed with its secret', async () => {
    const { database, store } = await open();
    await store.saveToken(draft);
    await store.saveToken({ ...draft, host: 'a.example' });
    await store.saveToken({ host: 'git.example', token: 'other' });
    expect(await store.tokens()).toEqual([
      { host: 'a.example', username: 'ada' },
      { host: 'git.example', username: 'git' },
    ]);
    expect(await store.reveal('git.example')).toEqual({ username: 'git', token: 'other' });
    await store.removeToken('git.example');
    expect(await store.reveal('git.example')).toBeUndefined();
    expect(await database.count('secrets')).toBe(1);
  });

  it('follows the passphrase, and a reset of the vault', async () => {
    const { store, act } = await open();
    await store.saveToken(draft);
    await act({ type: 'set', passphrase: 'a long passphrase' });
    expect(await store.reveal('git.example')).toMatchObject({ token: 'canary-git-token' });
    await act({ type: 'lock' });
    expect(await store.reveal('git.example')).toBe('locked');
    expect(await store.reveal('other.example')).toBeUndefined();
    expect(await store.saveToken(draft)).toMatchObject({ error: { type: 'permission_denied' } });
    await act({ type: 'unlock', passphrase: 'a long passphrase' });
    expect(await store.reveal('git.example')).toMatchObject({ token: 'canary-git-token' });
    await act({ type: 'reset' });
    expect(await store.tokens()).toEqual([]);
    expect(await store.reveal('git.example')).toBeUndefined();
  });

  it.each([
    ['https://github.com/team/app.git', 'github.com'],
    [' GitHub.com ', 'github.com'],
    ['http://localhost:3000', 'localhost:3000'],
    ['git.example:443', 'git.example'],
    ['https://ada:secret@git.example/x', 'git.example'],
  ])('for %s is for the host %s', async (host, expected) => {
    const { store } = await open();
    expect(await store.saveToken({ ...draft, host })).toMatchObject({ value: { host: expected } });
  });

  it.each<[Partial<Record<keyof GitTokenDraft, unknown>>, RegExp]>([
    [{ host: '' }, /no host/],
    [{ host: 'ssh://git@git.example/a' }, /no host/],
    [{ host: 'a b' }, /no host/],
    [{ host: 5 }, /saved as/],
    [{ username: 'a:b' }, /colon/],
    [{ username: 'a\nb' }, /colon/],
    [{ token: '' }, /token/],
    [{ token: 'a\nb' }, /one line/],
    [{ token: null }, /saved as/],
  ])('is not stored as %o', async (part, expected) => {
    const { store } = await open();
    expect(await store.saveToken({ ...draft, ...part } as never)).toMatchObject({
      error: { type: 'validation_error', message: expect.stringMatching(expected) },
    });
    expect(await store.tokens()).toEqual([]);
  });
});

describe('the author', () => {
  it('is kept and forgotten', async () => {
    const { store } = await open();
    expect(await store.author()).toBeNull();
    const saved = await store.setAuthor({ name: ' Ada  Example ', email: ' ada@example.com ' });
    expect(saved).toEqual({ ok: true, value: { name: 'Ada Example', email: 'ada@example.com' } });
    expect(await store.author()).toEqual({ name: 'Ada Example', email: 'ada@example.com' });
    expect(await store.setAuthor(null)).toEqual({ ok: true, value: null });
    expect(await store.author()).toBeNull();
  });

  it.each([
    { name: '', email: 'a@b' },
    { name: 'Ada', email: '' },
    { name: 'Ada <x>', email: 'a@b' },
    { name: 'Ada', email: 'a@b>\nparent 0' },
    { name: 'Ada', email: 'a b' },
    { name: 5, email: 'a@b' },
    'Ada',
  ])('is not stored as %o', async (bad) => {
    const { store } = await open();
    expect(await store.setAuthor(bad as never)).toMatchObject({ error: { type: 'validation_error' } });
    expect(await store.author()).toBeNull();
  });

  it('is in a backup, and the tokens are not', async () => {
    const { database, store } = await open();
    await store.saveToken(draft);
    await store.setAuthor({ name: 'Ada', email: 'ada@example.com' });
    const parts = authorInBackup({ database });
    expect(parts.map((part) => 'field' in part && part.field)).toEqual(['gitAuthor']);
    const [part] = parts;
    if (!part || !('field' in part)) throw new Error('The author is no setting.');
    expect(await part.collect()).toEqual({ name: 'Ada', email: 'ada@example.com' });
    expect(await part.check({ name: 'Eve', email: 'e>\n' })).toBeUndefined();
    expect(await part.check({ name: 'Eve', email: 'e@example.com' })).toMatchObject({
      changes: [
        {
          name: 'git-author',
          with: 'replace',
          values: { from: 'Ada <ada@example.com>', to: 'Eve <e@example.com>' },
        },
      ],
    });
  });
});
