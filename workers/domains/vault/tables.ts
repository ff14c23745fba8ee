/** Tables of encrypted keys. */
import type { ProviderId, ServerId } from '#shared/ids.ts';
import type { Table } from '#workers/contracts/table.ts';

/** A provider, a tool server, the user's sign-in at one, the relay, a git server, or a search service. */
export type SecretOwner = ProviderId | ServerId | SignInId | typeof relayOwner | GitServerId | SearchOwner;
export const relayOwner = 'relay';
export type SignInId = `${string}:sign-in`;
export type GitServerId = `git:${string}`;
export type SearchOwner = `search:${string}`;
/** A key for a search service is bound to the service's origin. */
export const searchOwner = (id: string): SearchOwner => `search:${id}`;
export const serviceOfKey = (owner: string) => /^search:(.*)$/s.exec(owner)?.[1];
/** A token for a git server is bound to its host, which the id names. */
export const gitOwner = (host: string): GitServerId => `git:${host}`;
export const hostOfGit = (owner: string) => /^git:(.*)$/s.exec(owner)?.[1];

/** An encrypted key. The address it is for is authenticated by the encryption. */
export type SecretRecord = {
  /** The owner; the first version named the field so. */
  provider: SecretOwner;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Salt of the passphrase lock it was sealed under; absent without a passphrase. */
  salt?: string;
};

declare module '../../storage/database.ts' {
  interface Schema {
    secrets: { key: SecretOwner; value: SecretRecord };
    /** The non-extractable key that encrypts `secrets`. */
    vault: { key: 'key'; value: CryptoKey };
  }
}

export const tables: readonly Table[] = [
  { name: 'secrets', since: 1, keyPath: 'provider' },
  { name: 'vault', since: 1 },
];
