/** The stored sign-in changes only by events, whatever the network does. */
import { describe, expect, it } from 'vitest';
import { reduceSignIn, withTokens } from '#workers/mcp/sign-in/reduce-sign-in.ts';
import type { StoredSignIn } from '#workers/mcp/sign-in/stored-sign-in.ts';

const issuer = 'https://auth.example.com/';
const discovery = { authorizationServerUrl: issuer };
const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', scope: 'read', issuer };
const pending = { state: 's', verifier: 'v', redirect: 'https://app/oauth.html', at: 1 };
const signedIn: StoredSignIn = { tokens, expiresAt: 5, client: { client_id: 'c' }, discovery };

describe('a stored sign-in', () => {
  it('keeps refreshed tokens, and forgets what the server wanted before', () => {
    const next = { ...tokens, access_token: 'b', expires_in: 10 };
    const event = { type: 'refreshed' as const, tokens: next, now: 1_000, isSignedIn: false };
    const { stored, state } = reduceSignIn({ ...signedIn, wanted: { scope: 'read' } }, event);
    expect(stored).toEqual({ ...signedIn, tokens: next, expiresAt: 11_000 });
    expect(state).toBe('signed_in');
    expect(reduceSignIn(signedIn, { ...event, isSignedIn: true })).not.toHaveProperty('state');
  });

  it('still needs the user after a refresh where scopes are missing', () => {
    const wanted = { scope: 'read write', isMore: true };
    const event = { type: 'refreshed' as const, tokens, now: 0, isSignedIn: false };
    const change = reduceSignIn({ ...signedIn, wanted }, event);
    expect(change.stored.wanted).toEqual(wanted);
    expect(change).not.toHaveProperty('state');
  });

  it('loses its tokens with the refresh token, and the registration where the server has lost it', () => {
    const rejected = (isClientUnknown: boolean) =>
      reduceSignIn(signedIn, { type: 'refresh_rejected', isClientUnknown }).stored;
    expect(rejected(false)).toEqual({ client: signedIn.client, discovery });
    expect(rejected(true)).toEqual({ discovery });
  });

  it('merges the scopes that are missing with those granted, without duplicates', () => {
    const event = { type: 'insufficient_scope' as const, scope: 'write read', metadata: 'https://m/' };
    const { stored, state } = reduceSignIn(signedIn, event);
    expect(stored.wanted).toEqual({ scope: 'write read', isMore: true, metadata: 'https://m/' });
    expect(state).toBe('needed_again');
  });

  it('keeps missing scopes when a request is refused later', () => {
    const wanted = { scope: 'read write', isMore: true };
    const { stored } = reduceSignIn({ ...signedIn, wanted }, { type: 'unauthorized', scope: 'read' });
    expect(stored.wanted).toEqual(wanted);
    expect(reduceSignIn({}, { type: 'unauthorized', scope: 'read' })).toEqual({
      stored: { wanted: { scope: 'read' } },
      state: 'needed',
    });
  });

  it('is pending with what was found out, and whole again once the answer is refused', () => {
    const begun = reduceSignIn(signedIn, { type: 'begun', pending, draft: { discovery, pending } }).stored;
    expect(begun).toEqual({ ...signedIn, pending: { ...pending, discovery } });
    expect(reduceSignIn(begun, { type: 'refused' })).toEqual({ stored: signedIn });
  });

  it('binds the user’s own client id to the server that it signed in with', () => {
    const draft = { ...signedIn, pending };
    const finished = reduceSignIn(draft, { type: 'finished', draft, clientId: 'mine' });
    expect(finished).toEqual({ stored: { ...signedIn, own: { id: 'mine', issuer } }, state: 'signed_in' });
    expect(reduceSignIn(finished.stored, { type: 'client_changed' }).stored).toEqual(signedIn);
    expect(reduceSignIn(finished.stored, { type: 'signed_out' })).toEqual({
      stored: { own: { id: 'mine', issuer } },
      state: 'needed',
    });
  });

  it('has no end where the server names none', () => {
    for (const expires_in of [0, -1, Infinity])
      expect(withTokens({}, { ...tokens, expires_in }, 1_000)).not.toHaveProperty('expiresAt');
  });
});
