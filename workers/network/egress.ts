/**
 * The egress gate, which every request of a tool passes: decides which hosts and headers are allowed and how
 * much of the response is read.
 */
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import { imageType } from '#shared/conversation/content.ts';
import type { NetworkRequest, NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import { toolFailure, type ToolFailure } from '#workers/contracts/tool-error.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { SpacedInit } from './address-space.ts';
import {
  checkRequest,
  checkUrl,
  isPublic,
  refusalOf,
  type Checked,
  type EgressDeps,
  type HostPolicy,
  type UrlVerdict,
} from './check-request.ts';
import {
  describeFailure,
  describeRedirect,
  describeRefusal,
  findCause,
  findPlainCause,
  type FailureCause,
  type ProbeDeps,
  type Refusal,
} from './explain-failure.ts';
import { withGitToken, type FindGitToken } from './git-token.ts';
import { classifyHost } from './host-class.ts';
import { isReached, needsPreflight } from './preflight.ts';
import { readBounded } from './read-bounded.ts';
import { adviceOnReader, hasHostLists, readWith } from './reader.ts';
import { fetchThroughRelay, withoutKey, type Relay } from './relay.ts';
import { findSearchKey, withSearchKey, type FindSearchKey } from './search-key.ts';

export type Egress = {
  /** `publicOnly`: rejects private hosts, even those that the user has allowed. */
  check(url: string, publicOnly?: boolean): Promise<UrlVerdict>;
  /**
   * The failure that `request` would return without sending anything; used for responses cached on this
   * device.
   */
  refusal(url: string, hosts?: HostRules): Promise<ToolFailure | undefined>;
  /**
   * Contract: never throws. Cookies and referrer are never sent. `hosts`: the agent's lists. `hasPass`: private
   * hosts that this request may reach, too.
   */
  request(
    request: NetworkRequest,
    signal: AbortSignal,
    hosts?: HostRules,
    hasPass?: (host: string) => boolean,
  ): Promise<NetworkOutcome>;
};

type GateDeps = EgressDeps & {
  /** The user's relay, if any; `locked` if its key is. */
  relay(): Promise<Relay | 'locked' | undefined>;
  gitToken: FindGitToken;
  /** The URL template of the user's reader service, if any. */
  reader(): Promise<string | undefined>;
  searchKey: FindSearchKey;
};

export function createEgress(deps: GateDeps): Egress {
  /** Hosts without CORS headers: requests to them go through the relay from then on. */
  const closed = new Set<string>();

  /** CORS blocked the response, or may have: uses the relay or the reader service, or returns advice. */
  async function answerRefusal(checked: Checked, cause: Refusal, hosts?: HostRules): Promise<NetworkOutcome> {
    const { url, mayUseReader, isRepeatable, init } = checked;
    const [method, relay] = [init.method ?? 'GET', await relayTo(checked, deps)];
    if (typeof relay !== 'object') {
      const reader = mayUseReader && relay !== 'far' ? await deps.reader() : undefined;
      if (reader !== undefined && !hasHostLists(hosts)) return readWith(reader, checked, deps.fetch);
      const advice = mayUseReader && relay === undefined ? adviceOnReader(reader, hosts) : '';
      return unreadable(`${describeRefusal(url, method, cause, relay)}${advice}`);
    }
    closed.add(url.host);
    // The server may have executed the request, so only idempotent requests are repeated automatically.
    if (isRepeatable) return relayed(checked, relay, hosts);
    return unreadable(describeRefusal(url, method, cause, new URL(relay.url)));
  }

  async function send(checked: Checked, signal: AbortSignal, hosts?: HostRules): Promise<NetworkOutcome> {
    const { url, policy } = checked;
    const relay = closed.has(url.host) ? await relayTo(checked, deps) : undefined;
    if (typeof relay === 'object') return relayed(checked, relay, hosts);
    const fetch = await fetchFrom(url, policy);
    let response;
    try {
      response = await sendDirectly(checked, fetch, signal, hosts);
    } catch (error) {
      signal.throwIfAborted();
      const cause = await causeOf(checked, { ...deps, fetch }, signal);
      signal.throwIfAborted();
      if (cause === 'cors' || cause === 'unclear') return answerRefusal(checked, cause, hosts);
      const way = cause === 'mixed_content' ? await relayTo(checked, deps) : undefined;
      // The browser has sent nothing, so that every method may go through the relay.
      if (typeof way === 'object') return relayed(checked, way, hosts);
      return failure(describeFailure(cause, url, error, checked.isOwnAddress));
    }
    return readResponse(response, response.url, checked, hosts);
  }

  return {
    check: (url, publicOnly = false) => checkUrl(url, publicOnly ? publicPolicy(deps) : deps),
    refusal: (url, hosts) => refusalOf(url, deps, hosts),
    async request(request, signal, hosts, hasPass) {
      const key = await findSearchKey(request, deps.searchKey);
      if (key && 'type' in key) return key;
      const policy = await policyOf(request, !!key, withPasses(deps, hasPass));
      const checked = await checkRequest(request, signal, policy, hosts);
      if ('type' in checked) return checked;
      try {
        const sent = () => send(checked, signal, hosts);
        if (key) return await withSearchKey(checked, key, request.url, sent);
        return await (request.credentials === 'git' ? withGitToken(checked, deps.gitToken, sent) : sent());
      } catch (error) {
        return broken(checked, error, signal);
      }
    },
  };
}

/** Throws if it needs a preflight and nothing answers there; a host that the user allowed may be private. */
async function sendDirectly(
  { url, init, policy }: Checked,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  hosts?: HostRules,
): Promise<Response> {
  const isAsked = needsPreflight(init.method ?? 'GET', init.headers) && (await isPublic(url, policy));
  if (isAsked && !(await isReached(url, fetch, signal, !hasHostLists(hosts))))
    throw new TypeError('No answer.');
  return fetch(url, init);
}

/**
 * The probe that finds the cause follows redirects, so it is sent only if the original request was allowed
 * to.
 */
async function causeOf(
  { url, init }: Checked,
  deps: ProbeDeps,
  signal: AbortSignal,
): Promise<FailureCause | 'unclear'> {
  if (init.redirect === 'follow') return findCause(url, deps, signal);
  return (await findPlainCause(url, deps)) ?? 'unclear';
}

/** A host in the user's own network is named only to a relay there: another cannot reach it. */
async function relayTo(
  { url, policy }: Checked,
  deps: GateDeps,
): Promise<Relay | 'locked' | 'far' | undefined> {
  const relay = await deps.relay();
  if (relay === 'locked' || (await isPublic(url, policy))) return relay;
  const isNear = relay && (await classifyHost(new URL(relay.url).hostname)) === 'private';
  return isNear ? relay : 'far';
}

async function relayed(checked: Checked, relay: Relay, hosts?: HostRules): Promise<NetworkOutcome> {
  const answer = await fetchThroughRelay(relay, checked.url, checked.init, checked.policy.fetch);
  if (answer.type === 'failed') return answer.outcome;
  const outcome = await readResponse(answer.response, answer.url, checked, hosts);
  if (outcome.type !== 'success') return outcome;
  const response = withoutKey(outcome.response, relay);
  return { ...outcome, response: { ...response, relay: new URL(relay.url).host } };
}

function withPasses(deps: EgressDeps, hasPass?: (host: string) => boolean): EgressDeps {
  if (!hasPass) return deps;
  return { ...deps, isHostAllowed: (host) => deps.isHostAllowed(host) || hasPass(host) };
}

/** `isToService`: the request goes to a search service that the user configured. */
function policyOf(
  { url, publicOnly }: NetworkRequest,
  isToService: boolean,
  deps: EgressDeps,
): HostPolicy | Promise<HostPolicy> {
  if (publicOnly) return publicPolicy(deps);
  return isToService ? servicePolicy(url, deps) : deps;
}

/** The host policy for tools that read public pages only: ignores the private hosts that the user allowed. */
function publicPolicy(deps: EgressDeps): HostPolicy {
  return { ...deps, isHostAllowed: () => false, publicOnly: true };
}

/** The host policy for a service that the user configured: its own host may be private. */
async function servicePolicy(address: string, deps: EgressDeps): Promise<HostPolicy> {
  const { host, hostname } = new URL(address);
  if ((await classifyHost(hostname)) === 'public') return deps;
  return { ...deps, isHostAllowed: (each) => each === host || deps.isHostAllowed(each) };
}

/**
 * For a public name, returns a `fetch` that reaches public addresses only: the browser blocks the request if
 * the name, or a redirect, resolves to a private address. A private host that the user allowed may resolve to
 * any address.
 */
async function fetchFrom(url: URL, policy: HostPolicy): Promise<typeof fetch> {
  if (!(await isPublic(url, policy))) return policy.fetch;
  const space: SpacedInit = { targetAddressSpace: 'public' };
  return (input, init) => policy.fetch(input, { ...init, ...space });
}

/** `address`: the final URL, which is checked again because a redirect may have led elsewhere. */
async function readResponse(
  response: Response,
  address: string,
  { url, init, maxBytes, maxImageBytes, policy }: Checked,
  hosts?: HostRules,
): Promise<NetworkOutcome> {
  if (response.type === 'opaqueredirect') return failure(describeRedirect(url, init.method ?? 'GET'));
  const final = new URL(address || url);
  const verdict = await checkUrl(final.href, policy);
  if (verdict.type !== 'allowed' || refuseHost(hosts, final)) {
    await response.body?.cancel();
    return misled(url);
  }
  const most = imageType([...response.headers]) ? maxImageBytes : maxBytes;
  const { bytes, truncated } = await readBounded(response.body, most);
  const result: NetworkResponse = {
    status: response.status,
    statusText: response.statusText,
    url: address,
    headers: [...response.headers],
    body: bytes,
    truncated,
  };
  return { type: 'success', response: result };
}

/**
 * Does not name the host: the server chose the name, and guarded mode takes an error of this type for words of the app.
 */
function misled({ host }: URL): ToolFailure {
  const message = `${host} redirected to a host that this agent may not use: a private address, or one that its lists exclude. Its answer was discarded. The user can change both in the settings.`;
  return toolFailure('permission_denied', message);
}

function broken({ url, isOwnAddress }: Checked, error: unknown, signal: AbortSignal): ToolFailure {
  return signal.aborted
    ? { type: 'error', errorType: 'cancelled', message: `The request to ${url.host} was stopped.` }
    : failure(describeFailure('unreachable', url, error, isOwnAddress));
}

function unreadable(message: string): NetworkOutcome {
  return { ...failure(message), isUnreadable: true };
}

function failure(message: string): ToolFailure {
  return { type: 'error', errorType: 'network_error', message };
}
