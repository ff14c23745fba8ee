/** The passphrase of the vault: what it encrypts, who can unlock it, and that all tabs follow. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { VaultAction } from '#shared/rpc/vault.ts';
import { addressOfSecret } from '#workers/composition/secret-address.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createProviderStore } from '#workers/domains/providers/store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import {
  createVaultKeys,
  isVaultMessage,
  type VaultKeys,
  type VaultMessage,
} from '#workers/domains/vault/vault-keys.ts';
import { actOnVault } from '#workers/domains/vault/vault-lock.ts';

let databases = 0;
const draft = {
  kind: 'openai-chat',
  label: 'Mine',
  baseUrl: 'http://localhost:1/v1',
  model: 'm',
  apiKey: 'canary-key',
} as const;

/** Opens tabs of one browser: one database, and a channel between the tabs. */
async function openBrowser() {
  const name = `lock-${++databases}`;
  const database = await openDatabase({ name });
  const tabs: VaultKeys[] = [];
  function openTab() {
    let changes = 0;
    const tell = (message: VaultMessage) => {
      for (const tab of [...tabs]) if (tab !== keys) tab.receive(message);
    };
    // The engine requests the key while it is still being built.
    const early: VaultMessage[] = [];
    let isUp = false;
    const keys: VaultKeys = createVaultKeys(database, {
      send: (message) => (isUp ? tell(message) : void early.push(message)),
      onChange: () => void changes++,
    });
    isUp = true;
    tabs.push(keys);
    early.forEach(tell);
    const vault = createVault(database, keys);
    const store = createProviderStore(database, vault);
    const act = (action: VaultAction) =>
      actOnVault(action, { database, keys, addressOf: (owner) => addressOfSecret(owner, database) });
    const close = () => void tabs.splice(tabs.indexOf(keys), 1);
    return { keys, store, act, close, changes: () => changes };
  }
  return { database, openTab };
}

const passphrase = 'correct horse battery';

describe('a passphrase', () => {
  it('encrypts the keys until it is typed, and leaves no other key beside them', async () => {
    const { database, openTab } = await openBrowser();
    const first = openTab();
    const provider = await first.store.save(draft);
    expect(await first.act({ type: 'set', passphrase })).toEqual({ state: 'unlocked' });
    expect(await database.getAllKeys('vault')).toEqual([]);
    expect((await first.store.target(provider)).apiKey).toBe('canary-key');
    first.close();

    const reloaded = openTab();
    expect(await reloaded.act({ type: 'state' })).toEqual({ state: 'locked' });
    expect(await reloaded.store.target(provider)).toMatchObject({ apiKey: '', isLocked: true });
    expect(await reloaded.act({ type: 'unlock', passphrase: 'wrong horse' })).toEqual({
      state: 'locked',
      problem: 'wrong',
    });
    expect(await reloaded.act({ type: 'unlock', passphrase })).toEqual({ state: 'unlocked' });
    expect((await reloaded.store.target(provider)).apiKey).toBe('canary-key');
  });

  it('opens however the keyboard composes its letters', async () => {
    const { openTab } = await openBrowser();
    const tab = openTab();
    await tab.act({ type: 'set', passphrase: 'Z\u00fcrich-See' });
    await tab.act({ type: 'lock' });
    expect(await tab.act({ type: 'unlock', passphrase: 'Zu\u0308rich-See' })).toEqual({ state: 'unlocked' });
  });

  it('is changed only by who knows it, and then only the new one opens', async () => {
    const { openTab } = await openBrowser();
    const tab = openTab();
    const provider = await tab.store.save(draft);
    await tab.act({ type: 'set', passphrase });
    const next = 'another long one';
    expect((await tab.act({ type: 'set', passphrase: next, current: 'guess' })).problem).toBe('wrong');
    expect((await tab.act({ type: 'set', passphrase: next })).problem).toBe('wrong');
    expect(await tab.act({ type: 'set', passphrase: next, current: passphrase })).toEqual({
      state: 'unlocked',
    });
    await tab.act({ type: 'lock' });
    expect((await tab.act({ type: 'unlock', passphrase })).problem).toBe('wrong');
    await tab.act({ type: 'unlock', passphrase: next });
    expect((await tab.store.target(provider)).apiKey).toBe('canary-key');
  });

  it('can be removed, and the keys stay', async () => {
    const { openTab } = await openBrowser();
    const tab = openTab();
    const provider = await tab.store.save(draft);
    await tab.act({ type: 'set', passphrase });
    expect((await tab.act({ type: 'remove', current: 'guess' })).problem).toBe('wrong');
    expect(await tab.act({ type: 'remove', current: passphrase })).toEqual({ state: 'none' });
    tab.close();
    expect((await openTab().store.target(provider)).apiKey).toBe('canary-key');
  });

  it('that was forgotten causes the loss of the keys only', async () => {
    const { openTab } = await openBrowser();
    const tab = openTab();
    const provider = await tab.store.save(draft);
    await tab.act({ type: 'set', passphrase });
    await tab.act({ type: 'lock' });
    expect(await tab.act({ type: 'reset' })).toEqual({ state: 'none' });
    expect(await tab.store.get(provider.id)).toMatchObject({ label: 'Mine', hasKey: false });
    expect(await tab.store.target(provider)).toMatchObject({ apiKey: '' });
    await tab.store.save({ ...draft, id: provider.id, apiKey: 'new-key' });
    expect((await tab.store.target(provider)).apiKey).toBe('new-key');
  });

  it('must have some length', async () => {
    const { openTab } = await openBrowser();
    expect(await openTab().act({ type: 'set', passphrase: 'short' })).toEqual({
      state: 'none',
      problem: 'too_short',
    });
  });
});

