/** One configured tool server (MCP): its current record, its connection and tools, and the user's sign-in. */
import type { ServerId } from '#shared/ids.ts';
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { literalSpace } from '#workers/network/address-space.ts';
import { findPlainCause } from '#workers/network/explain-failure.ts';
import {
  createConnectionFetch,
  checkAddress,
  RefusedAddressError,
} from '#workers/network/connection-fetch.ts';
import type { KnownServers } from './stored-server.ts';
import { isSameServer, type ServerRecord } from './stored-server.ts';
import { openServerLink, type OpenLinkDeps } from './open-server-link.ts';
import { guardFetch, withoutConnection } from './connection/guarded-fetch.ts';
import { createServerLog } from './connection/log.ts';
import { createRedactor, type Redactor } from './redact-secrets.ts';
import { createServer, type Server, type ServerUse } from './server.ts';
import { dropNull } from './sign-in/drop-null.ts';
import type { SignInDeps } from './sign-in/context.ts';
import { createSignIn, type SignIn } from './sign-in/sign-in.ts';
import type { EgressDeps } from '#workers/network/check-request.ts';

export type ServerHandleDeps = OpenLinkDeps & {
  known: KnownServers;
  /**
   * The URL of the OAuth client metadata document, which replaces client registration; '' if there is none.
   */
  clientDocument: string;
  onChange(id: ServerId): void;
  onUse(id: ServerId, use: ServerUse): void;
  /** Runs `work` while holding a lock across all tabs; `signal` cancels the wait for the lock. */
  withLock<T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

export type ServerHandle = {
  /** The current stored record. */
  readonly record: ServerRecord;
  server: Server;
  signIn: SignIn;
};

/** The handle with the method by which the server list updates its record. */
export type ManagedServer = ServerHandle & { update(record: ServerRecord): void };

/** `remembered`: the serialised `KnownServer`; '' for a new server. */
export function createServerHandle(
  first: ServerRecord,
  remembered: string,
  deps: ServerHandleDeps,
): ManagedServer {
  const { id } = first;
  let record = first;
  const redactor = createRedactor();
  const log = createServerLog(deps.now, redactor.redact);

  const signIn = createSignIn({
    ...signInDeps(id, redactor, deps),
    record: () => record,
    warn: (text) => log.add('app', 'warning', text),
    async write(at, text, state) {
      redactor.addSignIn(text);
      const isWritten = await deps.store.saveSignIn(at, text, state);
      if (isWritten && state) {
        // Updates only this field; changes from another tab are loaded by the next reload of the list.
        if (isSameServer(record, at)) record = { ...record, signIn: state };
        deps.onChange(id);
      }
      return isWritten;
    },
  });

  const server = createServer(
    {
      record: () => record,
      ...{ log, redactor, now: deps.now },
      onChange: () => deps.onChange(id),
      onUse: (use) => deps.onUse(id, use),
      // Stored under the first record, because with another address it is still the same server to the user.
      remember: (text) => void deps.known.write(first, text).catch((error: unknown) => console.warn(error)),
      open: (current, handlers, signal) =>
        openServerLink(current, handlers, signal, { ...deps, redactor, signIn }),
      explain: (error) => explain(redactor.redactError(error), record, deps),
    },
    remembered,
  );
  if (!first.enabled) server.switchOff();

  return {
    get record() {
      return record;
    },
    update: (next) => void (record = next),
    server,
    signIn,
  };
}

type StoredParts = 'secrets' | 'read' | 'fetch' | 'checkPage' | 'withLock' | 'clientDocument' | 'now';

/** The dependencies of a sign-in that do not depend on the current record. */
function signInDeps(
  id: ServerId,
  redactor: Redactor,
  { store, network, withLock, clientDocument, now }: ServerHandleDeps,
): Pick<SignInDeps, StoredParts> {
  return {
    secrets: store.secrets,
    async read(at) {
      const text = await store.signIn(at);
      if (text !== undefined) redactor.addSignIn(text);
      return text;
    },
    fetch(at, signal) {
      const guarded = guardFetch({
        ...withoutConnection,
        fetch: createConnectionFetch(new URL(at.url), network),
        headers: { origin: '', values: {} },
        now,
        get: 'asks',
      });
      return dropNull((input, init) => guarded(input, { ...init, signal }));
    },
    checkPage: (at, page, redirect) => checkSignInPage(page, new URL(at.url), redirect, network),
    withLock: (work, signal) => withLock(`oneclaw-sign-in-${id}`, work, signal),
    clientDocument,
    now,
  };
}

/**
 * Finds the cause of a failure without further requests; only the diagnosis that the user starts sends some.
 */
async function explain(
  error: McpError,
  record: ServerRecord,
  { network }: Pick<ServerHandleDeps, 'network'>,
): Promise<McpError> {
  if (error.type !== 'unreachable') return error;
  const url = new URL(record.url);
  const cause = await findPlainCause(url, network);
  return { ...error, type: cause ?? 'unreachable', host: url.host };
}

/**
 * Checks the URL to which a server sends the user for signing in. `own`: the server's URL. `redirect`: this app's redirect URL, to whose origin no server may send the user
 * directly. Throws a `RefusedAddressError` if the page is in a network that the user did not open to the
 * server, or if a password would be sent unencrypted.
 */
async function checkSignInPage(
  page: URL,
  own: URL,
  redirect: string,
  deps: Pick<EgressDeps, 'isHostAllowed'>,
): Promise<void> {
  await checkAddress(page, own, deps);
  if (page.origin === new URL(redirect).origin) throw new RefusedAddressError('address', page.host);
  // The user has already decided to trust a server that they reach without encryption.
  const isKnown = page.origin === own.origin || deps.isHostAllowed(page.host);
  if (page.protocol !== 'https:' && !isKnown && literalSpace(page.hostname) !== 'loopback')
    throw new RefusedAddressError('address', page.host);
}
