/** A session: one conversation, as it appears in the list and as it is opened. */
import type { AgentId, CallId, MessageId, ProviderId, RunId, SessionId } from '../ids.ts';
import type { Message } from './message.ts';
import type { Outcome } from '../runs/run-event.ts';
import type { ModelError } from '../models/provider.ts';
import type { TodoList } from './todo.ts';

export type SessionInfo = {
  id: SessionId;
  title: string;
  agent: AgentId;
  /** Absent: the default provider. */
  provider?: ProviderId;
  /** The last message of the shown branch. */
  head: MessageId | null;
  /** Milliseconds since the epoch. */
  updated: number;
  /** Who gave the title; absent: it is the first line of what was said. */
  named?: 'user' | 'model';
  /** Stays at the top of the list. */
  pinned?: boolean;
};

/** What all its answers took together, on every branch. */
export type SessionSpent = {
  /** Sent and received. */
  tokens: number;
  /** US dollars; absent where the price of any answer is not known. */
  cost?: number;
};

/** What the user may change of a session. */
export type SessionChange = { title?: string; pinned?: boolean };

export type SessionFormat = 'markdown' | 'json';

/** What was found, and the line around it; a title where there is no message. */
export type SearchHit = {
  session: SessionId;
  message?: MessageId;
  where: 'title' | 'said' | 'call' | 'result';
  /** The tool, of a call or a result. */
  tool?: string;
  at: number;
  snippet: SnippetPiece[];
};

export type SnippetPiece = { text: string; isMatch: boolean };

/** One stretch of a search, newest first; `next` is where the following one begins. */
export type SearchPage = { hits: SearchHit[]; next: MessageId | null };

/** A run that is going on, as far as a view must know. */
export type LiveRun = {
  id: RunId;
  /** The newest event folded in; older ones are ignored. */
  seq: number;
  /** How many pieces of the event after `seq` are folded, if it came in pieces (`SessionEvent.piece`). */
  part?: number;
  startedAt: number;
  retry?: { error: ModelError; seconds: number };
  /** Calls that were running when the tab died and must not simply be repeated. */
  waiting?: CallId[];
  /** The run begins a branch: the messages that stand where its first one will. */
  fork?: MessageId[];
};

/** A session opened: its messages, and its run while there is one. The reducer folds events into it. */
export type SessionView = {
  id: SessionId;
  /** The shown branch, oldest first. */
  messages: Message[];
  /** The branch begins before the first of `messages`; what is missing is asked for when it is wanted. */
  isCut?: boolean;
  /** For each shown message that has siblings: all of them, oldest first. */
  branches?: Record<MessageId, MessageId[]>;
  run?: LiveRun;
  /** What is to be done, where it was written before the first of `messages`. */
  todos?: TodoList;
  /** How the newest run ended, while the view is open. */
  outcome?: Outcome;
};

/** A stretch of a branch that ends right before a message of a view. */
export type EarlierMessages = Required<Pick<SessionView, 'messages' | 'branches' | 'isCut'>>;
