/** Signing in at a server, OAuth 2.1: the tokens stay in the vault, bound to its address, and one tab at a time renews them. */
import { assertNever } from '#shared/assert-never.ts';
import type { McpSignIn } from '#shared/mcp/mcp.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { RefusedAddressError, type ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { isSameServer, type ServerRecord, type ServerSecrets } from '#workers/domains/mcp/store.ts';
import { explainFailure } from '../errors/explain-failure.ts';
import { explainSignIn } from '../errors/explain-sign-in.ts';
import { fail, McpFailure } from '../errors/failure.ts';
import { joinScopes } from './merge-scopes.ts';
import { loadClient } from '../connection/load-client.ts';
import { createOAuthDraft, withTokens, type OAuthDraft } from './oauth-provider.ts';
import type { AuthProvider } from '../connection/protocol-client.ts';
import { renewTokens } from './refresh-tokens.ts';
import { revokeToken } from './revoke-token.ts';
import {
  issuerOf,
  neededBy,
  pendingIn,
  readSignIn,
  without,
  type OwnClient,
  type StoredSignIn,
} from './stored-sign-in.ts';

export type SignInPorts = {
  /** As it is stored now. All else is for the server as it was when the work began. */
  record(): ServerRecord;
  secrets(record: ServerRecord): Promise<ServerSecrets | undefined>;
  /** Undefined where the vault is locked. */
  read(record: ServerRecord): Promise<string | undefined>;
  /** False, and nothing is written, where that server is gone or elsewhere by now. */
  write(record: ServerRecord, text: string, state?: McpSignIn): Promise<boolean>;
  /** To the server and to whom it names; without the user's own headers. */
  fetch(record: ServerRecord, signal: AbortSignal): ConnectionFetch;
  /** Throws where the user must not be sent there. */
  checkPage(record: ServerRecord, page: URL, redirect: string): Promise<void>;
  /** Runs alone, in all tabs; `signal` ends the wait for it. */
  alone<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** As in `ServersPorts`. */
  clientDocument: string;
  /** Something went wrong that stops nothing. */
  warn(text: string): void;
  now(): number;
};

export type SignIn = {
  /** For a connection to the server as it is now. */
  auth(record: ServerRecord): AuthProvider;
  /** The server wants more than the user allowed: they have to sign in once more. */
  needsMore(record: ServerRecord, refusal: Response): Promise<void>;
  /** Where the user has to go. */
  begin(redirect: string, signal: AbortSignal): Promise<string>;
  /** Whether this answer is for a sign-in of this server that is under way, in whichever tab. */
  isFor(state: string): Promise<'own' | 'other' | 'locked'>;
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<void>;
  /** The user has entered their client id or its secret anew: they may have it from another server by now. */
  unbind(signal: AbortSignal): Promise<void>;
  /** Whatever is under way in this tab ends with it. */
  end(signal: AbortSignal): Promise<void>;
};

/** A token is renewed so long before its end that it lasts for the request. */
const marginMs = 30_000;

