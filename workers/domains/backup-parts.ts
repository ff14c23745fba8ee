/** What all domains keep in backups. */
import type { DomainName } from '#shared/api/index.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { HostsNeeds } from './permissions/backup.ts';
import type { OpenWorkspace } from './files/backup.ts';
import type { SavedChatsNeeds } from './sessions/backup.ts';
import type { MemoryKeptNeeds } from './memory/backup.ts';
import type { ServersNeeds } from './mcp/backup.ts';
import type { TasksKeptNeeds } from './tasks/backup.ts';
import type { ToolsNeeds } from './tools/backup.ts';
import { domains } from './index.ts';

const names = Object.keys(domains).filter((name): name is DomainName => Object.hasOwn(domains, name));

/** What the parts of all domains need together. */
export type PartNeeds = HostsNeeds &
  OpenWorkspace &
  SavedChatsNeeds &
  MemoryKeptNeeds &
  ServersNeeds &
  TasksKeptNeeds &
  ToolsNeeds;

export async function loadBackupParts(
  needs: PartNeeds,
): Promise<{ parts: BackupPart[]; domains: DomainName[] }> {
  const all: Readonly<Record<DomainName, Domain<object, never, PartNeeds>>> = domains;
  const kept = names.filter((name) => all[name].backup);
  const parts = await Promise.all(kept.map(async (name) => (await all[name].backup?.(needs)) ?? []));
  return { parts: parts.flat(), domains: kept };
}
