/**
 * The OAuth 2.1 authorization code flow with PKCE in two steps: creating the authorization URL, and handling
 * the redirect.
 */
import type { ServerRecord } from '../stored-server.ts';
import { RefusedAddressError } from '#workers/network/connection-fetch.ts';
import { loadClient } from '../connection/load-client.ts';
import { fail, toSignInFailure } from '../errors/failure.ts';
import { apply, withSignInLock, load, ownClient, type SignInContext } from './context.ts';
import { createOAuthDraft, type OAuthDraft } from './oauth-provider.ts';
import { only, pendingIn, type StoredSignIn } from './stored-sign-in.ts';

type AuthorizeOptions = {
  scope?: string;
  authorizationCode?: string;
  iss?: string;
  forceReauthorization?: boolean;
};

/** Returns the URL at which the user signs in. */
export function beginSignIn(context: SignInContext, redirect: string, outer: AbortSignal): Promise<string> {
  const { deps } = context;
  const record = deps.record();
  return withSignInLock(context, outer, async (signal) => {
    const stored = await load(context, record);
    const { wanted } = stored;
    // Discovery starts over, because the authorization server may have changed. After an unfinished attempt
    // the client is registered again, because the server may have forgotten the registration.
    const client =
      stored.client && !stored.pending ? { client: stored.client, redirect: stored.redirect ?? '' } : {};
    const draft = await createDraft(
      context,
      record,
      { ...client, ...only(stored, 'own', 'wanted') },
      redirect,
    );
    const scope = wanted?.scope ? { scope: wanted.scope } : {};
    await authorize(context, record, draft, signal, { forceReauthorization: true, ...scope });
    const destination = draft.destination();
    if (!destination) throw fail('sign_in_broken');
    await deps.checkPage(record, destination, redirect).catch((error: unknown) => {
      throw error instanceof RefusedAddressError ? fail('sign_in_broken', error.host) : error;
    });
    const { pending } = draft.stored();
    if (!pending) throw fail('sign_in_broken');
    await apply(context, record, stored, { type: 'begun', pending, draft: draft.stored() });
    return destination.href;
  });
}

/** `answer`: the query of the redirect URL. */
export function finishSignIn(
  context: SignInContext,
  answer: URLSearchParams,
  outer: AbortSignal,
): Promise<void> {
  const { deps } = context;
  const record = deps.record();
  return withSignInLock(context, outer, async (signal) => {
    const stored = await load(context, record);
    const pending = pendingIn(stored, deps.now());
    if (!pending || pending.state !== answer.get('state')) throw fail('unknown_sign_in');
    const code = answer.get('code');
    if (!code) {
      await apply(context, record, stored, { type: 'refused' });
      throw fail('sign_in_refused', (answer.get('error') ?? '').slice(0, 100));
    }
    const { redirect } = pending;
    const begun = { pending, redirect, ...only(pending, 'client', 'discovery'), ...only(stored, 'own') };
    const draft = await createDraft(context, record, begun, redirect);
    const iss = answer.get('iss');
    await authorize(context, record, draft, signal, { authorizationCode: code, ...(iss ? { iss } : {}) });
    const { clientId } = record;
    await apply(context, record, stored, { type: 'finished', draft: draft.stored(), clientId });
  });
}

async function createDraft(
  context: SignInContext,
  record: ServerRecord,
  stored: StoredSignIn,
  redirect: string,
): Promise<OAuthDraft> {
  const { id: clientId, secret: clientSecret } = await ownClient(context, record);
  const { clientDocument, now } = context.deps;
  return createOAuthDraft({ stored, redirect, clientId, clientSecret, clientDocument, now });
}

/** Runs the library's OAuth flow once; it reads and writes the draft. */
async function authorize(
  { deps }: SignInContext,
  record: ServerRecord,
  draft: OAuthDraft,
  signal: AbortSignal,
  options: AuthorizeOptions,
): Promise<void> {
  const { auth } = await loadClient();
  const { metadata } = draft.stored().wanted ?? {};
  await auth(draft.provider, {
    serverUrl: record.url,
    fetchFn: deps.fetch(record, signal),
    ...(metadata && URL.canParse(metadata) ? { resourceMetadataUrl: new URL(metadata) } : {}),
    ...options,
  }).catch((error: unknown) => Promise.reject(toSignInFailure(error)));
}
