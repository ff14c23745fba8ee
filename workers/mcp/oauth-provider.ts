/** What the library's OAuth asks of an app: it works on one stored sign-in, which is written back when it is done. */
import type { OAuthClientProvider } from './protocol-client.ts';
import { without, type StoredSignIn } from './stored-sign-in.ts';

export type OAuthDraft = {
  provider: OAuthClientProvider;
  stored(): StoredSignIn;
  /** Where the user has to go, once the library has found out. */
  destination(): URL | undefined;
};

export type OAuthOptions = {
  stored: StoredSignIn;
  redirect: string;
  /** An id of the user's own, instead of registering. */
  clientId: string;
  clientSecret: string;
  /** As in `ServersPorts`. */
  clientDocument: string;
  now(): number;
};

export function createOAuthDraft({
  redirect,
  clientId,
  clientSecret,
  clientDocument,
  now,
  ...given
}: OAuthOptions): OAuthDraft {
  let stored = given.stored;
  let destination: URL | undefined;
  const state = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const change = (next: StoredSignIn) => void (stored = next);

  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    // It names where answers go; served from elsewhere, this app is not the one it is about.
    ...(clientDocument && new URL('oauth.html', clientDocument).href === redirect
      ? { clientMetadataUrl: clientDocument }
      : {}),
    clientMetadata: {
      client_name: 'OneClaw',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret ? 'client_secret_post' : 'none',
    },
    state: () => state,
    clientInformation(from) {
      if (clientId) return { client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) };
      return stored.redirect === redirect ? issuedBy(stored.client, from?.issuer) : undefined;
    },
    saveClientInformation: (client) => change({ ...stored, client, redirect }),
    tokens: (from) => issuedBy(stored.tokens, from?.issuer),
    saveTokens(tokens) {
      const lasts = tokens.expires_in;
      const rest = without(stored, 'expiresAt');
      change({ ...rest, tokens, ...(lasts === undefined ? {} : { expiresAt: now() + lasts * 1000 }) });
    },
    redirectToAuthorization: (url) => void (destination = url),
    saveCodeVerifier: (verifier) => change({ ...stored, pending: { state, verifier, redirect, at: now() } }),
    codeVerifier: () => stored.pending?.verifier ?? '',
    saveDiscoveryState: (discovery) => change({ ...stored, discovery }),
    discoveryState: () => stored.discovery,
    invalidateCredentials(scope) {
      if (scope === 'all') change({});
      if (scope === 'client') change(without(stored, 'client'));
      if (scope === 'tokens') change(without(stored, 'tokens', 'expiresAt'));
      if (scope === 'verifier') change(without(stored, 'pending'));
      if (scope === 'discovery') change(without(stored, 'discovery'));
    },
  };
  return { provider, stored: () => stored, destination: () => destination };
}

/** What one authorization server gave is shown to no other one. */
function issuedBy<T extends { issuer?: string | undefined }>(
  given: T | undefined,
  issuer: string | undefined,
): T | undefined {
  const isForeign = issuer !== undefined && given?.issuer !== undefined && given.issuer !== issuer;
  return isForeign ? undefined : given;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
