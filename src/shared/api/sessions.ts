/** Stored conversations: `api.sessions`. */
import type {
  EarlierMessages,
  KeptFound,
  SearchPage,
  SessionChange,
  SessionFormat,
  SessionInfo,
  SessionSpent,
  SessionView,
} from '../conversation/session.ts';
import type { AgentId, MessageId, ProviderId, SessionId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';

export type SessionsApi = {
  /** All sessions, without their messages. */
  list(): Promise<SessionInfo[]>;
  /** The whole shown branch; `null` for an unknown id. */
  get(id: SessionId): Promise<SessionView | null>;
  /**
   * The end of the shown branch, or the part that begins shortly before `from`. The page fetches the rest on
   * scroll.
   */
  open(id: SessionId, from?: MessageId): Promise<SessionView | null>;
  /** The messages before `before`. */
  earlier(id: SessionId, before: MessageId): Promise<EarlierMessages>;
  /** Deletes a session with its messages and files. */
  remove(id: SessionId): Promise<void>;
  /** Renames or pins a session, or sets what requests leave out of it. */
  update(id: SessionId, change: SessionChange): Promise<Fallible<void>>;
  /**
   * Searches one page of all messages, starting at `from`. To end a search early, request no
   * further page.
   */
  search(text: string, from?: MessageId): Promise<SearchPage>;
  /** Loads the code and the index of search, so that the first search of a tab is as fast as later ones. */
  prepareSearch(): Promise<void>;
  /** Searches memories and file names, which `search` does not cover: at most 20 results of each. */
  searchKept(text: string): Promise<KeptFound>;
  /** Markdown of the shown branch, or JSON of all branches. */
  export(id: SessionId, format: SessionFormat): Promise<Fallible<string>>;
  /** Tokens and cost so far, without a run that is still active. */
  spent(id: SessionId): Promise<SessionSpent>;
  /** Whether models write titles. Sets it if `enabled` is given. */
  writeTitles(enabled?: boolean): Promise<boolean>;
  /** The provider of the next runs of this session. */
  setProvider(id: SessionId, provider: ProviderId): Promise<void>;
  /** The agent of the next runs of this session. */
  setAgent(id: SessionId, agent: AgentId): Promise<void>;
};
