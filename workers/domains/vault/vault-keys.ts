/** The key that encrypts the vault. With a passphrase it is only in memory, in all tabs' engines or none. */
import type { VaultState } from '#shared/rpc/vault.ts';
import { isJsonObject, isObject, type Json } from '#shared/json.ts';
import type { Database } from '#workers/storage/database.ts';

/** `salt` identifies the passphrase lock of the key; '' for a vault without a passphrase. */
export type HeldKey = { salt: string; key: CryptoKey };

/**
 * Messages between the engines of several tabs; a key is sent as a non-extractable `CryptoKey`. `who-has-it` requests it,
 * `let-go` locks all tabs. The names stay, because tabs with an older version of the app send them.
 */
export type VaultMessage = { type: 'held'; held: HeldKey } | { type: 'let-go' } | { type: 'who-has-it' };

/** Checks the form, not a version: a tab of any version that locks the vault must lock it here, too. */
export function isVaultMessage(data: unknown): data is VaultMessage {
  if (!isObject(data)) return false;
  if (data.type === 'let-go' || data.type === 'who-has-it') return true;
  const { type, held } = data;
  return type === 'held' && isObject(held) && typeof held.salt === 'string' && held.key instanceof CryptoKey;
}

export type VaultKeys = {
  state(): Promise<VaultState>;
  /** Undefined if the vault is locked. */
  current(): Promise<HeldKey | undefined>;
  hold(held: HeldKey): void;
  drop(): void;
  receive(message: VaultMessage): void;
};

export type VaultLink = { send(message: VaultMessage): void; onChange(): void };

/** The setting with the passphrase lock: its salt, and a proof to check a passphrase. */
export const lockSetting = 'vault-lock';

export function createVaultKeys(database: Database, link: VaultLink): VaultKeys {
  let held: HeldKey | undefined;
  link.send({ type: 'who-has-it' });

  async function current(): Promise<HeldKey | undefined> {
    const salt = await saltOf(database);
    if (salt === '') return { salt, key: await openKey(database) };
    return held?.salt === salt ? held : undefined;
  }

  return {
    current,
    async state() {
      if ((await saltOf(database)) === '') return 'none';
      return (await current()) ? 'unlocked' : 'locked';
    },
    hold(next) {
      held = next;
      link.send({ type: 'held', held: next });
      link.onChange();
    },
    drop() {
      held = undefined;
      link.send({ type: 'let-go' });
      link.onChange();
    },
    receive(message) {
      if (message.type === 'who-has-it') {
        if (held) link.send({ type: 'held', held });
        return;
      }
      const next = message.type === 'held' ? message.held : undefined;
      if (next?.salt === held?.salt) return;
      held = next;
      link.onChange();
    },
  };
}

async function saltOf(database: Database): Promise<string> {
  return saltIn(await database.get('settings', lockSetting)) ?? '';
}

/** Undefined without a passphrase lock. */
export function saltIn(lock: Json | undefined): string | undefined {
  return isJsonObject(lock) && typeof lock.salt === 'string' ? lock.salt : undefined;
}

/** Two tabs may create the key at the same time: the first write wins, and both read it back. */
export async function openKey(database: Database): Promise<CryptoKey> {
  const known = await database.get('vault', 'key');
  if (known) return known;
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const transaction = database.transaction('vault', 'readwrite', { durability: 'strict' });
  const first = await transaction.store.get('key');
  if (!first) await transaction.store.put(fresh, 'key');
  await transaction.done;
  return first ?? fresh;
}
