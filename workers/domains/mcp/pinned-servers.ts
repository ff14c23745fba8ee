/** Stores the tools that servers last announced and the user accepted: they are known before it answers. */
import { type KnownServers } from '#workers/mcp/stored-server.ts';
import type { Database } from '#workers/storage/database.ts';
import { knownSetting, putForServer } from './store.ts';

/** Contract: `read` returns the text that was last written, or '' if nothing was written. */
export function createKnownServers(database: Database): KnownServers {
  return {
    async read(id) {
      const text = await database.get('settings', knownSetting(id));
      return typeof text === 'string' ? text : '';
    },
    write: ({ id, created }, text) =>
      putForServer(
        database,
        (each) => each.id === id && each.created === created,
        knownSetting(id),
        () => text,
      ),
  };
}
