/** The tools that are switched off, in a backup. */
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { namesPart } from '../backup/setting-part.ts';
import { list, text } from '../backup/shape.ts';
import type { DisabledTools } from './disabled-tools.ts';

export type ToolsNeeds = { database: Database; disabledTools: Pick<DisabledTools, 'reload'> };

export function toolsInBackup({ database, disabledTools }: ToolsNeeds): readonly BackupPart[] {
  return [
    namesPart({
      ...{ field: 'disabledTools', key: 'disabled-tools', shape: list(text(), 10_000), database },
      ...{ change: 'tools-off', reload: disabledTools.reload, normalise: canonicalName },
    }),
  ];
}
