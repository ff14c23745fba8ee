/** The stored relay: its key is only in the vault, bound to its address. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { addressOfSecret } from '#workers/composition/secret-address.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createRelayStore } from '#workers/domains/network/relay-store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { createVaultKeys } from '#workers/domains/vault/vault-keys.ts';
import { actOnVault } from '#workers/domains/vault/vault-lock.ts';

const headers = { 'X-Relay-Key': 'canary-relay-key' };

async function open() {
  const database = await openDatabase({ name: newId('run') });
  const keys = createVaultKeys(database, { send: () => undefined, onChange: () => undefined });
  const store = createRelayStore(database, createVault(database, keys));
  const act = (action: Parameters<typeof actOnVault>[0]) =>
    actOnVault(action, { database, keys, addressOf: (owner) => addressOfSecret(owner, database) });
  return { database, store, act };
}

describe('the relay', () => {
  it('is kept with its key in the vault alone', async () => {
    const { database, store } = await open();
    expect(await store.info()).toBeNull();
    expect(await store.reveal()).toBeUndefined();
    const saved = await store.save({ url: ' https://relay.example#x ', headers });
    expect(saved).toEqual({ ok: true, value: { url: 'https://relay.example/', headers: ['X-Relay-Key'] } });
    expect(await store.reveal()).toEqual({ url: 'https://relay.example/', headers });
    const stored = [await database.getAll('settings'), await database.getAll('secrets')];
    expect(JSON.stringify(stored)).not.toContain('canary');
  });

  it('keeps its key at the same address, and loses it at another', async () => {
    const { database, store } = await open();
    await store.save({ url: 'https://relay.example/', headers });
    await store.save({ url: 'https://relay.example/' });
    expect(await store.reveal()).toEqual({ url: 'https://relay.example/', headers });
    await store.save({ url: 'https://evil.example/' });
    expect(await store.reveal()).toEqual({ url: 'https://evil.example/', headers: {} });
    expect(await database.count('secrets')).toBe(0);
  });

  it('is forgotten with its key', async () => {
    const { database, store } = await open();
    await store.save({ url: 'https://relay.example/', headers });
    expect(await store.save(null)).toEqual({ ok: true, value: null });
    expect(await store.reveal()).toBeUndefined();
    expect(await database.count('secrets')).toBe(0);
  });

  it('follows the passphrase: locked with the keys, and there again after unlocking', async () => {
    const { store, act } = await open();
    await store.save({ url: 'https://relay.example/', headers });
    await act({ type: 'set', passphrase: 'a long passphrase' });
    expect(await store.reveal()).toEqual({ url: 'https://relay.example/', headers });
    await act({ type: 'lock' });
    expect(await store.reveal()).toBe('locked');
    expect(await store.save({ url: 'https://relay.example/', headers })).toMatchObject({
      error: { type: 'permission_denied' },
    });
    expect(await store.save({ url: 'https://open.example/', headers: {} })).toMatchObject({ ok: true });
    await act({ type: 'unlock', passphrase: 'a long passphrase' });
    expect(await store.reveal()).toEqual({ url: 'https://open.example/', headers: {} });
  });

  it.each([
    [{ url: '' }, /address/],
    [{ url: 'relay.example' }, /address/],
    [{ url: 'ftp://relay.example/' }, /address/],
    [{ url: 'https://user:word@relay.example/' }, /address/],
    [{ url: 5 as never }, /address/],
    [{ url: 'https://relay.example/', headers: { Cookie: 'a' } }, /"Cookie" cannot be sent/],
    [{ url: 'https://relay.example/', headers: { Authorization: 'a' } }, /cannot be sent/],
    [{ url: 'https://relay.example/', headers: { 'X Key': 'a' } }, /cannot be sent/],
    [{ url: 'https://relay.example/', headers: { 'X-Key': 'a\nb' } }, /cannot be sent/],
    [{ url: 'https://relay.example/', headers: { 'X-Key': '' } }, /cannot be sent/],
    [{ url: 'https://relay.example/', headers: { 'X-Key': 5 as never } }, /names and values/],
    [{ url: 'https://relay.example/', headers: null as never }, /names and values/],
    [
      { url: 'https://relay.example/', headers: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } },
      /at most 5/,
    ],
  ])('is not stored as %o', async (draft, expected) => {
    const { store } = await open();
    expect(await store.save(draft)).toMatchObject({
      error: { type: 'validation_error', message: expect.stringMatching(expected) },
    });
    expect(await store.info()).toBeNull();
  });
});
