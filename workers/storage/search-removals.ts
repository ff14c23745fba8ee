/**
 * A stored mark: messages were deleted whose text the search index may still contain. It remains if the tab
 * is closed before the index is updated.
 */
import type { Json } from '#shared/json.ts';
import type { Database } from './database.ts';

const setting = 'search-removals';

/**
 * Each deletion writes a new random mark. So an update of the index clears only a mark from before it began.
 */
export function markRemoval(settings: { put(value: Json, key: string): Promise<unknown> }): Promise<unknown> {
  return settings.put(crypto.randomUUID(), setting);
}

export function removalMark(database: Database): Promise<Json | undefined> {
  return database.get('settings', setting);
}

/** Does nothing if another deletion has replaced the mark meanwhile. */
export async function clearRemovalMark(database: Database, seen: Json): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite');
  if ((await transaction.store.get(setting)) === seen) await transaction.store.delete(setting);
  await transaction.done;
}
