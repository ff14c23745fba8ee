/** What the parts of the chat on the screen share: its signals, the engine, drafts, and what is being sent. */
import type { SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { ChatSignals } from './chat-signals.ts';
import type { Drafts } from './drafts.ts';
import type { Toasts } from '../base/toasts.ts';

export type ChatDeps = {
  api: {
    chat: Pick<EngineApi['chat'], 'send' | 'stop' | 'enqueue' | 'queued' | 'changeQueued'>;
    sessions: Pick<EngineApi['sessions'], 'open' | 'earlier'>;
  };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  drafts: Drafts;
  /** Resolves when all events received so far have been folded; that happens at most 30 times a second. */
  drained(): Promise<void>;
  /** Called when a new chat gets its id. */
  onCreate(session: SessionId): void;
};

export type ChatContext = ChatSignals &
  ChatDeps & {
    buffer: SessionEvent[];
    /** The last send of each chat until it resolves. */
    sends: Map<SessionId, Promise<unknown>>;
    /** A message is being stored in the engine's queue. */
    isQueueing: boolean;
  };
