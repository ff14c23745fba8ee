/** Tool servers in a backup: their settings without any secret, and switched off where they are imported. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { Json } from '#shared/json.ts';
import type { Tally } from '#shared/rpc/backup.ts';
import type { BackupPart, FoundRecords, PartSource } from '#workers/contracts/backup-part.ts';
import { isGoodName, readUrl, toClientId, toTitle } from '#workers/mcp/check-draft.ts';
import { sourceId } from '#workers/external-tools/external-name.ts';
import type { ServerRecord } from '#workers/mcp/stored-server.ts';
import { serversSetting, type Database } from '#workers/storage/database.ts';
import { changeSetting } from '#workers/storage/write.ts';
import { most } from '../backup/format.ts';
import { tally, toJson } from '../backup/record-list.ts';
import { checkValue, json, list } from '../backup/shape.ts';
import type { Mcp } from './open-mcp.ts';
import { readServer, readServers, serversIn } from './store.ts';

export type ServersNeeds = { database: Database; openMcp(): Promise<Pick<Mcp, 'servers'>> };

const file = 'servers.json';

export function serversInBackup({ database, openMcp }: ServersNeeds): readonly BackupPart[] {
  return [
    {
      name: 'servers',
      paths: [file],
      async *collect() {
        yield { name: file, content: JSON.stringify((await readServers(database)).map(bare)) };
      },
      read: (source) => read(source, database),
      async reload() {
        if ((await readServers(database)).length > 0) await (await openMcp()).servers.reload();
      },
    },
  ];
}

type FoundServer = { value: ServerRecord; state: keyof Tally };

async function read(source: PartSource, database: Database): Promise<FoundRecords> {
  if (!source.has(file)) return { tally: tally([]), broken: 0 };
  const values = await source.json(file);
  checkValue(list(json, most.records), values, file);
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
  const added = found.flatMap(({ value, state }) => (state === 'added' ? [value] : []));
  if (added.length === 0) return { tally: tally(found), broken: values.length - good.size };
  return {
    tally: tally(found),
    broken: values.length - good.size,
    changes: [{ name: 'servers', list: added.map(({ url }) => url) }],
    batches: () => [
      {
        items: () => [
          {
            ...{ isNew: false, count: added.length },
            writes: [changeSetting(serversSetting, (before) => withServers(before, added))],
          },
        ],
      },
    ],
  };
}

/** Adds only new servers. A stored one is not changed, because its secrets are bound to its address. */
function withServers(before: Json | undefined, added: readonly ServerRecord[]): Json | undefined {
  const all = serversIn(before);
  const fresh = added.filter((server) => !all.some(({ id }) => id === server.id));
  return fresh.length > 0 ? toJson([...all, ...fresh]) : undefined;
}

/** Whether name and address are valid by the rules of the form. */
function isGood({ id, name, url }: ServerRecord): boolean {
  return isGoodName(name) && sourceId('mcp', name) === id && readUrl(url) === url;
}

/** The settings without secrets, switched off, and without sampling, which the user must allow here. */
function bare(server: ServerRecord): ServerRecord {
  return {
    ...server,
    ...{ title: toTitle(server.title), clientId: toClientId(server.clientId) },
    ...{ enabled: false, headers: [], hasClientSecret: false, signIn: 'none' },
    sampling: { ...server.sampling, isOn: false },
  };
}
