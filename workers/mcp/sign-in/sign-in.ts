/** Signing in to a tool server with OAuth 2.1. Tokens are in the vault, bound to the address; one tab at a time changes them. */
import type { ServerRecord } from '../stored-server.ts';
import type { AuthProvider } from '../connection/link.ts';
import { fail, toError } from '../errors/failure.ts';
import { accessToken, onForbidden, onUnauthorized } from './access-token.ts';
import { beginSignIn, finishSignIn } from './authorize.ts';
import {
  apply,
  exclusively,
  inTime,
  load,
  ownClient,
  type SignInContext,
  type SignInDeps,
} from './context.ts';
import { pendingIn, readSignIn } from './stored-sign-in.ts';
import { revokeToken } from './tokens.ts';

export type SignIn = {
  /** For a connection to the server as it is in this record. */
  auth(record: ServerRecord): AuthProvider;
  /** The server answered 403: where scopes are missing, the user has to sign in again. */
  needsMore(record: ServerRecord, refusal: Response): Promise<void>;
  /** Returns the address where the user signs in. */
  begin(redirect: string, signal: AbortSignal): Promise<string>;
  /** Whether an answer with this state belongs to a pending sign-in of this server, of any tab. */
  isFor(state: string): Promise<'own' | 'other' | 'locked'>;
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
  /** After the user entered a new client id or secret, which may be of another authorization server. */
  unbind(signal: AbortSignal): Promise<void>;
  /** Signs out, and aborts whatever runs in this tab. */
  end(signal: AbortSignal): Promise<void>;
};

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
  };
}

function forgetOwnClient(context: SignInContext, outer: AbortSignal): Promise<void> {
  const record = context.deps.record();
  return exclusively(context, outer, async () => {
    const stored = await load(context, record);
    if (stored.own) await apply(context, record, stored, { type: 'client_changed' });
  });
}

function signOut(context: SignInContext, outer: AbortSignal): Promise<void> {
  const { deps, running } = context;
  const record = deps.record();
  for (const stop of running) stop.abort(fail('cancelled'));
  return exclusively(context, outer, async () => {
    const stored = await load(context, record);
    const own = await ownClient(context, record);
    await apply(context, record, stored, { type: 'signed_out' });
    // Not awaited: the user is signed out, whatever the server answers.
    void revokeToken(stored, own, deps.fetch(record, inTime())).catch((error: unknown) =>
      deps.warn(`revocation: ${toError(error).type}`),
    );
  });
}
