/** The user's queue of a chat: shown and changed in every tab, delivered to the run in hand or begun after it, once. */
import { newId, type RunId, type SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { QueueChange, QueuedMessage, QueuedWhen } from '#shared/runs/queued-message.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { RunStream } from './run-stream.ts';
import {
  isOf,
  type QueuedInput,
  type UserSend,
  type WaitingSend,
  type WaitingSends,
} from './waiting-sends.ts';

export type MessageQueue = {
  add(input: QueuedInput, when: QueuedWhen, tab: string): Promise<void>;
  list(session: SessionId): Promise<QueuedMessage[]>;
  /** Does nothing if the message has been delivered or dropped meanwhile. */
  change(session: SessionId, id: RunId, change: QueueChange): Promise<void>;
  /** Emits what steers the run: it is in the journal before it leaves the queue. */
  deliver(stream: RunStream, signal: AbortSignal): Promise<void>;
  /** The message that begins the next run: what came too late to steer goes first. */
  next(session: SessionId, sessions: Pick<SessionStore, 'hasRun' | 'message'>): Promise<UserSend | undefined>;
  remove(send: UserSend): Promise<void>;
  /** All of the chat wait for the user from now on. */
  hold(session: SessionId): Promise<void>;
};

export function createMessageQueue(
  sends: WaitingSends,
  bus: Pick<EventBus, 'post'>,
  now: () => number = Date.now,
): MessageQueue {
  const changed = (session: SessionId) => bus.post({ type: 'changed', kind: 'chat', ids: [session] });
  const of = async (session: SessionId) => (await sends.list()).filter(isOf(session)).filter(isUserSend);

  async function remove({ id, input }: WaitingSend): Promise<void> {
    await sends.remove(id);
    changed(input.session);
  }

  return {
    remove,
    list: async (session) => inOrder(await of(session)).map(toShown),
    async add(input, when, tab) {
      const queued = { when, message: newId('message') };
      const last = (await of(input.session)).at(-1)?.at ?? 0;
      await sends.add({ id: newId('run'), tab, at: Math.max(now(), last + 1), input, queued });
      changed(input.session);
    },
    async change(session, id, change) {
      if (change.type === 'drop') await sends.removeOf(session, (send) => send.id === id);
      else await sends.update(session, (own) => changeOne(inOrder(own.filter(isUserSend)), id, change));
      changed(session);
    },
    async deliver(stream, signal) {
      for (const send of await of(stream.session)) {
        if (send.queued.when !== 'now' || signal.aborted) continue;
        const { messages } = stream.view();
        // The tab may have died between the journal and the removal.
        const isKnown = messages.some(({ id }) => id === send.queued.message);
        if (!isKnown) stream.emit({ type: 'user-message', message: toMessage(send, stream, now()) });
        // The journal could not be written: the run ends, and the message stays. `emit` may have aborted.
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
        if (signal.aborted) return;
        await remove(send);
      }
    },
    async next(session, sessions) {
      for (const send of inOrder(await of(session))) {
        if (send.queued.when === 'held') continue;
        const isDone =
          (await sessions.hasRun(send.id)) || (await sessions.message(send.queued.message)) !== undefined;
        if (!isDone) return send;
        await remove(send);
      }
      return undefined;
    },
    async hold(session) {
      let held: UserSend[] = [];
      await sends.update(session, (own) => {
        held = own.filter(isUserSend).filter(({ queued }) => queued.when !== 'held');
        return held.map((send) => withWhen(send, 'held'));
      });
      if (held.length > 0) changed(session);
    },
  };
}

function isUserSend(send: WaitingSend): send is UserSend {
  return send.queued !== undefined;
}

/** What steers goes first. */
function inOrder(sends: readonly UserSend[]): UserSend[] {
  const steers = ({ queued }: UserSend) => queued.when === 'now';
  return [...sends.filter(steers), ...sends.filter((send) => !steers(send))];
}

function changeOne(
  own: readonly UserSend[],
  id: RunId,
  change: Exclude<QueueChange, { type: 'drop' }>,
): readonly WaitingSend[] {
  const at = own.findIndex((each) => each.id === id);
  const send = own[at];
  if (!send) return [];
  if (change.type === 'when') return [withWhen(send, change.when)];
  if (change.type === 'text')
    return [{ ...withWhen(send, change.when), input: { ...send.input, text: change.text } }];
  const other = own[at + change.by];
  return other
    ? [
        { ...send, at: other.at },
        { ...other, at: send.at },
      ]
    : [];
}

function withWhen(send: UserSend, when: QueuedWhen): UserSend {
  return { ...send, queued: { ...send.queued, when } };
}

function toShown({ id, queued: { when }, input: { text, media } }: UserSend): QueuedMessage {
  return { id, when, text, files: media.map(({ name, media_type }) => name ?? media_type) };
}

function toMessage({ input, queued }: UserSend, { run, view }: RunStream, at: number): Message {
  const before = view().messages.at(-1);
  return {
    ...{ id: queued.message, session: input.session, run, role: 'user', at },
    parent: before?.id ?? null,
    order: (before?.order ?? 0) + 1,
    parts: [
      ...input.media,
      ...(input.text ? [{ type: 'text' as const, text: input.text }] : []),
      { type: 'note', note: { type: 'steered' } },
    ],
  };
}
