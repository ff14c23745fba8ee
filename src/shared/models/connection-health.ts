/** Health of the connections to providers and tool servers: last use, its result, and the time to the first token. */
import type { ModelError } from './provider.ts';

/** Each kind is one source of `workers/domains/connections/connections.ts`. */
export type ConnectionKind = 'provider' | 'mcp';

export type ConnectionHealth = {
  kind: ConnectionKind;
  /** Unique within its kind. */
  id: string;
  name: string;
  /** What the name refers to: a model, an address. */
  detail: string;
  /** Absent: no known use yet. `error`: how it failed. */
  last?: { at: number; error?: ModelError };
  /** Median milliseconds from a request to the first event of its reply, over the last requests. */
  firstTokenMs?: number;
};

export type ConnectionTest =
  { ok: true; milliseconds: number; detail: string } | { ok: false; error: ModelError };
