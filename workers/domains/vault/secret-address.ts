/** The address a stored secret is bound to, by whose it is. */
import { asId } from '#shared/ids.ts';
import type { SecretOwner } from './tables.ts';
import type { Database } from '#workers/storage/database.ts';
import { readServers } from '#workers/domains/mcp/store.ts';

export async function addressOf(owner: SecretOwner, database: Database): Promise<string> {
  const provider = await database.get('providers', asId<'provider'>(owner));
  if (provider) return provider.baseUrl ?? '';
  const [server] = owner.split(':');
  return (await readServers(database)).find(({ id }) => id === server)?.url ?? '';
}
