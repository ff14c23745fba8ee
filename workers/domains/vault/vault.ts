/** API keys at rest: encrypted with a non-extractable key, and bound to the base URL they were entered for. */
import type { SecretOwner, SecretRecord } from './tables.ts';
import type { Database } from '#workers/storage/database.ts';
import { createVaultKeys, type HeldKey, type VaultKeys } from './vault-keys.ts';

export type Vault = {
  /** Encrypts a key for storing. Call it before a transaction, which would end during Web Crypto. */
  seal(provider: SecretOwner, baseUrl: string, apiKey: string): Promise<SecretRecord>;
  /** '' if there is no key or it was stored for another base URL; undefined if the vault is locked. */
  reveal(provider: SecretOwner, baseUrl: string): Promise<string | undefined>;
  has(provider: SecretOwner): Promise<boolean>;
  /** Whether `seal` can be called. */
  isOpen(): Promise<boolean>;
};

/** For a vault that is not shared with other tabs. */
const noLink = { send: () => undefined, onChange: () => undefined };

export function createVault(database: Database, keys: VaultKeys = createVaultKeys(database, noLink)): Vault {
  return {
    isOpen: async () => (await keys.current()) !== undefined,
    has: async (provider) => (await database.getKey('secrets', provider)) !== undefined,

    async seal(provider, baseUrl, apiKey) {
      const held = await keys.current();
      if (!held) throw new Error('The vault is locked.');
      return sealWith(held, provider, baseUrl, apiKey);
    },

    async reveal(provider, baseUrl) {
      const secret = await database.get('secrets', provider);
      if (!secret) return '';
      const held = await keys.current();
      return held && revealWith(held, secret, baseUrl);
    },
  };
}

export async function sealWith(
  { salt, key }: HeldKey,
  provider: SecretOwner,
  baseUrl: string,
  apiKey: string,
): Promise<SecretRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(boundTo(baseUrl, iv), key, new TextEncoder().encode(apiKey));
  return { provider, iv, data, ...(salt ? { salt } : {}) };
}

export async function revealWith(
  { key }: HeldKey,
  { iv, data }: SecretRecord,
  baseUrl: string,
): Promise<string> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(boundTo(baseUrl, iv), key, data));
  } catch (error) {
    // The base URL is authenticated data: with another one, decryption fails.
    if (error instanceof DOMException && error.name === 'OperationError') return '';
    throw error;
  }
}

export function boundTo(baseUrl: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(baseUrl) };
}
