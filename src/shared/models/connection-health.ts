/** How the things outside are that this app talks to: when each was last used, how that went, and how quick it is. */
import type { ModelError } from './provider.ts';

/** Where a connection comes from; each kind is one source of `workers/engine/connections.ts`. */
export type ConnectionKind = 'provider' | 'mcp';

export type ConnectionHealth = {
  kind: ConnectionKind;
  /** Unique within its kind. */
  id: string;
  name: string;
  /** What stands behind the name: a model, an address. */
  detail: string;
  /** Absent: not used yet, as far as anything is known. `error`: how it failed. */
  last?: { at: number; error?: ModelError };
  /** Milliseconds from a request to the first sign of a reply, in the middle of the last ones. */
  firstTokenMs?: number;
};

export type ConnectionTest =
  { ok: true; milliseconds: number; detail: string } | { ok: false; error: ModelError };
