/** Finds the address that a secret is bound to, so that the vault can encrypt it again. */
import { domains } from '#workers/domains/index.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { Database } from '#workers/storage/database.ts';

/** '' if the owner of the secret was deleted. */
export async function addressOfSecret(owner: string, database: Database): Promise<string> {
  for (const domain of Object.values<Domain<object, never>>(domains)) {
    const address = await domain.secretAddress?.(owner, database);
    if (address !== undefined) return address;
  }
  return '';
}
