/** Loads the parts of a backup that all domains declare. */
import type { DomainName } from '#shared/api/index.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { domains } from './index.ts';

/** Sorted, so that the order of the parts in archives and previews does not change with that of the domains. */
const names = Object.keys(domains)
  .filter((name): name is DomainName => Object.hasOwn(domains, name))
  .toSorted();

type TakesNeeds<Each> = Each extends { backup?(needs: infer Needs): unknown }
  ? (needs: Needs) => void
  : never;
/** What the parts of all domains need together: TypeScript infers one parameter for all functions of a union. */
type PartNeeds =
  TakesNeeds<(typeof domains)[DomainName]> extends (needs: infer Needs) => void ? Needs : never;

export async function loadBackupParts(
  needs: PartNeeds,
): Promise<{ parts: BackupPart[]; domains: DomainName[] }> {
  const all: Readonly<Record<DomainName, Domain<object, never, PartNeeds>>> = domains;
  const kept = names.filter((name) => all[name].backup);
  const parts = await Promise.all(kept.map(async (name) => (await all[name].backup?.(needs)) ?? []));
  return { parts: parts.flat(), domains: kept };
}
