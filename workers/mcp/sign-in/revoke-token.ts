/** Tells the server that a token is good no more, as RFC 7009 has it, where the server says how. */
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { McpFailure } from '../errors/failure.ts';
import { clientOf, issuerOf, type OwnClient, type StoredSignIn } from './stored-sign-in.ts';

/** It is shown to nobody but the server that gave it. */
export async function revokeToken(
  stored: StoredSignIn,
  own: OwnClient,
  fetch: ConnectionFetch,
): Promise<void> {
  if (issuerOf(stored) === undefined) return;
  const { tokens, discovery } = stored;
  const metadata = discovery?.authorizationServerMetadata ?? {};
  const endpoint: unknown = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  const token = tokens?.refresh_token ?? tokens?.access_token;
  if (typeof endpoint !== 'string' || token === undefined) return;
  const { client_id: id, client_secret: secret } = clientOf(stored, own) ?? {};
  const body = new URLSearchParams({
    token,
    ...(id ? { client_id: id } : {}),
    ...(id && secret ? { client_secret: secret } : {}),
  });
  const response = await fetch(endpoint, { method: 'POST', body });
  await response.body?.cancel();
  if (!response.ok) throw new McpFailure({ type: 'refused', status: response.status });
}
