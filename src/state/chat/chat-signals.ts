/** The state of the shown chat. `chat.ts` writes it; the chosen provider and agent are also written where the user chooses. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { AgentId, CallId, ProviderId, RunId, SessionId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { QueuedMessage } from '#shared/runs/queued-message.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { Draft } from './draft-storage.ts';

export type Sending = Draft & { session: SessionId };

type Refusal = { session: SessionId; error: ModelError };

export type ChatSignals = {
  session: Signal<SessionId | null>;
  view: Signal<SessionView | null>;
  /** `missing`: the chat is not in the store; `unreadable`: the store could not be read. */
  phase: Signal<'ready' | 'loading' | 'missing' | 'unreadable'>;
  /** Sent, and shown until the event of its run arrives. */
  sending: Signal<Sending | null>;
  /** The user's messages that wait in the engine: the same in every tab. */
  queue: Signal<readonly QueuedMessage[]>;
  /** Why the last message was rejected; it is back in the composer. */
  refusal: Signal<Refusal | null>;
  /** Chosen for a chat that is not stored yet. */
  chosenProvider: Signal<ProviderId | null>;
  /** Chosen, until the list of chats contains it. */
  chosenAgent: Signal<AgentId | null>;
  /** The run that was told to stop; `next`: the one of a message that is still being sent. */
  stopping: Signal<RunId | 'next' | null>;
  /** Parts of the view that seldom change, so that messages do not render with every delta. */
  branches: ReadonlySignal<SessionView['branches']>;
  waiting: ReadonlySignal<readonly CallId[] | undefined>;
  busy: ReadonlySignal<boolean>;
  canStop: ReadonlySignal<boolean>;
};

export function createSignals(): ChatSignals {
  const view = signal<SessionView | null>(null);
  const session = signal<SessionId | null>(null);
  const sending = signal<Sending | null>(null);
  const stopping = signal<RunId | 'next' | null>(null);
  const isSending = () => sending.value !== null && sending.value.session === session.value;
  return {
    session,
    view,
    phase: signal('ready'),
    sending,
    queue: signal<readonly QueuedMessage[]>([]),
    refusal: signal(null),
    chosenProvider: signal(null),
    chosenAgent: signal(null),
    stopping,
    branches: computed(() => view.value?.branches),
    waiting: computed(() => view.value?.run?.waiting),
    busy: computed(() => isWorking(view.value) || isSending()),
    canStop: computed(() => (isWorking(view.value) || isSending()) && stopping.value === null),
  };
}

/** A run that waits for a decision is not busy: the user may send a message instead. */
function isWorking(view: SessionView | null): boolean {
  return view?.run !== undefined && !view.run.waiting;
}
