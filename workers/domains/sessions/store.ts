/** Sessions, their messages and their runs in IndexedDB. */
import type { Json } from '#shared/json.ts';
import { asId, type MessageId, type RunId, type SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import type { RunRecord } from './tables.ts';
import type { Database } from '#workers/storage/database.ts';
import { clearRemovalMark, markRemoval, removalMark } from '#workers/storage/search-removals.ts';
import { readSpent, spentKey } from '#workers/domains/budget/spending.ts';

export type SessionStore = {
  /** Newest first. */
  list(): Promise<SessionInfo[]>;
  get(id: SessionId): Promise<SessionInfo | undefined>;
  /** All branches, by their position in the session; `from` and `to` are inclusive. */
  messages(id: SessionId, from?: number, to?: number): Promise<Message[]>;
  message(id: MessageId): Promise<Message | undefined>;
  /** Of all sessions, oldest first; `before` is excluded. */
  messageIds(before?: MessageId): Promise<MessageId[]>;
  /** Of all sessions, newest first; `before` is excluded: the last message of the page before. */
  newestMessages(count: number, before?: MessageId): Promise<Message[]>;
  lastRun(id: SessionId): Promise<RunRecord | undefined>;
  hasRun(id: RunId): Promise<boolean>;
  /** Of all sessions; those that ended at this time or later. Milliseconds since the epoch. */
  runsSince(time: number): Promise<RunRecord[]>;
  save(session: SessionInfo): Promise<void>;
  /** Changes the stored session in one transaction; does nothing if it was deleted. */
  update(id: SessionId, change: Partial<SessionInfo>): Promise<void>;
  /** Does nothing if the user has named the session meanwhile. */
  nameByModel(id: SessionId, title: string): Promise<void>;
  countCompleted(id: SessionId): Promise<number>;
  /** All or nothing, and on disk before it resolves. A session deleted meanwhile stays deleted. */
  commitRun(run: RunRecord, messages: readonly Message[], spent: Spent): Promise<void>;
  remove(id: SessionId): Promise<void>;
  /** Set while the index of search may contain deleted messages. */
  removalMark(): Promise<Json | undefined>;
  /** `seen`: the mark as read before the update of the index. */
  clearRemovalMark(seen: Json): Promise<void>;
};

/** The keys of one session, by their place in its order. */
function rangeOf(id: SessionId, from = -Infinity, to = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to]);
}

export function createSessionStore(database: Database): SessionStore {
  return {
    list: async () => (await database.getAllFromIndex('sessions', 'updated')).reverse(),
    get: (id) => database.get('sessions', id),
    messages: (id, from, to) => database.getAllFromIndex('messages', 'session', rangeOf(id, from, to)),
    message: (id) => database.get('messages', id),
    messageIds: (before) =>
      database.getAllKeys('messages', before ? IDBKeyRange.upperBound(before, true) : null),
    newestMessages: (count, before) => readNewest(database, count, before),
    lastRun: async (id) =>
      (await database.transaction('runs').store.index('session').openCursor(rangeOf(id), 'prev'))?.value,
    hasRun: async (id) => (await database.getKey('runs', id)) !== undefined,
    runsSince: async (time) => (await database.getAll('runs')).filter(({ endedAt }) => endedAt >= time),
    async save(session) {
      await database.put('sessions', session);
    },
    update: (id, change) => changeStored(database, id, () => change),
    nameByModel: (id, title) =>
      changeStored(database, id, ({ named }) => (named ? undefined : { title, named: 'model' })),
    countCompleted: async (id) =>
      (await database.getAllFromIndex('runs', 'session', rangeOf(id))).filter(
        ({ outcome }) => outcome.type === 'completed',
      ).length,
    commitRun: (run, messages, spent) => commitRun(database, run, messages, spent),
    remove: (id) => removeSession(database, id),
    removalMark: () => removalMark(database),
    clearRemovalMark: (seen) => clearRemovalMark(database, seen),
  };
}

/** Reads and writes in one transaction; does nothing without a session, or if `change` returns undefined. */
async function changeStored(
  database: Database,
  id: SessionId,
  change: (stored: SessionInfo) => Partial<SessionInfo> | undefined,
): Promise<void> {
  const transaction = database.transaction('sessions', 'readwrite');
  const stored = await transaction.store.get(id);
  const changed = stored && change(stored);
  if (changed) await transaction.store.put({ ...stored, ...changed });
  await transaction.done;
}

async function commitRun(
  database: Database,
  run: RunRecord,
  messages: readonly Message[],
  spent: Spent,
): Promise<void> {
  const transaction = database.transaction(['sessions', 'messages', 'runs', 'settings'], 'readwrite', {
    durability: 'strict',
  });
  const sessions = transaction.objectStore('sessions');
  // Read here and not before the run: the user may have chosen another model meanwhile.
  const session = await sessions.get(run.session);
  const settings = transaction.objectStore('settings');
  const key = spentKey(new Date(run.endedAt));
  const before = readSpent(await settings.get(key));
  // A run whose journal outlived its commit is committed again, but its cost must be added only once.
  const isNew = (await transaction.objectStore('runs').getKey(run.id)) === undefined;
  if (session) {
    const total = isNew ? addSpent(before, spent) : before;
    await Promise.all([
      settings.put(total, key),
      sessions.put({ ...session, head: messages.at(-1)?.id ?? session.head, updated: run.endedAt }),
      transaction.objectStore('runs').put(run),
      ...messages.map((message) => transaction.objectStore('messages').put(message)),
    ]);
  }
  await transaction.done;
}

/** Deletes a session with its messages and runs. */
async function removeSession(database: Database, id: SessionId): Promise<void> {
  const transaction = database.transaction(['sessions', 'messages', 'runs', 'settings'], 'readwrite');
  const messages = transaction.objectStore('messages');
  const runs = transaction.objectStore('runs');
  const [messageKeys, runKeys] = await Promise.all([
    messages.index('session').getAllKeys(rangeOf(id)),
    runs.index('session').getAllKeys(rangeOf(id)),
  ]);
  await Promise.all([
    transaction.objectStore('sessions').delete(id),
    ...messageKeys.map((key) => messages.delete(key)),
    ...runKeys.map((key) => runs.delete(key)),
    ...(messageKeys.length > 0 ? [markRemoval(transaction.objectStore('settings'))] : []),
    transaction.done,
  ]);
}

/**
 * Ids sort by age. `advance` of a key cursor finds the start of the page, and one request reads it: no step
 * per message.
 */
async function readNewest(database: Database, count: number, before?: MessageId): Promise<Message[]> {
  const { store } = database.transaction('messages');
  const upper = before ? IDBKeyRange.upperBound(before, true) : null;
  const newest = await store.openKeyCursor(upper, 'prev');
  if (!newest) return [];
  const end = newest.primaryKey;
  const start = count > 1 ? ((await newest.advance(count - 1))?.primaryKey ?? firstId) : end;
  return (await store.getAll(IDBKeyRange.bound(start, end))).reverse();
}

const firstId = asId<'message'>('');
