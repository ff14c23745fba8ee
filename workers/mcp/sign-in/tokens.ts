/** Token requests: refreshing and revoking. */
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { loadClient } from '../connection/load-client.ts';
import type { StoredOAuthTokens } from '../connection/link.ts';
import { McpFailure } from '../errors/failure.ts';
import { clientOf, issuerOf, type OwnClient, type StoredSignIn } from './stored-sign-in.ts';

type RefreshResult =
  | { type: 'refreshed'; tokens: StoredOAuthTokens }
  /** The refresh token is no longer valid. */
  | { type: 'expired' }
  /** The server no longer knows the client registration. */
  | { type: 'unknown_client' }
  /** Any other failure; a retry may succeed. */
  | { type: 'failed' };

/** Exchanges the refresh token. Never falls back to registering a client, which would surprise the user. */
export async function refreshTokens(
  stored: StoredSignIn,
  own: OwnClient,
  fetch: ConnectionFetch,
): Promise<RefreshResult> {
  const { tokens, discovery } = stored;
  const issuer = issuerOf(stored);
  const clientInformation = clientOf(stored, own);
  if (!tokens?.refresh_token || !discovery || issuer === undefined || !clientInformation)
    return { type: 'failed' };
  const { authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  const { refreshAuthorization } = await loadClient();
  try {
    const refreshed = await refreshAuthorization(discovery.authorizationServerUrl, {
      clientInformation,
      refreshToken: tokens.refresh_token,
      fetchFn: fetch,
      ...(metadata ? { metadata } : {}),
      ...(resourceMetadata ? { resource: resourceMetadata.resource } : {}),
    });
    // A response without a scope grants the same scope as before (RFC 6749, 5.1).
    const scope = refreshed.scope ?? tokens.scope;
    return { type: 'refreshed', tokens: { ...refreshed, issuer, ...(scope === undefined ? {} : { scope }) } };
  } catch (error) {
    return { type: toResult(error) };
  }
}

/** Classifies by the OAuth error code (RFC 6749, 5.2). */
function toResult(error: unknown): Exclude<RefreshResult['type'], 'refreshed'> {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'invalid_client' || code === 'unauthorized_client') return 'unknown_client';
  return code === 'invalid_grant' ? 'expired' : 'failed';
}

/**
 * Revokes the refresh token, or else the access token, at the server that issued it (RFC 7009). Throws if
 * that fails. `none`: there is no token. `not_offered`: the server has no revocation endpoint.
 */
export async function revokeToken(
  stored: StoredSignIn,
  own: OwnClient,
  fetch: ConnectionFetch,
): Promise<'revoked' | 'none' | 'not_offered'> {
  const token = stored.tokens?.refresh_token ?? stored.tokens?.access_token;
  if (token === undefined) return 'none';
  const endpoint = issuerOf(stored) === undefined ? undefined : revocationEndpoint(stored);
  if (endpoint === undefined) return 'not_offered';
  const { client_id: id, client_secret: secret } = clientOf(stored, own) ?? {};
  const body = new URLSearchParams({
    token,
    ...(id ? { client_id: id } : {}),
    ...(id && secret ? { client_secret: secret } : {}),
  });
  const response = await fetch(endpoint, { method: 'POST', body });
  await response.body?.cancel();
  if (!response.ok) throw new McpFailure({ type: 'refused', status: response.status });
  return 'revoked';
}

function revocationEndpoint({ discovery }: StoredSignIn): string | undefined {
  const metadata = discovery?.authorizationServerMetadata ?? {};
  const endpoint: unknown = 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  return typeof endpoint === 'string' ? endpoint : undefined;
}
