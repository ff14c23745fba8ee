/** The passphrase in front of the vault: set, changed, taken away, tried; the keys are encrypted anew each time. */
import { assertNever } from '#shared/assert-never.ts';
import { isJsonObject } from '#shared/json.ts';
import { minPassphraseLength, type VaultAction, type VaultAnswer } from '#shared/rpc/vault.ts';
import { fromBase64, toBase64 } from '#workers/text/base64.ts';
import type { SecretRecord } from './tables.ts';
import type { Database } from '#workers/storage/database.ts';
import { addressOf } from './secret-address.ts';
import { boundTo, revealWith, sealWith } from './vault.ts';
import { lockSetting, openKey, type HeldKey, type VaultKeys } from './vault-keys.ts';

/** OWASP's figure for PBKDF2 with SHA-256; a third of a second on a laptop. */
const rounds = 600_000;
/** What a right passphrase decrypts. */
const proofText = 'oneclaw vault';

type Lock = { salt: string; rounds: number; iv: string; proof: string };
type Problem = NonNullable<VaultAnswer['problem']>;

export async function actOnVault(
  action: VaultAction,
  database: Database,
  keys: VaultKeys,
): Promise<VaultAnswer> {
  const problem = await act(action, database, keys);
  return { state: await keys.state(), ...(problem ? { problem } : {}) };
}

async function act(action: VaultAction, database: Database, keys: VaultKeys): Promise<Problem | undefined> {
  switch (action.type) {
    case 'state':
      return undefined;
    case 'lock':
      keys.letGo();
      return undefined;
    case 'unlock': {
      const held = await openWith(action.passphrase, database);
      if (!held) return 'wrong';
      keys.hold(held);
      return undefined;
    }
    case 'set':
      return setPassphrase(action, database, keys);
    case 'remove': {
      const held = await openWith(action.current, database);
      if (!held) return 'wrong';
      return encryptAnew(held, { salt: '', key: await openKey(database) }, undefined, database, keys);
    }
    case 'reset':
      await forgetKeys(database);
      keys.letGo();
      return undefined;
    default:
      return assertNever(action);
  }
}

async function setPassphrase(
  { passphrase, current = '' }: VaultAction & { type: 'set' },
  database: Database,
  keys: VaultKeys,
): Promise<Problem | undefined> {
  if (passphrase.length < minPassphraseLength) return 'too_short';
  const isFirst = (await readLock(database)) === undefined;
  const before = isFirst ? await keys.current() : await openWith(current, database);
  if (!before) return 'wrong';
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(16)));
  const next = { salt, key: await derive(passphrase, salt, rounds) };
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const proof = await crypto.subtle.encrypt(boundTo(salt, iv), next.key, new TextEncoder().encode(proofText));
  const lock = { salt, rounds, iv: toBase64(iv), proof: toBase64(new Uint8Array(proof)) };
  return encryptAnew(before, next, lock, database, keys);
}

/** The key that this passphrase makes, if it is the right one. */
async function openWith(passphrase: string, database: Database): Promise<HeldKey | undefined> {
  const lock = await readLock(database);
  if (!lock) return undefined;
  const held = { salt: lock.salt, key: await derive(passphrase, lock.salt, lock.rounds) };
  const proof: SecretRecord['data'] = fromBase64(lock.proof).buffer;
  try {
    await crypto.subtle.decrypt(boundTo(lock.salt, fromBase64(lock.iv)), held.key, proof);
    return held;
  } catch {
    // Anything but the right key fails to authenticate.
    return undefined;
  }
}

/** Everything is encrypted first, because a transaction does not wait for ciphers; then it is swapped as a whole. */
async function encryptAnew(
  before: HeldKey,
  next: HeldKey,
  lock: Lock | undefined,
  database: Database,
  keys: VaultKeys,
): Promise<Problem | undefined> {
  const old = await database.getAll('secrets');
  const fresh = await Promise.all(
    old.map(async (secret) => {
      const baseUrl = await addressOf(secret.provider, database);
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
    // Whoever copies the profile from now on finds no key beside the keys.
    await transaction.objectStore('vault').delete('key');
  } else await settings.delete(lockSetting);
  await transaction.done;
  if (lock) keys.hold(next);
  else keys.letGo();
  return undefined;
}

function isSame(before: readonly SecretRecord[], now: readonly SecretRecord[]): boolean {
  const ivs = new Set(before.map(({ iv }) => toBase64(iv)));
  return before.length === now.length && now.every(({ iv }) => ivs.has(toBase64(iv)));
}

async function forgetKeys(database: Database): Promise<void> {
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
  const { salt, rounds: times, iv, proof } = stored;
  const isWhole = typeof salt === 'string' && typeof iv === 'string' && typeof proof === 'string';
  return isWhole && typeof times === 'number' ? { salt, rounds: times, iv, proof } : undefined;
}

async function derive(passphrase: string, salt: string, times: number): Promise<CryptoKey> {
  // The same words may be typed in several forms of Unicode.
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations: times },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
