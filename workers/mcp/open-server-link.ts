/**
 * Opens a link to a configured server with its secrets, limits on its responses, and handlers of its requests
 * to the user.
 */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { createConnectionFetch } from '#workers/network/connection-fetch.ts';
import type { EgressDeps } from '#workers/network/check-request.ts';
import type { ServerRecord, ServerStore } from './stored-server.ts';
import { fail } from './errors/failure.ts';
import type { Redactor } from './redact-secrets.ts';
import type { Requester } from './requests/running-calls.ts';
import type { Handlers } from './server.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import { guardFetch } from './connection/guarded-fetch.ts';
import type { ElicitRequest, ElicitResult, SampleParams, SampleResult } from './connection/link.ts';
import { connect, type Opened } from './connection/negotiate-transport.ts';

export type OpenLinkDeps = {
  store: ServerStore;
  network: EgressDeps;
  /** This app's version, sent to servers. */
  version: string;
  /** Acquires a lock across all tabs if it is free; the returned function releases it. */
  tryLock(name: string): Promise<(() => void) | undefined>;
  /** Prompts the user on behalf of a server (elicitation). */
  elicit(requester: Requester, params: ElicitRequest['params'], signal: AbortSignal): Promise<ElicitResult>;
  /** Queries the user's model on behalf of a server (sampling). */
  sample(requester: Requester, params: SampleParams, signal: AbortSignal): Promise<SampleResult>;
  now(): number;
};

type LinkParts = { redactor: Pick<Redactor, 'addSecrets'>; signIn: Pick<SignIn, 'auth' | 'needsMore'> };

/**
 * `record` is a snapshot: secrets and tokens belong to its address, even if the user changes the address
 * meanwhile.
 */
export async function openServerLink(
  record: ServerRecord,
  { known, live, runningCalls, log, onChanged }: Handlers,
  signal: AbortSignal,
  deps: OpenLinkDeps & LinkParts,
): Promise<Opened> {
  const { signIn, version } = deps;
  const secrets = await deps.store.secrets(record);
  if (!secrets) throw fail('locked');
  deps.redactor.addSecrets(secrets);
  const url = new URL(record.url);
  const guarded = guardFetch({
    fetch: createConnectionFetch(url, deps.network),
    headers: { origin: url.origin, values: secrets.headers },
    now: deps.now,
    get: 'listens',
    isUserAsked: runningCalls.isAsked,
    onLimit: live.broke,
    onSessionLost: live.lost,
    // HTTPS usually means HTTP/2, on which all requests share one connection, so the limit is for HTTP only.
    ...(url.protocol === 'http:' ? { listen: () => takeListenSlot(url.origin, deps) } : {}),
  });
  const requester: Requester = { record, runningCalls, log };
  const linkDeps = {
    url,
    version,
    async fetch(...[input, init]: Parameters<typeof guarded>) {
      const response = await guarded(input, init);
      if (response.status === 403) await signIn.needsMore(record, response);
      return response;
    },
    auth: signIn.auth(record),
    elicit: (params: ElicitRequest['params'], stop: AbortSignal) => deps.elicit(requester, params, stop),
    ...(record.sampling.isOn
      ? { sample: (params: SampleParams, stop: AbortSignal) => deps.sample(requester, params, stop) }
      : {}),
    onChanged,
    onLog: (level: Parameters<typeof log.add>[1], text: string) => log.add('server', level, text),
    // The library reports every error here, including those of single requests.
    onProblem(error: Error, isEnd: boolean) {
      log.add('app', 'debug', error.message);
      if (isEnd) live.lost();
    },
  };
  return connect(record.transport, known, linkDeps, signal);
}

/**
 * A browser opens six HTTP/1.1 connections per origin; the number of listening streams is limited so that
 * some remain for requests.
 */
async function takeListenSlot(
  origin: string,
  { tryLock }: Pick<OpenLinkDeps, 'tryLock'>,
): Promise<(() => void) | undefined> {
  for (let slot = 0; slot < mcpLimits.listeners; slot++) {
    const release = await tryLock(`oneclaw-listen-${origin}-${slot}`);
    if (release) return release;
  }
  return undefined;
}
