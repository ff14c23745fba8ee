/** The call log in IndexedDB: records by their sequence number, and both ends of the chain. */
import type { CallRecord, ChainPoint } from '#shared/tools/activity.ts';
import type { RunId } from '#shared/ids.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import type { Database } from '#workers/storage/database.ts';

export const chainSetting = 'call-chain';
export const keepSetting = 'call-log-days';
const defaultKeepDays = 7;
const start: ChainPoint = { seq: 0, hash: '' };

/** `checkpoint` is the newest record that was removed, `head` the newest record. */
export type Chain = { checkpoint: ChainPoint; head: ChainPoint };

export type CallStore = {
  chain(): Promise<Chain>;
  /** All or nothing. Contract: the caller holds the lock of the log and has read `chain` under it. */
  append(records: readonly CallRecord[], chain: Chain): Promise<void>;
  /** Removes the records up to and including this one. Same contract as `append`. */
  removeUpTo(checkpoint: ChainPoint, chain: Chain): Promise<void>;
  /** Oldest first, from this `seq` on. */
  from(seq: number, count: number): Promise<CallRecord[]>;
  /** The `count` places before this `seq`, oldest first. */
  before(seq: number, count: number): Promise<CallRecord[]>;
  ofRun(run: RunId): Promise<CallRecord[]>;
  keepDays(): Promise<number>;
  setKeepDays(days: number): Promise<void>;
};

export function createCallStore(database: Database): CallStore {
  async function write(chain: Chain, change: (calls: WritableCalls) => Promise<unknown>[]): Promise<void> {
    const transaction = database.transaction(['calls', 'settings'], 'readwrite');
    await Promise.all([
      ...change(transaction.objectStore('calls')),
      transaction.objectStore('settings').put(chain, chainSetting),
      transaction.done,
    ]);
  }

  return {
    async chain() {
      const stored = await database.get('settings', chainSetting);
      return isJsonObject(stored)
        ? { checkpoint: toPoint(stored.checkpoint), head: toPoint(stored.head) }
        : chainOfRecords(database);
    },
    append: (records, { checkpoint }) =>
      write({ checkpoint, head: pointOf(records.at(-1)) }, (calls) =>
        records.map((record) => calls.put(record)),
      ),
    removeUpTo: (checkpoint, { head }) =>
      write({ checkpoint: pointOf(checkpoint), head }, (calls) => [
        calls.delete(IDBKeyRange.upperBound(checkpoint.seq)),
      ]),

    from: (seq, count) => database.getAll('calls', IDBKeyRange.lowerBound(seq), count),
    before: (seq, count) => database.getAll('calls', IDBKeyRange.bound(seq - count, seq, false, true)),
    ofRun: (run) => database.getAllFromIndex('calls', 'run', run),

    async keepDays() {
      const stored = await database.get('settings', keepSetting);
      return typeof stored === 'number' ? stored : defaultKeepDays;
    },
    async setKeepDays(days) {
      await database.put('settings', days, keepSetting);
    },
  };
}

type WritableCalls = {
  put(record: CallRecord): Promise<unknown>;
  delete(range: IDBKeyRange): Promise<unknown>;
};

/** Rebuilds lost ends of the chain from the records, so that no record is overwritten. */
async function chainOfRecords(database: Database): Promise<Chain> {
  const [first] = await database.getAll('calls', null, 1);
  const last = (await database.transaction('calls').store.openCursor(null, 'prev'))?.value;
  return {
    checkpoint: first ? { seq: first.seq - 1, hash: first.prev } : start,
    head: last ? pointOf(last) : start,
  };
}

function pointOf(point: ChainPoint = start): ChainPoint {
  return { seq: point.seq, hash: point.hash };
}

function toPoint(value: Json | undefined): ChainPoint {
  return isJsonObject(value) && typeof value.seq === 'number' && typeof value.hash === 'string'
    ? { seq: value.seq, hash: value.hash }
    : start;
}
