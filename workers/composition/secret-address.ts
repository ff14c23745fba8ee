/** What each secret is bound to, so that the vault can encrypt it again without knowing its owners. */
import { asId } from '#shared/ids.ts';
import { readServers } from '#workers/domains/mcp/store.ts';
import { readRelay } from '#workers/domains/network/relay-store.ts';
import { readSearchOrigin } from '#workers/domains/search/search-records.ts';
import { hostOfGit, relayOwner, serviceOfKey, type SecretOwner } from '#workers/domains/vault/tables.ts';
import type { Database } from '#workers/storage/database.ts';

/**
 * The address of the relay, or of the owner: a provider, a tool server or a search service; the host of a git server.
 * Empty if it is gone.
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
