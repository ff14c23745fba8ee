/** A search in what was said, found and kept before, for the tool `search_history`. */
import type { AgentId, SessionId } from '#shared/ids.ts';

export type HistoryQuery = {
  query: string;
  scope: 'all' | 'chats' | 'results' | 'memories' | 'files';
  limit: number;
  /** Milliseconds since the epoch; `to` is excluded. */
  from: number | undefined;
  to: number | undefined;
  /** The conversation that asks, which knows itself and is left out. */
  session?: SessionId;
  agent?: AgentId;
  signal: AbortSignal;
};

/** `place`: what it is in, in words. `at`: of a file, when it was changed last. */
export type HistoryHit = { at: number; place: string; text: string };

/** `isCut`: more matches than these, or not everywhere was searched. `denied`: what the agent may not search. */
export type HistoryFound = {
  hits: HistoryHit[];
  isCut: boolean;
  denied: readonly ('memories' | 'files')[];
};

export type SearchHistory = (query: HistoryQuery) => Promise<HistoryFound>;
