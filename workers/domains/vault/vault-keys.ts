/** Which key the stored API keys are encrypted with, and whether it is at hand; all tabs hold it or none does. */
import type { VaultState } from '#shared/rpc/vault.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import type { Database } from '#workers/storage/database.ts';

/** `salt` names the lock it belongs to; '' is the key of a vault without one. */
export type HeldKey = { salt: string; key: CryptoKey };

/** What engines of several tabs tell each other; a key crosses as an object that cannot be exported. */
export type VaultMessage = { type: 'held'; held: HeldKey } | { type: 'let-go' } | { type: 'who-has-it' };

export type VaultKeys = {
  state(): Promise<VaultState>;
  /** Undefined where the vault is locked. */
  current(): Promise<HeldKey | undefined>;
  hold(held: HeldKey): void;
  letGo(): void;
  hear(message: VaultMessage): void;
};

export type VaultLink = { tell(message: VaultMessage): void; onChange(): void };

/** Where the lock is described: its salt, and what proves a passphrase right. */
export const lockSetting = 'vault-lock';

export function createVaultKeys(database: Database, link: VaultLink): VaultKeys {
  let held: HeldKey | undefined;
  link.tell({ type: 'who-has-it' });

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
      link.tell({ type: 'held', held: next });
      link.onChange();
    },
    letGo() {
      held = undefined;
      link.tell({ type: 'let-go' });
      link.onChange();
    },
    hear(message) {
      if (message.type === 'who-has-it') {
        if (held) link.tell({ type: 'held', held });
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

/** Undefined where there is no lock. */
export function saltIn(lock: Json | undefined): string | undefined {
  return isJsonObject(lock) && typeof lock.salt === 'string' ? lock.salt : undefined;
}

/** Two tabs may create the key at once: whoever wrote first wins, and both read it back. */
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
