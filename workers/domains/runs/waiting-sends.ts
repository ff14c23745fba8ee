/** Messages queued behind a session's active run: stored, so that none is lost if the tab that sent it dies. */
import type { MediaBlock } from '#shared/conversation/content.ts';
import type { MessageId, RunId, SessionId } from '#shared/ids.ts';
import type { SendInput } from '#shared/rpc/protocol.ts';
import type { QueuedWhen } from '#shared/runs/queued-message.ts';
import type { Database } from '#workers/storage/database.ts';

/** A message to send, its attachments already stored as blobs. */
export type QueuedInput = Omit<SendInput, 'attachments' | 'media'> & { media: readonly MediaBlock[] };

export type WaitingSend = {
  /** The run it will start: a message whose run has started is never sent again. */
  id: RunId;
  /** The Web Lock of the engine that waits to send it. */
  tab: string;
  /** Its place in the queue: when it was added, or that of the one it changed places with. */
  at: number;
  input: QueuedInput;
  /** Of the user's queue, in which any tab may change and send it. Absent: its caller waits for its run. */
  queued?: {
    when: QueuedWhen;
    /** The id that it gets in the chat if it steers a run: it is delivered once. */
    message: MessageId;
  };
};

/** One of the user's queue. */
export type UserSend = WaitingSend & Required<Pick<WaitingSend, 'queued'>>;

export type WaitingSends = {
  add(send: WaitingSend): Promise<void>;
  /** Oldest first. */
  list(): Promise<WaitingSend[]>;
  /** False once it was removed, because its run started or its session was deleted. */
  has(id: RunId): Promise<boolean>;
  /** Reads and writes those of a session in one transaction; `change` returns the ones to write. */
  update(session: SessionId, change: (sends: WaitingSend[]) => readonly WaitingSend[]): Promise<void>;
  remove(id: RunId): Promise<void>;
  /** `which`: absent, all of them. */
  removeOf(session: SessionId, which?: (send: WaitingSend) => boolean): Promise<void>;
};

const prefix = 'waiting-send-';
const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

export function createWaitingSends(database: Database): WaitingSends {
  const list = async () => parse(await database.getAll('settings', range()));
  const remove = (id: RunId) => database.delete('settings', prefix + id);
  return {
    list,
    has: async (id) => (await database.getKey('settings', prefix + id)) !== undefined,
    remove,
    async add(send) {
      await database.put('settings', JSON.stringify(send), prefix + send.id);
    },
    async update(session, change) {
      const transaction = database.transaction('settings', 'readwrite');
      const own = parse(await transaction.store.getAll(range())).filter(isOf(session));
      for (const send of change(own)) await transaction.store.put(JSON.stringify(send), prefix + send.id);
      await transaction.done;
    },
    async removeOf(session, which = () => true) {
      const own = (await list()).filter(isOf(session)).filter(which);
      await Promise.all(own.map(({ id }) => remove(id)));
    },
  };
}

export function isOf(session: SessionId): (send: WaitingSend) => boolean {
  return ({ input }) => input.session === session;
}

function parse(stored: readonly unknown[]): WaitingSend[] {
  const sends = stored.flatMap((each) => (typeof each === 'string' ? [JSON.parse(each) as WaitingSend] : []));
  return sends.sort((one, other) => one.at - other.at);
}
