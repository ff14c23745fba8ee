/** Tells the server that a token is good no more, as RFC 7009 has it, where the server says how. */
import type { ConnectionFetch } from '../network/connection-fetch.ts';
import { McpFailure } from './failure.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/** `own`: the id and the secret that the user gave, instead of those the server did. */
export async function revokeToken(
  { tokens, client, discovery }: StoredSignIn,
  own: { id: string; secret: string },
  fetch: ConnectionFetch,
): Promise<void> {
  const metadata = discovery?.authorizationServerMetadata ?? {};
  const endpoint: unknown = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  const token = tokens?.refresh_token ?? tokens?.access_token;
  if (typeof endpoint !== 'string' || token === undefined) return;
  const [id, secret] = own.id ? [own.id, own.secret] : [client?.client_id, client?.client_secret];
  const body = new URLSearchParams({
    token,
    ...(id ? { client_id: id } : {}),
    ...(id && secret ? { client_secret: secret } : {}),
  });
  const response = await fetch(endpoint, { method: 'POST', body });
  await response.body?.cancel();
  if (!response.ok) throw new McpFailure({ type: 'refused', status: response.status });
}
