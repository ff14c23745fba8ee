/** What the chat on the screen is made of, as signals; only chat.ts writes them. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { AgentId, CallId, ProviderId, RunId, SessionId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { Draft } from './drafts.ts';

export type Sending = Draft & { session: SessionId };

type Refusal = { session: SessionId; error: ModelError };

export type ChatSignals = {
  session: Signal<SessionId | null>;
  view: Signal<SessionView | null>;
  /** `missing`: the store has no such chat; `unreadable`: it could not be asked. */
  phase: Signal<'ready' | 'loading' | 'missing' | 'unreadable'>;
  /** Sent, and not yet seen in an event; shown at once. */
  sending: Signal<Sending | null>;
  /** The last words of a chat were not taken, and are back in the field; why. */
  refusal: Signal<Refusal | null>;
  /** The provider picked for a chat that does not exist yet. */
  chosenProvider: Signal<ProviderId | null>;
  /** The agent picked, while the list of chats does not tell it yet. */
  chosenAgent: Signal<AgentId | null>;
  stopping: Signal<RunId | 'next' | null>;
  /** Parts of the view that seldom change, for those who are drawn once per message. */
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

/** A run that waits for an answer does not work: the user may say something else instead. */
function isWorking(view: SessionView | null): boolean {
  return view?.run !== undefined && !view.run.waiting;
}
