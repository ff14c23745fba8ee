/** The chat on the screen: its messages as events fold into them, and sending and stopping. */
import { newId, type MessageId, type RunId, type SessionId } from '#shared/ids.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { QueueChange } from '#shared/runs/queued-message.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { createSignals, type ChatSignals, type Sending } from './chat-signals.ts';
import type { Draft } from './draft-storage.ts';
import type { QueuedDraft } from './drafts.ts';
import type { ChatContext, ChatDeps } from './chat-context.ts';
import type * as Queue from './queue.ts';

/** Events and RPC results arrive on different MessagePorts, in any order; one may be this much later than the other. */
const portSkewMs = 400;

export type Chat = Readonly<ChatSignals> & {
  open(session: SessionId | null): void;
  /** Fetches the view again; with `from`, far enough back to contain this message. */
  reload(from?: MessageId): Promise<void>;
  /** Fetches the messages before the first one of the view. */
  loadEarlier(): Promise<void>;
  /** `when`: during a run, whether it steers the run or follows it. */
  send(text: string, attachments?: Draft['attachments'], when?: QueuedDraft['when']): void;
  changeQueued(id: RunId, change: QueueChange): void;
  stop(): void;
  fold(events: readonly EngineEvent[]): void;
};

export function createChat(deps: ChatDeps): Chat {
  const chat: ChatContext = { ...deps, ...createSignals(), buffer: [], sends: new Map(), isQueueing: false };
  return {
    ...chat,
    open: (session) => open(chat, session),
    reload: (from) => load(chat, from),
    loadEarlier: () => loadEarlier(chat),
    send: (text, attachments = [], when = 'next') => send(chat, { text, attachments }, when),
    changeQueued: (id, change) => withQueue(chat, ({ changeQueued }) => changeQueued(chat, id, change)),
    stop: () => stop(chat),
    fold: (events) => foldAll(chat, events),
  };
}

function open(chat: ChatContext, session: SessionId | null): void {
  const isShown = chat.phase.value === 'ready' || chat.phase.value === 'loading';
  if (session === chat.session.value && isShown) return;
  chat.session.value = session;
  chat.stopping.value = null;
  chat.chosenProvider.value = null;
  chat.chosenAgent.value = null;
  chat.view.value = null;
  chat.queue.value = [];
  chat.phase.value = 'ready';
  chat.drafts.open(session);
  if (session) void load(chat);
  if (session) withQueue(chat, ({ loadQueue }) => loadQueue(chat));
  storeQueue(chat);
}

/** Contract: events that arrive while the view is fetched are folded in after it, none twice, none lost. */
async function load(chat: ChatContext, from?: MessageId): Promise<void> {
  const session = chat.session.value;
  if (!session) return;
  chat.phase.value = 'loading';
  chat.buffer = [];
  const first = from ?? chat.view.value?.messages[0]?.id;
  const found = await chat.toasts.attempt(chat.api.sessions.open(session, first));
  if (chat.session.value !== session) return;
  const late = chat.buffer;
  chat.buffer = [];
  // A chat whose first message is being sent is not stored yet.
  const isNew = chat.sending.value?.session === session || late.length > 0;
  for (const event of late) clearOptimisticState(chat, event);
  if (found === undefined) {
    chat.view.value = null;
    chat.phase.value = 'unreadable';
  } else {
    const stored = found ?? (isNew ? { id: session, messages: [] } : null);
    showStored(chat, stored && late.reduce(foldEvent, stored));
  }
}

function showStored(chat: ChatContext, view: SessionView | null): void {
  chat.view.value = view;
  chat.phase.value = view ? 'ready' : 'missing';
  if (!view?.run) chat.stopping.value = null;
}

async function loadEarlier(chat: ChatContext): Promise<void> {
  const { value: before } = chat.view;
  const first = before?.messages[0];
  if (!before?.isCut || !first) return;
  const found = await chat.toasts.attempt(chat.api.sessions.earlier(before.id, first.id));
  const { value: view } = chat.view;
  // Another chat or branch may be shown by now.
  if (!found || view?.id !== before.id || view.messages[0]?.id !== first.id) return;
  chat.view.value = {
    ...view,
    messages: [...found.messages, ...view.messages],
    branches: { ...found.branches, ...view.branches },
    isCut: found.isCut,
  };
}

function foldAll(chat: ChatContext, events: readonly EngineEvent[]): void {
  if (events.some((event) => isQueueChange(event, chat.session.value)))
    withQueue(chat, ({ loadQueue }) => loadQueue(chat));
  const own = events.filter((event) => 'session' in event);
  const isMine = ({ session }: SessionEvent) => session === chat.session.value;
  const mine = own.filter(isMine);
  for (const event of own) if (!isMine(event)) clearOptimisticState(chat, event);
  if (mine.length === 0) return;
  const before = chat.view.value;
  if (chat.phase.value !== 'loading' && mustReload(chat, mine)) void load(chat);
  // While the view loads, events are buffered and `sending` stays set, so that the Stop button does not flicker.
  if (chat.phase.value === 'loading') {
    chat.buffer.push(...mine);
    return;
  }
  for (const event of mine) clearOptimisticState(chat, event);
  if (!before) return;
  const after = mine.reduce(foldEvent, before);
  chat.view.value = after;
  if (before.run && !after.run) endRun(chat, after);
}

