/** Keeps what checks and refused requests taught about models, by address and model, in the settings. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { ModelWays } from '#shared/models/ways.ts';
import { rememberWays } from '#workers/providers/learned-ways.ts';
import type { Database } from '#workers/storage/database.ts';

const key = 'learned-ways';
/** The oldest are forgotten, and taught again when they are needed. */
const most = 300;

let opened: Promise<void> | undefined;

/** Reads them once per engine; from then on what is taught is stored. */
export function openWays(database: Database): Promise<void> {
  opened ??= read(database).then((stored) =>
    rememberWays(stored, (place, ways) => {
      // It is remembered in memory, too: the next engine may have to learn it again.
      write(database, place, ways).catch((error: unknown) => console.warn('Not stored: ', error));
    }),
  );
  return opened;
}

async function read(database: Database): Promise<Record<string, Json>> {
  const stored = await database.get('settings', key);
  return isJsonObject(stored) ? stored : {};
}

/** In one transaction, because other tabs write it, too. */
async function write(database: Database, place: string, ways: ModelWays): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite');
  const stored = await transaction.store.get(key);
  const { [place]: _, ...others } = isJsonObject(stored) ? stored : {};
  const rest = Object.entries(others).slice(-(most - 1));
  const own = Object.keys(ways).length > 0 ? [[place, { ...ways }] as const] : [];
  await transaction.store.put(Object.fromEntries([...rest, ...own]), key);
  await transaction.done;
}
