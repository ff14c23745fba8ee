/** The user's sign-in at a server as it lies in the vault: who this app is there, its tokens, and one that is under way. */
import { isJsonObject } from '#shared/json.ts';
import type { McpSignIn } from '#shared/mcp/mcp.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '../connection/protocol-client.ts';

export type StoredSignIn = {
  client?: StoredOAuthClientInformation;
  /** The address the client was registered with: it is good for no other. */
  redirect?: string;
  tokens?: StoredOAuthTokens;
  expiresAt?: number;
  /** Where the tokens are from. */
  discovery?: OAuthDiscoveryState;
  /** Which authorization server the user's own client id was signed in with: it is shown to no other one. */
  own?: { id: string; issuer: string };
  /** What the server said it wants, when it refused; `isMore`: of who is signed in. */
  wanted?: { scope?: string; metadata?: string; isMore?: boolean };
  /** With all it has found out, because until it is finished that counts for nothing else. */
  pending?: {
    state: string;
    verifier: string;
    redirect: string;
    at: number;
    client?: StoredOAuthClientInformation;
    discovery?: OAuthDiscoveryState;
  };
};

/** The authorization server that these tokens are of, as far as they and its description agree. */
export function issuerOf({ tokens, discovery }: StoredSignIn): string | undefined {
  if (tokens?.issuer === undefined || !discovery) return undefined;
  const issuer = discovery.authorizationServerMetadata?.issuer ?? discovery.authorizationServerUrl;
  return isSameIssuer(tokens.issuer, issuer) ? issuer : undefined;
}

/** An id of the user's own, and its secret; '' where they gave none. */
export type OwnClient = { id: string; secret: string };

/** Whom the tokens were given to: the user's own client only where it is the one that signed in. */
export function clientOf(stored: StoredSignIn, own: OwnClient): StoredOAuthClientInformation | undefined {
  const issuer = issuerOf(stored);
  const isOwn = own.id !== '' && stored.own?.id === own.id && issuer !== undefined;
  return isOwn && isSameIssuer(stored.own?.issuer ?? '', issuer)
    ? { client_id: own.id, ...(own.secret ? { client_secret: own.secret } : {}), issuer }
    : stored.client;
}

/** Many write it with a slash in one place and without it in another. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** The sign-in that is under way, unless the user has left it lying. */
export function pendingIn({ pending }: StoredSignIn, now: number): StoredSignIn['pending'] {
  return pending && now - pending.at <= mcpLimits.signInMs ? pending : undefined;
}

/** Written by this app alone, under a key that nothing else has. */
export function readSignIn(text: string): StoredSignIn {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

/** Who still has a token can sign out as well. */
export function neededBy({ tokens }: StoredSignIn): McpSignIn {
  return tokens ? 'needed_again' : 'needed';
}

/** Without the fields that are named. */
export function without<K extends keyof StoredSignIn>(
  stored: StoredSignIn,
  ...keys: K[]
): Omit<StoredSignIn, K> {
  const rest = { ...stored };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}
