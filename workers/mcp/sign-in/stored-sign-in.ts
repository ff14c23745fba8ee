/**
 * A sign-in to one server as stored in the vault: the client registration, the tokens, and a pending sign-in.
 */
import { isJsonObject } from '#shared/json.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '../connection/link.ts';

export type StoredSignIn = {
  client?: StoredOAuthClientInformation;
  /** The redirect URL that the client was registered with; the registration is valid for this one only. */
  redirect?: string;
  tokens?: StoredOAuthTokens;
  /** Milliseconds since the epoch. */
  expiresAt?: number;
  /** The authorization server that issued the tokens. */
  discovery?: OAuthDiscoveryState;
  /** The user's own client id, and the only authorization server it is sent to. */
  own?: { id: string; issuer: string };
  /** What the server required when it rejected a request; `isMore`: beyond what the user granted. */
  wanted?: { scope?: string; metadata?: string; isMore?: boolean };
  /**
   * The pending sign-in, with the results of discovery and registration, which become valid once it is
   * finished.
   */
  pending?: {
    state: string;
    verifier: string;
    redirect: string;
    at: number;
    client?: StoredOAuthClientInformation;
    discovery?: OAuthDiscoveryState;
  };
};

/** The issuer of the tokens; undefined if the discovered metadata name another one. */
export function issuerOf({ tokens, discovery }: StoredSignIn): string | undefined {
  if (tokens?.issuer === undefined || !discovery) return undefined;
  const issuer = discovery.authorizationServerMetadata?.issuer ?? discovery.authorizationServerUrl;
  return isSameIssuer(tokens.issuer, issuer) ? issuer : undefined;
}

/** The client id and secret the user entered; '' if none was entered. */
export type OwnClient = { id: string; secret: string };

/** The client to which the tokens were issued: the user's own only if it is the one that signed in. */
export function clientOf(stored: StoredSignIn, own: OwnClient): StoredOAuthClientInformation | undefined {
  const issuer = issuerOf(stored);
  const isOwn = own.id !== '' && stored.own?.id === own.id && issuer !== undefined;
  return isOwn && isSameIssuer(stored.own?.issuer ?? '', issuer)
    ? { client_id: own.id, ...(own.secret ? { client_secret: own.secret } : {}), issuer }
    : stored.client;
}

/** Compares issuers, ignoring a trailing slash, which many servers use inconsistently. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** The pending sign-in, unless it has timed out. */
export function pendingIn({ pending }: StoredSignIn, now: number): StoredSignIn['pending'] {
  return pending && now - pending.at <= mcpLimits.signInMs ? pending : undefined;
}

/** Parses the stored text. It is not validated, because only this app writes it. */
export function readSignIn(text: string): StoredSignIn {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

/** A copy without these fields. */
export function without<K extends keyof StoredSignIn>(
  stored: StoredSignIn,
  ...keys: K[]
): Omit<StoredSignIn, K> {
  const rest = { ...stored };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}

/** A copy with these fields only; absent fields stay absent. */
export function only<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(
    keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])),
  ) as Pick<T, K>;
}
