/**
 * Signs in to a tool server with OAuth 2.1. Tokens are in the vault, bound to the server's URL; a lock lets
 * one tab at a time change them.
 */
import type { ServerRecord } from '../stored-server.ts';
import type { AuthProvider } from '../connection/link.ts';
import { fail, toError } from '../errors/failure.ts';
import { accessToken, onForbidden, onUnauthorized } from './access-token.ts';
import { beginSignIn, finishSignIn } from './authorize.ts';
import {
  apply,
  withSignInLock,
  inTime,
  load,
  ownClient,
  type SignInContext,
  type SignInDeps,
} from './context.ts';
import { pendingIn, readSignIn } from './stored-sign-in.ts';
import { revokeToken } from './tokens.ts';

export type SignIn = {
  /** The authentication of a connection to the server as it is in this record. */
  auth(record: ServerRecord): AuthProvider;
  /** Handles a response with status 403: if scopes are missing, the user must sign in again. */
  needsMore(record: ServerRecord, refusal: Response): Promise<void>;
  /** Returns the URL at which the user signs in. */
  begin(redirect: string, signal: AbortSignal): Promise<string>;
  /** Whether a redirect with this state belongs to a pending sign-in of this server, started in any tab. */
  isFor(state: string): Promise<'own' | 'other' | 'locked'>;
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
  /**
   * Call it after the user entered a new client id or secret, which may be of another authorization server.
   */
  unbind(signal: AbortSignal): Promise<void>;
  /** Signs out, and aborts running sign-in operations of this tab. */
  end(signal: AbortSignal): Promise<void>;
  /** Runs `drop`, which deletes the stored sign-in, and revokes the tokens that it contained. */
  leave<T>(drop: () => Promise<T>): Promise<Dropped<T>>;
};

/**
 * The result of revoking the tokens at the server; `locked`: the vault is locked, so they could not be read.
 */
export type Revocation = 'revoked' | 'none' | 'not_offered' | 'locked' | 'failed';

/** `revocation` never rejects. */
type Dropped<T> = { value: T; revocation: Promise<Revocation> };

/**
 * Milliseconds to wait for the lock: another tab may hold it while it waits for a slow server, and removing a
 * server must not wait for that.
 */
const lockMs = 3_000;

export function createSignIn(deps: SignInDeps): SignIn {
  const context: SignInContext = { deps, running: new Set() };
  return {
    auth: (record) => ({
      token: () => accessToken(context, record),
      onUnauthorized: ({ response }) => onUnauthorized(context, record, response),
    }),
    needsMore: (record, response) => onForbidden(context, record, response),
    begin: (redirect, signal) => beginSignIn(context, redirect, signal),
    async isFor(state) {
      const text = await deps.read(deps.record());
      if (text === undefined) return 'locked';
      return pendingIn(readSignIn(text), deps.now())?.state === state ? 'own' : 'other';
    },
    finish: (answer, signal) => finishSignIn(context, answer, signal),
    unbind: (signal) => forgetOwnClient(context, signal),
    end: (signal) => signOut(context, signal),
    leave: (drop) => leave(context, drop),
  };
}

function forgetOwnClient(context: SignInContext, outer: AbortSignal): Promise<void> {
  const record = context.deps.record();
  return withSignInLock(context, outer, async () => {
    const stored = await load(context, record);
    if (stored.own) await apply(context, record, stored, { type: 'client_changed' });
  });
}

function signOut(context: SignInContext, outer: AbortSignal): Promise<void> {
  const { deps, running } = context;
  const record = deps.record();
  for (const stop of running) stop.abort(fail('cancelled'));
  return withSignInLock(context, outer, async () => {
    const stored = await load(context, record);
    const own = await ownClient(context, record);
    await apply(context, record, stored, { type: 'signed_out' });
    // Not awaited: the user is signed out, whatever the server responds.
    void revokeToken(stored, own, deps.fetch(record, inTime())).catch((error: unknown) =>
      deps.warn(`revocation: ${toError(error).type}`),
    );
  });
}

async function leave<T>(context: SignInContext, drop: () => Promise<T>): Promise<Dropped<T>> {
  const { deps, running } = context;
  const record = deps.record();
  for (const stop of running) stop.abort(fail('cancelled'));
  let hasBegun = false;
  async function dropRead() {
    hasBegun = true;
    const revoke = await prepareRevocation(context, record);
    return { value: await drop(), revoke };
  }
  // While this tab holds the lock, no tab can store new tokens between reading and deleting.
  const { value, revoke } = await withSignInLock(context, AbortSignal.timeout(lockMs), dropRead).catch(
    (error: unknown) => (hasBegun ? Promise.reject(error) : dropRead()),
  );
  const failed = (error: unknown): Revocation => {
    deps.warn(`revocation: ${toError(error).type}`);
    return 'failed';
  };
  return { value, revocation: revoke().catch(failed) };
}

/**
 * Reads what the revocation request needs, before it is deleted. The returned function sends the request, or
 * reports that the data could not be read.
 */
async function prepareRevocation(
  context: SignInContext,
  record: ServerRecord,
): Promise<() => Promise<Revocation>> {
  try {
    const stored = await load(context, record);
    const own = await ownClient(context, record);
    return () => revokeToken(stored, own, context.deps.fetch(record, inTime()));
  } catch (error) {
    const isLocked = toError(error).type === 'locked';
    const hasTokens = record.signIn === 'signed_in' || record.signIn === 'needed_again';
    if (isLocked) return async () => (hasTokens ? 'locked' : 'none');
    return () => Promise.reject(error);
  }
}
