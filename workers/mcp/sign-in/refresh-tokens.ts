/** Asks for new tokens by the one that is for that, and for nothing else: nobody registers anew behind the user's back. */
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { loadClient } from '../connection/load-client.ts';
import type { StoredOAuthTokens } from '../connection/protocol-client.ts';
import { clientOf, issuerOf, type OwnClient, type StoredSignIn } from './stored-sign-in.ts';

export type Renewed =
  | { type: 'renewed'; tokens: StoredOAuthTokens }
  /** They are good no more. */
  | { type: 'over' }
  /** The server has forgotten who this app is. */
  | { type: 'unknown_client' }
  /** It may go well the next time. */
  | { type: 'failed' };

export async function renewTokens(
  stored: StoredSignIn,
  own: OwnClient,
  fetch: ConnectionFetch,
): Promise<Renewed> {
  const { tokens, discovery } = stored;
  const issuer = issuerOf(stored);
  const clientInformation = clientOf(stored, own);
  if (!tokens?.refresh_token || !discovery || issuer === undefined || !clientInformation)
    return { type: 'failed' };
  const { authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  const { refreshAuthorization } = await loadClient();
  try {
    const renewed = await refreshAuthorization(discovery.authorizationServerUrl, {
      clientInformation,
      refreshToken: tokens.refresh_token,
      fetchFn: fetch,
      ...(metadata ? { metadata } : {}),
      ...(resourceMetadata ? { resource: resourceMetadata.resource } : {}),
    });
    // Whoever says nothing of it gives what was given before.
    const scope = renewed.scope ?? tokens.scope;
    return { type: 'renewed', tokens: { ...renewed, issuer, ...(scope === undefined ? {} : { scope }) } };
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'invalid_client' || code === 'unauthorized_client') return { type: 'unknown_client' };
    return { type: code === 'invalid_grant' ? 'over' : 'failed' };
  }
}
