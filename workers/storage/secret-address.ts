/** The address a stored secret is bound to, by whose it is. */
import { asId } from '../../src/shared/ids.ts';
import type { Database, SecretOwner } from './database.ts';
import { readServers } from './mcp-servers.ts';

export async function addressOf(owner: SecretOwner, database: Database): Promise<string> {
  const provider = await database.get('providers', asId<'provider'>(owner));
  if (provider) return provider.baseUrl ?? '';
  const [server] = owner.split(':');
  return (await readServers(database)).find(({ id }) => id === server)?.url ?? '';
}