function mustReload({ phase, view }: ChatContext, events: readonly SessionEvent[]): boolean {
  // A chat that could not be read is fetched again when a run starts in it.
  if (phase.value === 'unreadable') return events.some(({ type }) => type === 'run-start');
  const { value: before } = view;
  return before !== null && events.some((event) => branchesBeforeLoaded(event, before));
}

/** Whether another tab started a branch before the first loaded message; only the store knows its history. */
function branchesBeforeLoaded(event: SessionEvent, { isCut, messages }: SessionView): boolean {
  if (!isCut || event.type !== 'run-start') return false;
  return event.base !== messages[0]?.parent && !messages.some(({ id }) => id === event.base);
}

/** The code of the queue is loaded with its first use. */
function withQueue(chat: ChatContext, act: (queue: typeof Queue) => Promise<void>): void {
  void chat.toasts.attempt(import('./queue.ts').then(act));
}

function storeQueue(chat: ChatContext): void {
  if (chat.drafts.queue.value.length > 0) withQueue(chat, ({ storeQueue }) => storeQueue(chat));
}

function isQueueChange(event: EngineEvent, session: SessionId | null): boolean {
  return event.type === 'changed' && event.kind === 'chat' && session !== null && event.ids.includes(session);
}

/** Puts the messages that the engine does not have yet back into the field. */
function restoreQueue({ drafts }: ChatContext, session: SessionId): void {
  for (const waiting of drafts.queue.value.toReversed()) {
    drafts.unqueue(session, waiting);
    drafts.restore(session, { text: waiting.text, attachments: waiting.attachments });
  }
}

/** Clears the optimistic state, now that the run has started. */
function clearOptimisticState(chat: ChatContext, event: SessionEvent): void {
  if (event.type !== 'run-start') return;
  const { session, run } = event;
  if (chat.sending.value?.session === session) {
    chat.sending.value = null;
    storeQueue(chat);
  }
  if (chat.refusal.value?.session === session) chat.refusal.value = null;
  if (chat.session.value === session && chat.stopping.value === 'next') chat.stopping.value = run;
}

function endRun(chat: ChatContext, view: SessionView): void {
  const stoppedHere = chat.stopping.value !== null;
  chat.stopping.value = null;
  const [next] = chat.drafts.queue.value;
  // What is being stored now begins a run of its own.
  if (!next || chat.isQueueing) return;
  const type = view.outcome?.type;
  // A message that waits here was written before its run began, or after Stop. The first kind would fail too.
  if (type === 'failed' || type === 'interrupted' || (type === 'stopped' && !stoppedHere)) {
    return restoreQueue(chat, view.id);
  }
  chat.drafts.unqueue(view.id, next);
  send(chat, next);
}

function send(chat: ChatContext, draft: Draft, when: QueuedDraft['when'] = 'next'): void {
  if (chat.busy.value) {
    chat.drafts.enqueue({ ...draft, when });
    return storeQueue(chat);
  }
  // A message written in a deleted chat starts a new one.
  let session = chat.phase.value === 'missing' ? null : chat.session.value;
  if (!session) {
    session = newId('session');
    chat.session.value = session;
    chat.view.value = { id: session, messages: [] };
    chat.phase.value = 'ready';
    chat.drafts.open(session);
    chat.onCreate(session);
  }
  chat.stopping.value = null;
  chat.refusal.value = null;
  chat.sending.value = { ...draft, session };
  void deliver(chat, chat.sending.value);
}

async function deliver(chat: ChatContext, sending: Sending): Promise<void> {
  const { session, text, attachments } = sending;
  // Read before the first await: another chat may be shown after it.
  const [provider, agent] = [chat.chosenProvider.value, chat.chosenAgent.value];
  const input = {
    ...{ session, text, ...(provider && { provider }), ...(agent && { agent }) },
    ...(attachments.length > 0 && { attachments: [...attachments] }),
  };
  const last = chat.sends.get(session);
  // The run-end event may arrive before the previous send resolves.
  if (last) await Promise.race([last, pause(portSkewMs)]);
  // Stopped before it was sent to the engine.
  if (chat.sending.value === sending && chat.stopping.value !== null) return restoreToComposer(chat, sending);
  const answer = chat.toasts.attempt(chat.api.chat.send(input));
  chat.sends.set(session, answer);
  const report = await answer;
  if (chat.sends.get(session) === answer) chat.sends.delete(session);
  if (report) await pause(portSkewMs).then(chat.drained);
  if (chat.sending.value === sending) {
    restoreToComposer(chat, sending);
    if (report?.outcome.type === 'failed') chat.refusal.value = { session, error: report.outcome.error };
  }
  if (report && missedRunEnd(chat, report)) await load(chat);
}

/** Puts the message, and the messages queued after it, back into the composer. */
function restoreToComposer(chat: ChatContext, sending: Sending): void {
  chat.sending.value = null;
  chat.stopping.value = null;
  if (chat.session.value === sending.session) restoreQueue(chat, sending.session);
  chat.drafts.restore(sending.session, sending);
}

/** The run has ended but is still shown as active: events were lost, so the view is fetched again. */
function missedRunEnd(chat: ChatContext, report: RunReport): boolean {
  return chat.phase.value === 'ready' && chat.view.value?.run?.id === report.run;
}

function stop(chat: ChatContext): void {
  const session = chat.session.value;
  if (!session || !chat.canStop.value) return;
  // The engine holds its queue; what it does not have yet goes back into the field.
  if (!chat.isQueueing) restoreQueue(chat, session);
  chat.stopping.value = chat.view.value?.run?.id ?? 'next';
  void chat.toasts.attempt(chat.api.chat.stop(session));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
