/**
 * Implements the library's OAuth provider interface on a draft of the stored sign-in; the caller stores the
 * result.
 */
import { toHex } from '#workers/text/sha256.ts';
import { McpFailure } from '../errors/failure.ts';
import type { OAuthClientProvider } from '../connection/link.ts';
import { withTokens } from './reduce-sign-in.ts';
import { isSameIssuer, without, type StoredSignIn } from './stored-sign-in.ts';

export type OAuthDraft = {
  provider: OAuthClientProvider;
  stored(): StoredSignIn;
  /** The URL at which the user signs in, once the library has determined it. */
  destination(): URL | undefined;
};

export type OAuthOptions = {
  stored: StoredSignIn;
  redirect: string;
  /** A client id the user entered, used instead of client registration; '' if none was entered. */
  clientId: string;
  clientSecret: string;
  /** As in `ServerListDeps`. */
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
    // The metadata document contains the redirect URL, so an app that is served from another origin must not
    // use it.
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
      if (!clientId) return stored.redirect === redirect ? issuedBy(stored.client, from?.issuer) : undefined;
      refuseOther(stored.own, clientId, from?.issuer);
      return { client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) };
    },
    saveClientInformation(client) {
      // A client id that the user entered is stored in the server's record.
      if (!clientId) change({ ...stored, client, redirect });
    },
    tokens: (from) => issuedBy(stored.tokens, from?.issuer),
    saveTokens: (tokens) => change(withTokens(stored, tokens, now())),
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

/** The user's client id and secret may be used only with the authorization server of their first sign-in. */
function refuseOther(own: StoredSignIn['own'], clientId: string, issuer: string | undefined): void {
  if (own?.id !== clientId || issuer === undefined || isSameIssuer(own.issuer, issuer)) return;
  throw new McpFailure({
    type: 'needs_client_id',
    ...(URL.canParse(issuer) ? { host: new URL(issuer).host } : {}),
  });
}

/** Returns the credentials unless another authorization server issued them. */
function issuedBy<T extends { issuer?: string | undefined }>(
  given: T | undefined,
  issuer: string | undefined,
): T | undefined {
  const isForeign = issuer !== undefined && given?.issuer !== undefined && given.issuer !== issuer;
  return isForeign ? undefined : given;
}