export function createSignIn(ports: SignInPorts): SignIn {
  const atWork = new Set<AbortController>();

  /** A server that never answers holds nobody up for longer than this work has. */
  async function alone<T>(outer: AbortSignal, work: (visit: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const signal = AbortSignal.any([outer, stop.signal]);
    atWork.add(stop);
    try {
      return await ports.alone(() => {
        signal.throwIfAborted();
        return work(signal);
      }, signal);
    } finally {
      atWork.delete(stop);
    }
  }

  async function load(record: ServerRecord): Promise<StoredSignIn> {
    const text = await ports.read(record);
    if (text === undefined) throw fail('locked');
    return readSignIn(text);
  }
  /** A token that comes late is not for the address that the user has given the server meanwhile. */
  async function save(record: ServerRecord, stored: StoredSignIn, state?: McpSignIn): Promise<void> {
    if (!(await ports.write(record, JSON.stringify(stored), state))) throw fail('cancelled');
  }

  async function ownOf(record: ServerRecord): Promise<OwnClient> {
    const secrets = await ports.secrets(record);
    if (!secrets) throw fail('locked');
    return { id: record.clientId, secret: secrets.clientSecret };
  }

  async function draftOf(record: ServerRecord, stored: StoredSignIn, redirect: string): Promise<OAuthDraft> {
    const { id: clientId, secret: clientSecret } = await ownOf(record);
    const { clientDocument, now } = ports;
    return createOAuthDraft({ stored, redirect, clientId, clientSecret, clientDocument, now });
  }

  async function run(
    record: ServerRecord,
    draft: OAuthDraft,
    signal: AbortSignal,
    options: {
      scope?: string;
      authorizationCode?: string;
      iss?: string;
      forceReauthorization?: boolean;
    } = {},
  ): Promise<void> {
    const { auth } = await loadClient();
    const { metadata } = draft.stored().wanted ?? {};
    await auth(draft.provider, {
      serverUrl: record.url,
      fetchFn: ports.fetch(record, signal),
      ...(metadata && URL.canParse(metadata) ? { resourceMetadataUrl: new URL(metadata) } : {}),
      ...options,
    }).catch((error: unknown) => Promise.reject(explainSignIn(error)));
  }

  /** The new token, or none where the user has to sign in again; to be done alone. */
  async function renew(record: ServerRecord, old: string, signal: AbortSignal): Promise<string | undefined> {
    const stored = await load(record);
    // Another tab was here before.
    if (stored.tokens && stored.tokens.access_token !== old) return stored.tokens.access_token;
    if (!stored.tokens?.refresh_token) return undefined;
    const renewed = await renewTokens(stored, await ownOf(record), ports.fetch(record, signal));
    switch (renewed.type) {
      case 'renewed':
        await saveRenewed(record, withTokens(stored, renewed.tokens, ports.now()));
        return renewed.tokens.access_token;
      case 'over':
        await save(record, without(stored, 'tokens', 'expiresAt'));
        return undefined;
      case 'unknown_client':
        await save(record, without(stored, 'tokens', 'expiresAt', 'client'));
        return undefined;
      case 'failed':
        return undefined;
      default:
        return assertNever(renewed);
    }
  }

  async function saveRenewed(record: ServerRecord, stored: StoredSignIn): Promise<void> {
    if (stored.wanted?.isMore) return save(record, stored);
    const isKnown = ports.record().signIn === 'signed_in';
    return save(record, without(stored, 'wanted'), isKnown ? undefined : 'signed_in');
  }

  async function token(record: ServerRecord): Promise<string | undefined> {
    const now = ports.record();
    if (now.signIn === 'none' || !isSameServer(now, record)) return undefined;
    const { tokens, expiresAt = Infinity } = await load(record);
    if (!tokens) return undefined;
    if (expiresAt - marginMs > ports.now() || !tokens.refresh_token) return tokens.access_token;
    const old = tokens.access_token;
    const renewed = alone(inTime(), (signal) => renew(record, old, signal));
    return (await renewed.catch(() => undefined)) ?? old;
  }

  async function onUnauthorized(record: ServerRecord, response: Response): Promise<void> {
    const { extractWWWAuthenticateParams } = await loadClient();
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    const headers = (await ports.secrets(record))?.headers ?? {};
    // The user's own key was refused; signing in is not what is missing.
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
      throw new McpFailure({ type: 'forbidden', status: 401 });
    const wanted = {
      ...(scope ? { scope: joinScopes(scope) } : {}),
      ...(resourceMetadataUrl ? { metadata: resourceMetadataUrl.href } : {}),
    };
    const old = (await load(record)).tokens?.access_token;
    await alone(inTime(), async (signal) => {
      if (old !== undefined && (await renew(record, old, signal)) !== undefined) return;
      const stored = await load(record);
      // The user has signed in while this waited.
      if (stored.tokens && stored.tokens.access_token !== old) return;
      const more = stored.wanted?.isMore ? stored.wanted : {};
      await save(record, { ...stored, wanted: { ...wanted, ...more } }, neededBy(stored));
      throw fail('needs_sign_in');
    }).catch((error: unknown) => {
      // Whoever looks up where to sign in holds this up; what is missing is plain without it.
      throw old === undefined ? fail('needs_sign_in') : error;
    });
  }

  return {
    auth: (record) => ({
      token: () => token(record),
      onUnauthorized: ({ response }) => onUnauthorized(record, response),
    }),

    async needsMore(record, response) {
      const { extractWWWAuthenticateParams } = await loadClient();
      const { error, scope = '', resourceMetadataUrl } = extractWWWAuthenticateParams(response);
      if (error !== 'insufficient_scope') return;
      await alone(inTime(), async () => {
        const stored = await load(record);
        const metadata = resourceMetadataUrl?.href ?? stored.wanted?.metadata;
        const all = joinScopes(scope, stored.tokens?.scope, stored.wanted?.scope);
        const wanted = { scope: all, isMore: true, ...(metadata ? { metadata } : {}) };
        await save(record, { ...stored, wanted }, neededBy(stored));
      });
    },

    begin(redirect, outer) {
      const record = ports.record();
      return alone(outer, async (signal) => {
        const stored = await load(record);
        // Where to sign in may be another place by now, and who this app is may be forgotten where the last try ended.
        const { client, redirect: of = '', own, wanted } = stored;
        const known = client && !stored.pending ? { client, redirect: of } : {};
        const start = { ...known, ...(own ? { own } : {}), ...(wanted ? { wanted } : {}) };
        const draft = await draftOf(record, start, redirect);
        const { scope } = wanted ?? {};
        await run(record, draft, signal, { forceReauthorization: true, ...(scope ? { scope } : {}) });
        const destination = draft.destination();
        if (!destination) throw fail('sign_in_broken');
        await ports.checkPage(record, destination, redirect).catch((error: unknown) => {
          throw error instanceof RefusedAddressError ? fail('sign_in_broken', error.host) : error;
        });
        const { pending, client: asked, discovery } = draft.stored();
        if (!pending) throw fail('sign_in_broken');
        const found = { ...(asked ? { client: asked } : {}), ...(discovery ? { discovery } : {}) };
        await save(record, { ...stored, pending: { ...pending, ...found } });
        return destination.href;
      });
    },

    async isFor(state) {
      const text = await ports.read(ports.record());
      if (text === undefined) return 'locked';
      return pendingIn(readSignIn(text), ports.now())?.state === state ? 'own' : 'other';
    },

    finish(answer, outer) {
      const record = ports.record();
      return alone(outer, async (signal) => {
        const stored = await load(record);
        const pending = pendingIn(stored, ports.now());
        if (!pending || pending.state !== answer.get('state')) throw fail('unknown_sign_in');
        const iss = answer.get('iss');
        const code = answer.get('code');
        if (!code) {
          await save(record, without(stored, 'pending'));
          throw fail('sign_in_refused', (answer.get('error') ?? '').slice(0, 100));
        }
        const { client, discovery, redirect } = pending;
        const { own } = stored;
        const begun = {
          pending,
          redirect,
          ...(client ? { client } : {}),
          ...(discovery ? { discovery } : {}),
        };
        const draft = await draftOf(record, { ...begun, ...(own ? { own } : {}) }, redirect);
        await run(record, draft, signal, { authorizationCode: code, ...(iss ? { iss } : {}) });
        const done = without(draft.stored(), 'pending');
        const issuer = issuerOf(done);
        const bound = record.clientId && issuer ? { own: { id: record.clientId, issuer } } : {};
        await save(record, { ...done, ...bound }, 'signed_in');
      });
    },

    unbind(outer) {
      const record = ports.record();
      return alone(outer, async () => {
        const stored = await load(record);
        if (stored.own) await save(record, without(stored, 'own'));
      });
    },

    end(outer) {
      const record = ports.record();
      for (const stop of atWork) stop.abort(fail('cancelled'));
      return alone(outer, async () => {
        const stored = await load(record);
        const own = await ownOf(record);
        const { own: bound, wanted } = stored;
        await save(record, { ...(bound ? { own: bound } : {}), ...(wanted ? { wanted } : {}) }, 'needed');
        // The user is signed out, whatever the server makes of it and however long that takes.
        void revokeToken(stored, own, ports.fetch(record, inTime())).catch((error: unknown) =>
          ports.warn(`revocation: ${explainFailure(error).type}`),
        );
      });
    },
  };
}

/** For what happens besides a request to the server. */
const inTime = () => AbortSignal.timeout(mcpLimits.connectMs);
