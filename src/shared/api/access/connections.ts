/** Health of providers and tool servers: `api.connections`. */
import type { ConnectionHealth, ConnectionKind, ConnectionTest } from '../../models/connection-health.ts';

export type ConnectionsApi = {
  /** All configured providers and tool servers, with the outcome of their last use. */
  list(): Promise<ConnectionHealth[]>;
  /** Sends a real request. */
  test(kind: ConnectionKind, id: string): Promise<ConnectionTest>;
};
