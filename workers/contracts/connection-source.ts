/** What a kind of connection implements to be in the list of connections, and the record of its uses. */
import type { ConnectionHealth, ConnectionTest } from '#shared/models/connection-health.ts';
import type { ModelError } from '#shared/models/provider.ts';

/** Contract: never throws. A server's failure is a value, also when the tested connection was removed. */
export type ConnectionSource = {
  list(): Promise<ConnectionHealth[]>;
  test(id: string): Promise<ConnectionTest>;
};

/** One request. `firstTokenMs` is absent if nothing arrived, `error` if it succeeded. */
export type ConnectionUse = { at: number; error?: ModelError; firstTokenMs?: number };
export type ConnectionRecord = { last?: { at: number; error?: ModelError }; firstTokenMs?: number };

export type ConnectionUses = {
  add(id: string, use: ConnectionUse): Promise<void>;
  read(id: string): Promise<ConnectionRecord>;
};

/** The key of a connection's uses in the settings. */
export function usesSetting(id: string): string {
  return `connection-${id}`;
}
