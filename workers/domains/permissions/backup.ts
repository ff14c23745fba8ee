/** The private hosts that tools may reach, in a backup. */
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { namesPart } from '../backup/setting-part.ts';
import { list, matching } from '../backup/shape.ts';
import type { AllowedHosts } from './allowed-hosts.ts';

/** As in `URL.host`: anything else would never match, or match another host than it seems to name. */
const host = matching(
  (value) =>
    URL.canParse(`http://${value}/`) &&
    [new URL(`http://${value}/`).host, new URL(`https://${value}/`).host].includes(value),
);

export type HostsNeeds = { database: Database; allowedHosts: Pick<AllowedHosts, 'reload'> };

export function hostsInBackup({ database, allowedHosts }: HostsNeeds): readonly BackupPart[] {
  return [
    namesPart({
      ...{ field: 'allowedHosts', key: 'allowed-hosts', shape: list(host, 1_000), database },
      ...{ change: 'hosts', reload: allowedHosts.reload },
    }),
  ];
}
