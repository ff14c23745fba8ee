/** The access token of a connection: refreshed before it expires, and when the server rejects it. */
import { assertNever } from '#shared/assert-never.ts';
import { isSameServer, type ServerRecord } from '../stored-server.ts';
import { loadClient } from '../connection/load-client.ts';
import { fail, McpFailure } from '../errors/failure.ts';
import { apply, withSignInLock, inTime, load, ownClient, type SignInContext } from './context.ts';
import { refreshTokens } from './tokens.ts';

/**
 * Milliseconds before its expiry at which a token is refreshed, so that it stays valid during the request.
 */
const marginMs = 30_000;

export async function accessToken(context: SignInContext, record: ServerRecord): Promise<string | undefined> {
  const { deps } = context;
  const now = deps.record();
  if (now.signIn === 'none' || !isSameServer(now, record)) return undefined;
  const { tokens, expiresAt = Infinity } = await load(context, record);
  if (!tokens) return undefined;
  if (expiresAt - marginMs > deps.now() || !tokens.refresh_token) return tokens.access_token;
  const old = tokens.access_token;
  const refreshed = withSignInLock(context, inTime(), (signal) => refresh(context, record, old, signal));
  return (await refreshed.catch(() => undefined)) ?? old;
}

/** The new access token; undefined if the user must sign in again. The caller must hold the lock. */
async function refresh(
  context: SignInContext,
  record: ServerRecord,
  old: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { deps } = context;
  const stored = await load(context, record);
  // Another tab has already refreshed the token.
  if (stored.tokens && stored.tokens.access_token !== old) return stored.tokens.access_token;
  if (!stored.tokens?.refresh_token) return undefined;
  const own = await ownClient(context, record);
  const result = await refreshTokens(stored, own, deps.fetch(record, signal));
  switch (result.type) {
    case 'refreshed': {
      const { tokens } = result;
      const isSignedIn = deps.record().signIn === 'signed_in';
      await apply(context, record, stored, { type: 'refreshed', tokens, now: deps.now(), isSignedIn });
      return tokens.access_token;
    }
    case 'expired':
    case 'unknown_client': {
      const isClientUnknown = result.type === 'unknown_client';
      await apply(context, record, stored, { type: 'refresh_rejected', isClientUnknown });
      return undefined;
    }
    case 'failed':
      return undefined;
    default:
      return assertNever(result);
  }
}

/**
 * Handles status 401: returns if the request may be retried with a new token, else throws `needs_sign_in`.
 */
export async function onUnauthorized(
  context: SignInContext,
  record: ServerRecord,
  response: Response,
): Promise<void> {
  const { extractWWWAuthenticateParams } = await loadClient();
  const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  const headers = (await context.deps.secrets(record))?.headers ?? {};
  // The server rejected the user's own key; a sign-in would not help.
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    throw new McpFailure({ type: 'forbidden', status: 401 });
  const old = (await load(context, record)).tokens?.access_token;
  await withSignInLock(context, inTime(), async (signal) => {
    if (old !== undefined && (await refresh(context, record, old, signal)) !== undefined) return;
    const stored = await load(context, record);
    // The user signed in while this call waited for the lock.
    if (stored.tokens && stored.tokens.access_token !== old) return;
    await apply(context, record, stored, {
      type: 'unauthorized',
      scope,
      metadata: resourceMetadataUrl?.href,
    });
    throw fail('needs_sign_in');
  }).catch((error: unknown) => {
    // Without a token, a sign-in is needed in any case, even if the lock was not acquired in time.
    throw old === undefined ? fail('needs_sign_in') : error;
  });
}

/** Handles status 403: stores the missing scopes, so that the user can sign in again with them. */
export async function onForbidden(
  context: SignInContext,
  record: ServerRecord,
  response: Response,
): Promise<void> {
  const { extractWWWAuthenticateParams } = await loadClient();
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (error !== 'insufficient_scope') return;
  await withSignInLock(context, inTime(), async () => {
    const stored = await load(context, record);
    const metadata = resourceMetadataUrl?.href;
    await apply(context, record, stored, { type: 'insufficient_scope', scope, metadata });
  });
}
