/** The search of the tool `search_history`: in earlier messages and results, memories and files. */
import type { AgentId, SessionId } from '#shared/ids.ts';

export type HistoryQuery = {
  query: string;
  scope: 'all' | 'chats' | 'results' | 'memories' | 'files';
  limit: number;
  /** Milliseconds since the epoch; `to` is excluded. */
  from: number | undefined;
  to: number | undefined;
  /** The conversation that asks; left out of the search, because its model has it already. */
  session?: SessionId;
  agent?: AgentId;
  signal: AbortSignal;
};

/**
 * `place`: the chat, memory or file, in words. `at`: milliseconds since the epoch; last change of a file. `isOutside`:
 * neither the user nor a model that had read nothing from outside wrote it.
 */
export type HistoryHit = { at: number; place: string; text: string; isOutside: boolean };

/**
 * `isCut`: there are more matches, or the search was not complete. `denied`: what the agent may not search.
 */
export type HistoryFound = {
  hits: HistoryHit[];
  isCut: boolean;
  denied: readonly ('memories' | 'files')[];
};

export type SearchHistory = (query: HistoryQuery) => Promise<HistoryFound>;
