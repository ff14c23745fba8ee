/** Tokens that the requests of each server to the user's model took today. */
import type { ServerId } from '../../src/shared/ids.ts';
import { isJsonObject } from '../../src/shared/json.ts';
import type { Database } from './database.ts';
import { nameOfDay } from './spending.ts';

export type SampledTokens = {
  today(id: ServerId): Promise<number>;
  add(id: ServerId, tokens: number): Promise<void>;
};

/** One row per server; the next day begins it anew. */
export function createSampledTokens(database: Database, now: () => Date = () => new Date()): SampledTokens {
  const key = (id: ServerId) => `mcp-sampled-${id}`;
  const read = (stored: unknown) =>
    isJsonObject(stored) && stored.day === nameOfDay(now()) && typeof stored.tokens === 'number'
      ? stored.tokens
      : 0;
  return {
    today: async (id) => read(await database.get('settings', key(id))),
    async add(id, tokens) {
      const transaction = database.transaction('settings', 'readwrite');
      const before = read(await transaction.store.get(key(id)));
      await transaction.store.put({ day: nameOfDay(now()), tokens: before + tokens }, key(id));
      await transaction.done;
    },
  };
}
