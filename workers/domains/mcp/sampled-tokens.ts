/** Counts the tokens that each server's sampling requests used today. */
import type { ServerId } from '#shared/ids.ts';
import { isJsonObject } from '#shared/json.ts';
import type { Database } from '#workers/storage/database.ts';
import { putForServer, sampledSetting } from './store.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';

export type SampledTokens = {
  today(id: ServerId): Promise<number>;
  /** Does nothing where the server was removed. */
  add(id: ServerId, tokens: number): Promise<void>;
};

/** One row per server; the next day starts at zero. */
export function createSampledTokens(database: Database, now: () => Date = () => new Date()): SampledTokens {
  const read = (stored: unknown) =>
    isJsonObject(stored) && stored.day === nameOfDay(now()) && typeof stored.tokens === 'number'
      ? stored.tokens
      : 0;
  return {
    today: async (id) => read(await database.get('settings', sampledSetting(id))),
    add: (id, tokens) =>
      putForServer(
        database,
        (each) => each.id === id,
        sampledSetting(id),
        (before) => ({ day: nameOfDay(now()), tokens: read(before) + tokens }),
      ),
  };
}
