/** Finds the address that a secret is bound to, so that the vault can encrypt it again. */
import { asId } from '#shared/ids.ts';
import { readServers } from '#workers/domains/mcp/store.ts';
import { readRelay } from '#workers/domains/network/relay-store.ts';
import { readSearchOrigin } from '#workers/domains/search/search-records.ts';
import { hostOfGit, relayOwner, serviceOfKey, type SecretOwner } from '#workers/domains/vault/tables.ts';
import type { Database } from '#workers/storage/database.ts';

/**
 * The URL of the relay, provider or tool server, the origin of the search service, or the host of the git
 * server that owns the secret. '' if the owner was deleted.
 */
export async function addressOfSecret(owner: SecretOwner, database: Database): Promise<string> {
  if (owner === relayOwner) return (await readRelay(database))?.url ?? '';
  const host = hostOfGit(owner);
  if (host !== undefined) return host;
  const service = serviceOfKey(owner);
  if (service !== undefined) return readSearchOrigin(database, service);
  const provider = await database.get('providers', asId<'provider'>(owner));
  if (provider) return provider.baseUrl ?? '';
  const [server] = owner.split(':');
  return (await readServers(database)).find(({ id }) => id === server)?.url ?? '';
}
