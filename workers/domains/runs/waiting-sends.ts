/** Messages queued behind a session's active run: stored, so that none is lost if the tab that sent it dies. */
import type { MediaBlock } from '#shared/conversation/content.ts';
import type { RunId, SessionId } from '#shared/ids.ts';
import type { SendInput } from '#shared/rpc/protocol.ts';
import type { Database } from '#workers/storage/database.ts';

/** A message to send, its attachments already stored as blobs. */
export type QueuedInput = Omit<SendInput, 'attachments' | 'media'> & { media: readonly MediaBlock[] };

export type WaitingSend = {
  /** The run it will start: a message whose run has started is never sent again. */
  id: RunId;
  /** The Web Lock of the engine that waits to send it. */
  tab: string;
  at: number;
  input: QueuedInput;
};

export type WaitingSends = {
  add(send: WaitingSend): Promise<void>;
  /** Oldest first. */
  list(): Promise<WaitingSend[]>;
  /** False once it was removed, because its run started or its session was deleted. */
  has(id: RunId): Promise<boolean>;
  remove(id: RunId): Promise<void>;
  removeOf(session: SessionId): Promise<void>;
};

const prefix = 'waiting-send-';

export function createWaitingSends(database: Database): WaitingSends {
  async function list(): Promise<WaitingSend[]> {
    const stored = await database.getAll('settings', IDBKeyRange.bound(prefix, `${prefix}\uffff`));
    const sends = stored.flatMap((each) =>
      typeof each === 'string' ? [JSON.parse(each) as WaitingSend] : [],
    );
    return sends.sort((one, other) => one.at - other.at);
  }

  async function remove(id: RunId): Promise<void> {
    await database.delete('settings', prefix + id);
  }

  return {
    list,
    has: async (id) => (await database.getKey('settings', prefix + id)) !== undefined,
    remove,
    async add(send) {
      await database.put('settings', JSON.stringify(send), prefix + send.id);
    },
    async removeOf(session) {
      const own = (await list()).filter(({ input }) => input.session === session);
      await Promise.all(own.map(({ id }) => remove(id)));
    },
  };
}
