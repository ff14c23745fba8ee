/** The chat on the screen: its messages as events fold into them, and sending, queueing and stopping. */
import { newId, type MessageId, type SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { createSignals, type ChatSignals, type Sending } from './chat-signals.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { Toasts } from '../base/toasts.ts';

/** Events and answers come by different ports; this long one may be behind the other. */
const portsApartMs = 400;

type ChatPorts = {
  api: {
    chat: Pick<EngineApi['chat'], 'send' | 'stop'>;
    sessions: Pick<EngineApi['sessions'], 'open' | 'earlier'>;
  };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  drafts: Drafts;
  /** Resolves once the events that are here by now were folded: they are handed on frame by frame. */
  drained(): Promise<void>;
  /** A new chat got its id. */
  onCreate(session: SessionId): void;
};

type ChatContext = ChatSignals &
  ChatPorts & {
    buffer: SessionEvent[];
    /** The newest send of each chat, until it is answered. */
    sends: Map<SessionId, Promise<unknown>>;
  };

export type Chat = Readonly<ChatSignals> & {
  open(session: SessionId | null): void;
  /** Fetches the view anew; with `from`, so that this message is in it. */
  reload(from?: MessageId): Promise<void>;
  /** What was said before the first message of the view. */
  loadEarlier(): Promise<void>;
  send(text: string, attachments?: Draft['attachments']): void;
  stop(): void;
  fold(events: readonly EngineEvent[]): void;
};

export function createChat(ports: ChatPorts): Chat {
  const chat: ChatContext = { ...ports, ...createSignals(), buffer: [], sends: new Map() };
  return {
    ...chat,
    open: (session) => open(chat, session),
    reload: (from) => load(chat, from),
    loadEarlier: () => loadEarlier(chat),
    send: (text, attachments = []) => send(chat, { text, attachments }),
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
  chat.phase.value = 'ready';
  chat.drafts.open(session);
  if (session) void load(chat);
}

/** Contract: events that arrive while the view is fetched are folded in after it, none twice, none lost. */
async function load(chat: ChatContext, from?: MessageId): Promise<void> {
  const session = chat.session.value;
  if (!session) return;
  chat.phase.value = 'loading';
  chat.buffer = [];
  const found = await chat.toasts.attempt(
    chat.api.sessions.open(session, from ?? chat.view.value?.messages[0]?.id),
  );
  if (chat.session.value !== session) return;
  const late = chat.buffer;
  chat.buffer = [];
  // A chat whose first message is on its way is not in the store yet.
  const isNew = chat.sending.value?.session === session || late.length > 0;
  for (const event of late) noteStart(chat, event);
  if (found === undefined) {
    chat.view.value = null;
    chat.phase.value = 'unreadable';
    return;
  }
  const view = found ?? (isNew ? { id: session, messages: [] } : null);
  chat.view.value = view && late.reduce(foldEvent, view);
  chat.phase.value = view ? 'ready' : 'missing';
  if (!chat.view.value?.run) chat.stopping.value = null;
}

async function loadEarlier(chat: ChatContext): Promise<void> {
  const { value: before } = chat.view;
  const first = before?.messages[0];
  if (!before?.isCut || !first) return;
  const found = await chat.toasts.attempt(chat.api.sessions.earlier(before.id, first.id));
  const { value: view } = chat.view;
  // Another chat or branch may be on the screen by now.
  if (!found || view?.id !== before.id || view.messages[0]?.id !== first.id) return;
  chat.view.value = {
    ...view,
    messages: [...found.messages, ...view.messages],
    branches: { ...found.branches, ...view.branches },
    isCut: found.isCut,
  };
}

function foldAll(chat: ChatContext, events: readonly EngineEvent[]): void {
  const own = events.filter((event) => 'session' in event);
  const isMine = ({ session }: SessionEvent) => session === chat.session.value;
  const mine = own.filter(isMine);
  for (const event of own) if (!isMine(event)) noteStart(chat, event);
  if (mine.length === 0) return;
  const before = chat.view.value;
  if (chat.phase.value !== 'loading' && mustReload(chat, mine)) void load(chat);
  // What was sent stays on the screen until its run is there too: in between Stop would be gone.
  if (chat.phase.value === 'loading') {
    chat.buffer.push(...mine);
    return;
  }
  for (const event of mine) noteStart(chat, event);
  if (!before) return;
  const after = mine.reduce(foldEvent, before);
  chat.view.value = after;
  if (before.run && !after.run) endRun(chat, after);
}

function mustReload({ phase, view }: ChatContext, events: readonly SessionEvent[]): boolean {
  // What could not be read is asked for again once there is something new.
  if (phase.value === 'unreadable') return events.some(({ type }) => type === 'run-start');
  const { value: before } = view;
  return before !== null && events.some((event) => beginsElsewhere(event, before));
}

/** Another tab branches off before the first message of the view: where, only the store can tell. */
function beginsElsewhere(event: SessionEvent, { isCut, messages }: SessionView): boolean {
  if (!isCut || event.type !== 'run-start') return false;
  return event.base !== messages[0]?.parent && !messages.some(({ id }) => id === event.base);
}

/** Lets go of what was shown ahead of its event. */
function noteStart(chat: ChatContext, event: SessionEvent): void {
  if (event.type !== 'run-start') return;
  const { session, run } = event;
  if (chat.sending.value?.session === session) chat.sending.value = null;
  if (chat.refusal.value?.session === session) chat.refusal.value = null;
  if (chat.session.value === session && chat.stopping.value === 'next') chat.stopping.value = run;
}

function endRun(chat: ChatContext, view: SessionView): void {
  chat.stopping.value = null;
  const [next] = chat.drafts.queue.value;
  if (!next) return;
  const type = view.outcome?.type;
  if (type === 'failed' || type === 'interrupted' || type === 'stopped') {
    // What failed once would fail again, and who says stop means all of it: the words go back to the field.
    for (const waiting of chat.drafts.queue.value.toReversed()) {
      chat.drafts.unqueue(chat.drafts.queue.value.length - 1);
      chat.drafts.restore(view.id, waiting);
    }
    return;
  }
  chat.drafts.unqueue(0);
  send(chat, next);
}

function send(chat: ChatContext, draft: Draft): void {
  if (chat.busy.value) return chat.drafts.enqueue(draft);
  // Words written where a deleted chat was begin a new one.
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
  // Read before any wait: by then another chat may be on the screen.
  const [provider, agent] = [chat.chosenProvider.value, chat.chosenAgent.value];
  const input = {
    ...{ session, text, ...(provider && { provider }), ...(agent && { agent }) },
    ...(attachments.length > 0 && { attachments: [...attachments] }),
  };
  const last = chat.sends.get(session);
  // The event of a run's end may overtake the answer to the send that began it.
  if (last) await Promise.race([last, pause(portsApartMs)]);
  // Stopped before the engine knew of it: nobody there could end it.
  if (chat.sending.value === sending && chat.stopping.value !== null) return takeBack(chat, sending);
  const answer = chat.toasts.attempt(chat.api.chat.send(input));
  chat.sends.set(session, answer);
  const report = await answer;
  if (chat.sends.get(session) === answer) chat.sends.delete(session);
  if (report) await pause(portsApartMs).then(chat.drained);
  if (chat.sending.value === sending) {
    takeBack(chat, sending);
    if (report?.outcome.type === 'failed') chat.refusal.value = { session, error: report.outcome.error };
  }
  if (report && isBehind(chat, report)) await load(chat);
}

/** The words go back to the field. */
function takeBack(chat: ChatContext, sending: Sending): void {
  chat.sending.value = null;
  chat.stopping.value = null;
  chat.drafts.restore(sending.session, sending);
}

/** The run is over and the screen still shows it going on: events were lost, so the store is asked. */
function isBehind(chat: ChatContext, report: RunReport): boolean {
  return chat.phase.value === 'ready' && chat.view.value?.run?.id === report.run;
}

function stop(chat: ChatContext): void {
  const session = chat.session.value;
  if (!session || !chat.canStop.value) return;
  chat.stopping.value = chat.view.value?.run?.id ?? 'next';
  void chat.toasts.attempt(chat.api.chat.stop(session));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
