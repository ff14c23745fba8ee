/** Private hosts the user has allowed, remembered until revoked; read synchronously by the egress gate. */
import type { Database } from './database.ts';

const setting = 'allowed-hosts';

export type AllowedHosts = {
  has(host: string): boolean;
  list(): string[];
  allow(host: string): Promise<void>;
  revoke(host: string): Promise<void>;
  /** Another tab changed the list. */
  reload(): Promise<void>;
};

export async function openAllowedHosts(database: Database): Promise<AllowedHosts> {
  let hosts = await read();

  async function read(): Promise<Set<string>> {
    const stored = await database.get('settings', setting);
    return new Set(Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : []);
  }

  /** Read and written in one transaction, so that two tabs do not lose each other's hosts. */
  async function change(edit: (hosts: Set<string>) => void): Promise<void> {
    const transaction = database.transaction('settings', 'readwrite');
    const stored = await transaction.store.get(setting);
    const next = new Set(Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : []);
    edit(next);
    await transaction.store.put([...next], setting);
    await transaction.done;
    hosts = next;
  }

  return {
    has: (host) => hosts.has(host),
    list: () => [...hosts].sort(),
    allow: (host) => change((set) => set.add(host)),
    revoke: (host) => change((set) => set.delete(host)),
    reload: async () => void (hosts = await read()),
  };
}
