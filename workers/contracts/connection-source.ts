/** What a kind of connection implements to be in the list of connections. */
import type { ConnectionHealth, ConnectionTest } from '#shared/models/connection-health.ts';

/** Contract: a server's failure is a value, never thrown; so is the test of a connection that was removed. */
export type ConnectionSource = {
  list(): Promise<ConnectionHealth[]>;
  test(id: string): Promise<ConnectionTest>;
};
