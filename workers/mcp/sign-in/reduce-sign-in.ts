/** What an event does to a stored sign-in, as a pure function; the effects are in `access-token.ts` and `authorize.ts`. */
import { assertNever } from '#shared/assert-never.ts';
import type { McpSignIn } from '#shared/mcp/mcp.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { StoredOAuthTokens } from '../connection/link.ts';
import { issuerOf, only, without, type StoredSignIn } from './stored-sign-in.ts';

export type SignInEvent =
  /** The refresh token was exchanged. `isSignedIn`: the list of servers says so already. */
  | { type: 'refreshed'; tokens: StoredOAuthTokens; now: number; isSignedIn: boolean }
  /** The refresh token was rejected, `isClientUnknown`: together with the client registration. */
  | { type: 'refresh_rejected'; isClientUnknown: boolean }
  /** 401: the server wants the user to sign in. */
  | { type: 'unauthorized'; scope?: string | undefined; metadata?: string | undefined }
  /** 403: the server wants more scopes than the user granted. */
  | { type: 'insufficient_scope'; scope?: string | undefined; metadata?: string | undefined }
  /** The user was sent to the authorization server; `draft` is what was found out on the way. */
  | { type: 'begun'; pending: Pending; draft: StoredSignIn }
  /** The user or the authorization server said no. */
  | { type: 'refused' }
  /** The code was exchanged; `draft` holds the result. */
  | { type: 'finished'; draft: StoredSignIn; clientId: string }
  /** The user entered a new client id or secret, maybe of another authorization server. */
  | { type: 'client_changed' }
  | { type: 'signed_out' };

type Pending = NonNullable<StoredSignIn['pending']>;

/** `state`: what the list of servers says from now on; absent keeps it. */
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
  // More scopes are still missing: the user has to sign in again all the same.
  if (stored.wanted?.isMore) return { stored: next };
  return { stored: without(next, 'wanted'), ...(isSignedIn ? {} : { state: 'signed_in' }) };
}

function afterUnauthorized(stored: StoredSignIn, { scope, metadata }: EventOf<'unauthorized'>): SignInChange {
  const wanted = wantedOf(scope && mergeScopes(scope), metadata);
  // What was found missing of a signed-in user counts before what every request needs.
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
  // Servers that send `expires_in: 0` do not know when the token expires.
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

/** A user who still has a token can sign out as well. */
function neededBy({ tokens }: StoredSignIn): McpSignIn {
  return tokens ? 'needed_again' : 'needed';
}

/** Merges OAuth scopes into one `scope` parameter without duplicates; the first ones stay when it gets too long. */
function mergeScopes(...scopes: (string | undefined)[]): string {
  let merged = '';
  for (const scope of new Set(scopes.join(' ').split(' ').filter(Boolean)))
    if (merged.length + scope.length < mcpLimits.scopeCharacters) merged += merged ? ` ${scope}` : scope;
  return merged;
}
