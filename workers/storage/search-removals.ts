/** A mark that messages were deleted whose text the index of search may still hold: it outlives a tab that is closed before the index follows. */
import type { Json } from '#shared/json.ts';
import type { Database } from './database.ts';

const setting = 'search-removals';

/** Each deletion has a mark of its own: an update ends only those from before it began. */
export function markRemoval(settings: { put(value: Json, key: string): Promise<unknown> }): Promise<unknown> {
  return settings.put(crypto.randomUUID(), setting);
}

export function removalMark(database: Database): Promise<Json | undefined> {
  return database.get('settings', setting);
}

/** Nothing where more was deleted meanwhile. */
export async function clearRemovalMark(database: Database, seen: Json): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite');
  if ((await transaction.store.get(setting)) === seen) await transaction.store.delete(setting);
  await transaction.done;
}
