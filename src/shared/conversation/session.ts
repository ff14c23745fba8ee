/** A session is one conversation: its entry in the list, and its view when it is open. */
import type { AgentId, CallId, MemoryId, MessageId, ProviderId, RunId, SessionId } from '../ids.ts';
import type { LeftOut } from './left-out.ts';
import type { Message } from './message.ts';
import type { Outcome } from '../runs/run-event.ts';
import type { ModelError } from '../models/provider.ts';
import type { ScheduledRun } from '../tasks/task.ts';
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
  /** Who wrote the title; absent: it is the first line of the first message. */
  named?: 'user' | 'model';
  /** Shown at the top of the list. */
  pinned?: boolean;
  /** The scheduler made it: a run of this task. */
  task?: ScheduledRun;
  /** The conversation that spawned it; that one may have been deleted since. */
  parent?: SessionId;
  /** What requests of this chat leave out. */
  leftOut?: LeftOut;
};

/** Usage of all answers, on every branch. */
export type SessionSpent = {
  /** Sent and received. */
  tokens: number;
  /** US dollars; absent if the price of any answer is unknown. */
  cost?: number;
};

/** Properties that the user can change. */
export type SessionChange = { title?: string; pinned?: boolean; leftOut?: LeftOut };

export type SessionFormat = 'markdown' | 'json';

/** A search hit with the line around it. Hits in titles have no `message`. */
export type SearchHit = {
  session: SessionId;
  message?: MessageId;
  where: 'title' | 'said' | 'call' | 'result';
  /** For hits in calls and results. */
  tool?: string;
  at: number;
  snippet: SnippetPiece[];
};

/** The results of a search other than chats: memories, the most relevant first, and paths of files. */
export type KeptFound = {
  memories: { id: MemoryId; key: string; snippet: SnippetPiece[] }[];
  files: string[];
};

export type SnippetPiece = { text: string; isMatch: boolean };

/** One page of a search, newest first; `next` is the start of the following page. */
export type SearchPage = { hits: SearchHit[]; next: MessageId | null };

/** An active run as a view knows it. */
export type LiveRun = {
  id: RunId;
  /** Number of the last folded event; older events are ignored. */
  seq: number;
  /** How many pieces of the event after `seq` are folded, if it came in pieces (`SessionEvent.piece`). */
  part?: number;
  startedAt: number;
  retry?: { error: ModelError; seconds: number };
  /** Calls that were running when the tab died and are not repeatable; the user decides about them. */
  waiting?: CallId[];
  /** If the run starts a branch: the siblings of its first message. */
  fork?: MessageId[];
};

/** An open session with its active run. The reducer folds events into it. */
export type SessionView = {
  id: SessionId;
  /** The shown branch, oldest first. */
  messages: Message[];
  /** The branch has older messages than the first of `messages`; they are fetched on demand. */
  isCut?: boolean;
  /** For each shown message that has siblings: all of them, oldest first. */
  branches?: Record<MessageId, MessageId[]>;
  run?: LiveRun;
  /** The to-do list, if it was written before the first of `messages`. */
  todos?: TodoList;
  /** How the last run ended since the view was opened. */
  outcome?: Outcome;
};

/** The part of a branch that precedes a given message. */
export type EarlierMessages = Required<Pick<SessionView, 'messages' | 'branches' | 'isCut'>>;
