/** API keys at rest: encrypted with a key that cannot be exported, and bound to the base URL they were given for. */
import type { ProviderId } from '../../src/shared/ids.ts';
import type { Database, SecretRecord } from './database.ts';

export type Vault = {
  /** The record to store; made before a transaction begins, because none outlives the wait for a cipher. */
  seal(provider: ProviderId, baseUrl: string, apiKey: string): Promise<SecretRecord>;
  /** '' where there is no key, or it was stored for another base URL. */
  reveal(provider: ProviderId, baseUrl: string): Promise<string>;
  has(provider: ProviderId): Promise<boolean>;
};

export function createVault(database: Database): Vault {
  return {
    has: async (provider) => (await database.getKey('secrets', provider)) !== undefined,

    async seal(provider, baseUrl, apiKey) {
      const key = await openKey(database);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const data = await crypto.subtle.encrypt(boundTo(baseUrl, iv), key, new TextEncoder().encode(apiKey));
      return { provider, iv, data };
    },

    async reveal(provider, baseUrl) {
      const secret = await database.get('secrets', provider);
      if (!secret) return '';
      try {
        const text = await crypto.subtle.decrypt(
          boundTo(baseUrl, secret.iv),
          await openKey(database),
          secret.data,
        );
        return new TextDecoder().decode(text);
      } catch (error) {
        // The base URL is authenticated with the key: for another address there is no key.
        if (error instanceof DOMException && error.name === 'OperationError') return '';
        throw error;
      }
    },
  };
}

function boundTo(baseUrl: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(baseUrl) };
}

/** Two tabs may create the key at once: whoever wrote first wins, and both read it back. */
async function openKey(database: Database): Promise<CryptoKey> {
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
