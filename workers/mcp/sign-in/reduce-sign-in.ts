/**
 * The state transitions of a stored sign-in as a pure function; the effects are in `access-token.ts` and
 * `authorize.ts`.
 */
import { assertNever } from '#shared/assert-never.ts';
import type { McpSignIn } from '#shared/mcp/mcp.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { StoredOAuthTokens } from '../connection/link.ts';
import { issuerOf, only, without, type StoredSignIn } from './stored-sign-in.ts';

export type SignInEvent =
  /** The refresh token was exchanged. `isSignedIn`: the server's record already has the state `signed_in`. */
  | { type: 'refreshed'; tokens: StoredOAuthTokens; now: number; isSignedIn: boolean }
  /**
   * The refresh token was rejected; `isClientUnknown`: because the server no longer knows the client
   * registration.
   */
  | { type: 'refresh_rejected'; isClientUnknown: boolean }
  /** 401: the server requires a sign-in. */
  | { type: 'unauthorized'; scope?: string | undefined; metadata?: string | undefined }
  /** 403: the server requires more scopes than the user granted. */
  | { type: 'insufficient_scope'; scope?: string | undefined; metadata?: string | undefined }
  /** The user was sent to the authorization server; `draft`: the results of discovery and registration. */
  | { type: 'begun'; pending: Pending; draft: StoredSignIn }
  /** The user or the authorization server denied the sign-in. */
  | { type: 'refused' }
  /** The authorization code was exchanged; `draft` contains the tokens. */
  | { type: 'finished'; draft: StoredSignIn; clientId: string }
  /** The user entered a new client id or secret, possibly of another authorization server. */
  | { type: 'client_changed' }
  | { type: 'signed_out' };

type Pending = NonNullable<StoredSignIn['pending']>;

/** `state`: the new sign-in state of the server's record; absent if unchanged. */
type SignInChange = { stored: StoredSignIn; state?: McpSignIn };

export function reduceSignIn(stored: StoredSignIn, event: SignInEvent): SignInChange {
  switch (event.type) {
    case 'refreshed':
      return afterRefresh(stored, event);
    case 'refresh_rejected': {
      const rest = without(stored, 'tokens', 'expiresAt');
      return { stored: event.isClientUnknown ? without(rest, 'client') : rest };
    }
    case 'unauthorized':
      return afterUnauthorized(stored, event);
    case 'insufficient_scope':
      return afterInsufficientScope(stored, event);
    case 'begun':
      return {
        stored: { ...stored, pending: { ...event.pending, ...only(event.draft, 'client', 'discovery') } },
      };
    case 'refused':
      return { stored: without(stored, 'pending') };
    case 'finished':
      return afterFinish(event);
    case 'client_changed':
      return { stored: without(stored, 'own') };
    case 'signed_out':
      return { stored: only(stored, 'own', 'wanted'), state: 'needed' };
    default:
      return assertNever(event);
  }
}

type EventOf<T extends SignInEvent['type']> = SignInEvent & { type: T };

function afterRefresh(stored: StoredSignIn, { tokens, now, isSignedIn }: EventOf<'refreshed'>): SignInChange {
  const next = withTokens(stored, tokens, now);
  // Scopes are still missing, so the user must sign in again.
  if (stored.wanted?.isMore) return { stored: next };
  return { stored: without(next, 'wanted'), ...(isSignedIn ? {} : { state: 'signed_in' }) };
}

function afterUnauthorized(stored: StoredSignIn, { scope, metadata }: EventOf<'unauthorized'>): SignInChange {
  const wanted = wantedOf(scope && mergeScopes(scope), metadata);
  // Scopes that a signed-in user lacks take precedence over those that every request needs.
  const more = stored.wanted?.isMore ? stored.wanted : {};
  return { stored: { ...stored, wanted: { ...wanted, ...more } }, state: neededBy(stored) };
}

function afterInsufficientScope(
  stored: StoredSignIn,
  { scope, metadata }: EventOf<'insufficient_scope'>,
): SignInChange {
  const all = mergeScopes(scope, stored.tokens?.scope, stored.wanted?.scope);
  const known = wantedOf(undefined, metadata ?? stored.wanted?.metadata);
  return { stored: { ...stored, wanted: { scope: all, isMore: true, ...known } }, state: neededBy(stored) };
}

function afterFinish({ draft, clientId }: EventOf<'finished'>): SignInChange {
  const done = without(draft, 'pending');
  const issuer = issuerOf(done);
  const own = clientId && issuer ? { own: { id: clientId, issuer } } : {};
  return { stored: { ...done, ...own }, state: 'signed_in' };
}

export function withTokens(stored: StoredSignIn, tokens: StoredOAuthTokens, now: number): StoredSignIn {
  const rest = without(stored, 'expiresAt');
  // `expires_in: 0` means that the server does not know the lifetime of the token.
  const { expires_in: seconds = 0 } = tokens;
  return {
    ...rest,
    tokens,
    ...(Number.isFinite(seconds) && seconds > 0 ? { expiresAt: now + seconds * 1000 } : {}),
  };
}

function wantedOf(scope: string | undefined, metadata: string | undefined) {
  return { ...(scope ? { scope } : {}), ...(metadata ? { metadata } : {}) };
}

/** `needed_again`: the user still has a token, so the page also offers to sign out. */
function neededBy({ tokens }: StoredSignIn): McpSignIn {
  return tokens ? 'needed_again' : 'needed';
}

/**
 * Merges OAuth scopes into one `scope` parameter without duplicates; the first ones are kept if it would be
 * too long.
 */
function mergeScopes(...scopes: (string | undefined)[]): string {
  let merged = '';
  for (const scope of new Set(scopes.join(' ').split(' ').filter(Boolean)))
    if (merged.length + scope.length < mcpLimits.scopeCharacters) merged += merged ? ` ${scope}` : scope;
  return merged;
}
