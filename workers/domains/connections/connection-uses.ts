/** Stores each connection's last use and the times to first token of its last replies. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Database } from '#workers/storage/database.ts';

/** One request. `firstTokenMs` is absent where nothing arrived, `error` where it succeeded. */
export type ConnectionUse = { at: number; error?: ModelError; firstTokenMs?: number };
export type ConnectionRecord = { last?: { at: number; error?: ModelError }; firstTokenMs?: number };

export type ConnectionUses = {
  add(id: string, use: ConnectionUse): Promise<void>;
  read(id: string): Promise<ConnectionRecord>;
};

/** Enough for a median that a few slow requests do not move. */
const keptTimes = 20;

export function createConnectionUses(database: Database): ConnectionUses {
  return {
    async add(id, { at, error, firstTokenMs }) {
      const transaction = database.transaction('settings', 'readwrite');
      const times = timesIn(await transaction.store.get(usesSetting(id)));
      if (firstTokenMs !== undefined) times.push(firstTokenMs);
      // As text, because an error is not typed as JSON.
      const last = JSON.stringify(error ? { at, error } : { at });
      await transaction.store.put({ last, times: times.slice(-keptTimes) }, usesSetting(id));
      await transaction.done;
    },
    async read(id) {
      const stored = await database.get('settings', usesSetting(id));
      if (!isJsonObject(stored) || typeof stored.last !== 'string') return {};
      const last = JSON.parse(stored.last) as NonNullable<ConnectionRecord['last']>;
      const median = medianOf(timesIn(stored));
      return { last, ...(median === undefined ? {} : { firstTokenMs: median }) };
    },
  };
}

/** The key of a connection's uses in the settings. */
export function usesSetting(id: string): string {
  return `connection-${id}`;
}

function timesIn(stored: Json | undefined): number[] {
  const times = isJsonObject(stored) && Array.isArray(stored.times) ? stored.times : [];
  return times.filter((time) => typeof time === 'number');
}

function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) / 2)];
}
