/** Servers of tools in a backup: their settings without any secret, and switched off where they come in. */
import type { Tally } from '#shared/rpc/backup.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { isGoodName, readUrl, toClientId, toTitle } from '#workers/mcp/check-draft.ts';
import { sourceId } from '#workers/external-tools/external-name.ts';
import type { ServerRecord } from '#workers/mcp/stored-server.ts';
import { addServers, readServer, readServers } from '#workers/domains/mcp/store.ts';
import type { Archive } from './archive.ts';
import { most, names } from './format.ts';
import type { BackupPorts } from './deps.ts';
import { list, json } from './shape.ts';

export type FoundServer = { value: ServerRecord; state: keyof Tally };

export async function savedServers({ database }: Pick<BackupPorts, 'database'>): Promise<ServerRecord[]> {
  return (await readServers(database)).map(bare);
}

/** None in a backup of before. */
export async function readSavedServers(
  archive: Archive,
  { database }: Pick<BackupPorts, 'database'>,
): Promise<{ found: FoundServer[]; broken: number }> {
  if (!archive.files.has(names.servers)) return { found: [], broken: 0 };
  const values = await archive.json(names.servers, list(json, most.records));
  const here = await readServers(database);
  const good = new Map<string, ServerRecord>();
  for (const value of values.slice(0, mcpLimits.servers)) {
    const server = readServer(value);
    if (server && isGood(server) && !good.has(server.id)) good.set(server.id, bare(server));
  }
  const found = [...good.values()].map((value): FoundServer => {
    const same = here.find(({ id }) => id === value.id);
    return { value, state: same ? (same.url === value.url ? 'same' : 'differing') : 'added' };
  });
  return { found, broken: values.length - good.size };
}

/** What is here stays as it is: its secrets belong to its address. */
export async function importServers(
  found: readonly FoundServer[],
  { database }: BackupPorts,
): Promise<number> {
  const added = found.flatMap(({ value, state }) => (state === 'added' ? [value] : []));
  return added.length > 0 ? addServers(database, added) : 0;
}

/** The address and the name as a form would take them. */
function isGood({ id, name, url }: ServerRecord): boolean {
  return isGoodName(name) && sourceId('mcp', name) === id && readUrl(url) === url;
}

/** Whether a server may ask the user's model is for the user to say, here. */
function bare(server: ServerRecord): ServerRecord {
  return {
    ...server,
    ...{ title: toTitle(server.title), clientId: toClientId(server.clientId) },
    ...{ enabled: false, headers: [], hasClientSecret: false, signIn: 'none' },
    sampling: { ...server.sampling, isOn: false },
  };
}
