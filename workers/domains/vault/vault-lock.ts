/** The passphrase of the vault: set, change, remove, unlock. Each change re-encrypts all stored keys. */
import { assertNever } from '#shared/assert-never.ts';
import { isJsonObject } from '#shared/json.ts';
import { minPassphraseLength, type VaultAction, type VaultAnswer } from '#shared/rpc/vault.ts';
import { fromBase64, toBase64 } from '#workers/text/base64.ts';
import type { Database } from '#workers/storage/database.ts';
import type { SecretOwner, SecretRecord } from './tables.ts';
import { boundTo, revealWith, sealWith } from './vault.ts';
import { lockSetting, openKey, type HeldKey, type VaultKeys } from './vault-keys.ts';

/** OWASP's recommendation for PBKDF2-HMAC-SHA256; takes a third of a second on a laptop. */
const pbkdf2Iterations = 600_000;
/** Encrypted with the derived key, to check a passphrase. */
const proofText = 'oneclaw vault';

export type VaultLockDeps = {
  database: Database;
  keys: VaultKeys;
  /** The address that a secret is bound to; empty if its owner is gone. */
  addressOf(owner: SecretOwner): Promise<string>;
};

/** The stored passphrase lock. `rounds`: the iterations of PBKDF2. */
type Lock = { salt: string; rounds: number; iv: string; proof: string };
type Problem = NonNullable<VaultAnswer['problem']>;

export async function actOnVault(action: VaultAction, deps: VaultLockDeps): Promise<VaultAnswer> {
  const problem = await act(action, deps);
  return { state: await deps.keys.state(), ...(problem ? { problem } : {}) };
}

async function act(action: VaultAction, deps: VaultLockDeps): Promise<Problem | undefined> {
  const { database, keys } = deps;
  switch (action.type) {
    case 'state':
      return undefined;
    case 'lock':
      keys.drop();
      return undefined;
    case 'unlock': {
      const held = await openWith(action.passphrase, database);
      if (!held) return 'wrong';
      keys.hold(held);
      return undefined;
    }
    case 'set':
      return setPassphrase(action, deps);
    case 'remove': {
      const held = await openWith(action.current, database);
      if (!held) return 'wrong';
      return reEncrypt(held, { salt: '', key: await openKey(database) }, undefined, deps);
    }
    case 'reset':
      await deleteKeys(database);
      keys.drop();
      return undefined;
    default:
      return assertNever(action);
  }
}

async function setPassphrase(
  { passphrase, current = '' }: VaultAction & { type: 'set' },
  deps: VaultLockDeps,
): Promise<Problem | undefined> {
  const { database, keys } = deps;
  if (passphrase.length < minPassphraseLength) return 'too_short';
  const isFirst = (await readLock(database)) === undefined;
  const before = isFirst ? await keys.current() : await openWith(current, database);
  if (!before) return 'wrong';
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(16)));
  const next = { salt, key: await derive(passphrase, salt, pbkdf2Iterations) };
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const proof = await crypto.subtle.encrypt(boundTo(salt, iv), next.key, new TextEncoder().encode(proofText));
  const lock = { salt, rounds: pbkdf2Iterations, iv: toBase64(iv), proof: toBase64(new Uint8Array(proof)) };
  return reEncrypt(before, next, lock, deps);
}

/** The key derived from the passphrase; undefined if the passphrase is wrong. */
async function openWith(passphrase: string, database: Database): Promise<HeldKey | undefined> {
  const lock = await readLock(database);
  if (!lock) return undefined;
  const held = { salt: lock.salt, key: await derive(passphrase, lock.salt, lock.rounds) };
  const proof: SecretRecord['data'] = fromBase64(lock.proof).buffer;
  try {
    await crypto.subtle.decrypt(boundTo(lock.salt, fromBase64(lock.iv)), held.key, proof);
    return held;
  } catch {
    // AES-GCM: a wrong key fails to authenticate.
    return undefined;
  }
}

/** Encrypts everything first, because an IndexedDB transaction does not wait for Web Crypto; then replaces all in one transaction. */
async function reEncrypt(
  before: HeldKey,
  next: HeldKey,
  lock: Lock | undefined,
  deps: VaultLockDeps,
): Promise<Problem | undefined> {
  const { database, keys } = deps;
  const old = await database.getAll('secrets');
  const fresh = await Promise.all(
    old.map(async (secret) => {
      const baseUrl = await deps.addressOf(secret.provider);
      const apiKey = await revealWith(before, secret, baseUrl);
      return apiKey === '' ? undefined : sealWith(next, secret.provider, baseUrl, apiKey);
    }),
  );
  const transaction = database.transaction(['secrets', 'settings', 'vault'], 'readwrite', {
    durability: 'strict',
  });
  const [secrets, settings] = [transaction.objectStore('secrets'), transaction.objectStore('settings')];
  const now = await secrets.getAll();
  if (!isSame(old, now)) {
    await transaction.done;
    return 'changed';
  }
  await secrets.clear();
  for (const secret of fresh) if (secret) await secrets.put(secret);
  if (lock) {
    await settings.put(lock, lockSetting);
    // From now on a copy of the browser profile contains no key that decrypts the secrets.
    await transaction.objectStore('vault').delete('key');
  } else await settings.delete(lockSetting);
  await transaction.done;
  if (lock) keys.hold(next);
  else keys.drop();
  return undefined;
}

function isSame(before: readonly SecretRecord[], now: readonly SecretRecord[]): boolean {
  const ivs = new Set(before.map(({ iv }) => toBase64(iv)));
  return before.length === now.length && now.every(({ iv }) => ivs.has(toBase64(iv)));
}

async function deleteKeys(database: Database): Promise<void> {
  const transaction = database.transaction(['secrets', 'settings'], 'readwrite', { durability: 'strict' });
  await Promise.all([
    transaction.objectStore('secrets').clear(),
    transaction.objectStore('settings').delete(lockSetting),
    transaction.done,
  ]);
}

async function readLock(database: Database): Promise<Lock | undefined> {
  const stored = await database.get('settings', lockSetting);
  if (!isJsonObject(stored)) return undefined;
  const { salt, rounds, iv, proof } = stored;
  const isWhole = typeof salt === 'string' && typeof iv === 'string' && typeof proof === 'string';
  return isWhole && typeof rounds === 'number' ? { salt, rounds, iv, proof } : undefined;
}

async function derive(passphrase: string, salt: string, iterations: number): Promise<CryptoKey> {
  // Keyboards produce different Unicode forms of the same passphrase.
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
