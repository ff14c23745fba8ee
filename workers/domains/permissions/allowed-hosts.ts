/** The private hosts that the user allowed; read synchronously by the egress gate. */
import type { Database } from '#workers/storage/database.ts';
import { openStoredSet, type StoredSet } from '#workers/storage/stored-set.ts';

export type AllowedHosts = Omit<StoredSet, 'set'> & {
  allow(host: string): Promise<void>;
  revoke(host: string): Promise<void>;
};

export async function openAllowedHosts(database: Database): Promise<AllowedHosts> {
  const { set, ...hosts } = await openStoredSet(database, 'allowed-hosts');
  return { ...hosts, allow: (host) => set(host, true), revoke: (host) => set(host, false) };
}
