/** Stores each connection's last use and the times to first token of its last replies. */
import { isJsonObject, type Json } from '#shared/json.ts';
import {
  usesSetting,
  type ConnectionRecord,
  type ConnectionUse,
  type ConnectionUses,
} from '#workers/contracts/connection-source.ts';
import type { Database } from '#workers/storage/database.ts';

/** Enough for a median that a few slow requests do not move. */
const keptTimes = 20;

/**
 * `gatherMs`: uses within this time are written in one transaction, because it blocks readers of the
 * settings, and every request of a run reads them. Uses that are not written when the engine dies are lost;
 * they are only statistics.
 */
export function createConnectionUses(database: Database, gatherMs = 0): ConnectionUses {
  const waiting = new Map<string, ConnectionUse[]>();
  let gathering: Promise<void> | undefined;

  async function write(): Promise<void> {
    const gathered = [...waiting];
    waiting.clear();
    if (gathered.length === 0) return;
    const transaction = database.transaction('settings', 'readwrite');
    for (const [id, uses] of gathered) {
      const times = timesIn(await transaction.store.get(usesSetting(id)));
      times.push(...uses.flatMap(({ firstTokenMs }) => firstTokenMs ?? []));
      const record = { last: lastOf(uses), times: times.slice(-keptTimes) };
      await transaction.store.put(record, usesSetting(id));
    }
    await transaction.done;
  }

  async function gather(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    gathering = undefined;
    await write();
  }

  return {
    add(id, use) {
      waiting.set(id, [...(waiting.get(id) ?? []), use]);
      return gatherMs === 0 ? write() : (gathering ??= gather());
    },
    async read(id) {
      await write().catch(console.warn);
      const stored = await database.get('settings', usesSetting(id));
      if (!isJsonObject(stored) || typeof stored.last !== 'string') return {};
      const last = JSON.parse(stored.last) as NonNullable<ConnectionRecord['last']>;
      const median = medianOf(timesIn(stored));
      return { last, ...(median === undefined ? {} : { firstTokenMs: median }) };
    },
  };
}

/** The last use, stored as text, because the type of an error is not `Json`. */
function lastOf(uses: readonly ConnectionUse[]): string {
  const { at, error } = uses.at(-1) ?? { at: 0 };
  return JSON.stringify(error ? { at, error } : { at });
}

function timesIn(stored: Json | undefined): number[] {
  const times = isJsonObject(stored) && Array.isArray(stored.times) ? stored.times : [];
  return times.filter((time) => typeof time === 'number');
}

function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) / 2)];
}