describe('several tabs', () => {
  it('are unlocked and locked together, and one that opens later is let in', async () => {
    const { openTab } = await openBrowser();
    const [one, two] = [openTab(), openTab()];
    await one.act({ type: 'set', passphrase });
    expect(await two.keys.state()).toBe('unlocked');
    expect(await openTab().keys.state()).toBe('unlocked');
    const before = one.changes();
    await two.act({ type: 'lock' });
    expect(await one.keys.state()).toBe('locked');
    expect(one.changes()).toBeGreaterThan(before);
    await one.act({ type: 'unlock', passphrase });
    expect(await two.keys.state()).toBe('unlocked');
  });

  it('never store a key that the passphrase of this moment does not open', async () => {
    const { openTab } = await openBrowser();
    const [one, two] = [openTab(), openTab()];
    const saving = two.store.save(draft);
    await one.act({ type: 'set', passphrase });
    const saved = await saving.catch(() => undefined);
    if (saved) expect((await two.store.target(saved)).apiKey).toBe('canary-key');
    expect(await one.store.list()).toHaveLength(saved ? 2 : 1);
  });

  it('cannot store a key while the vault is locked', async () => {
    const { openTab } = await openBrowser();
    const tab = openTab();
    await tab.act({ type: 'set', passphrase });
    await tab.act({ type: 'lock' });
    await expect(tab.store.save(draft)).rejects.toThrow('locked');
    expect(await tab.store.list()).toHaveLength(1);
  });
});

describe('a message between tabs', () => {
  it('has one of the known forms, and a key that is one', async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
    expect(
      [{ type: 'who-has-it' }, { type: 'let-go' }, { type: 'held', held: { salt: 's', key } }].every(
        isVaultMessage,
      ),
    ).toBe(true);
    const strange = [
      null,
      'let-go',
      {},
      { type: 'held' },
      { type: 'held', held: null },
      { type: 'held', held: { salt: 's', key: {} } },
    ];
    expect(strange.filter(isVaultMessage)).toEqual([]);
  });
});
