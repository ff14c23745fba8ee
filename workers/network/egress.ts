/** The egress gate: every request of a tool passes it; it decides which addresses, which headers, and how much of the response. */
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import { imageType } from '#shared/conversation/content.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { SpacedInit } from './address-space.ts';
import { explainFailure } from './explain-failure.ts';
import { classifyHost } from './host-class.ts';
import type { NetworkRequest, NetworkResponse } from '#workers/contracts/network-port.ts';
import { readBounded } from './read-bounded.ts';

type UrlVerdict =
  | { type: 'allowed' }
  /** A private or loopback host the user has not allowed; `host` as in `URL.host`. */
  | { type: 'ask'; host: string }
  | { type: 'refused'; errorType: ToolErrorType; message: string };

export type Egress = {
  check(url: string): Promise<UrlVerdict>;
  /** Contract: never throws. Credentials and referrer are never sent. `hosts`: the agent's lists. */
  request(request: NetworkRequest, signal: AbortSignal, hosts?: HostRules): Promise<NetworkOutcome>;
};

export type EgressDeps = {
  fetch: typeof fetch;
  online(): boolean;
  pageProtocol: string;
  isHostAllowed(host: string): boolean;
};

export function createEgress(deps: EgressDeps): Egress {
  const check = (url: string) => checkUrl(url, deps);
  return {
    check,
    async request(request, signal, hosts) {
      const verdict = await check(request.url);
      if (verdict.type === 'refused')
        return { type: 'error', errorType: verdict.errorType, message: verdict.message };
      if (verdict.type === 'ask') return denied(verdict.host);
      if (refuseHost(hosts, new URL(request.url))) return unlisted(new URL(request.url).host);
      const headers = readHeaders(request.headers);
      if (typeof headers === 'string')
        return { type: 'error', errorType: 'validation_error', message: headers };
      const url = new URL(request.url);
      const ask = await fetchFrom(url, deps);
      try {
        const response = await ask(url, {
          method: request.method,
          headers,
          ...(request.body === undefined ? {} : { body: request.body }),
          signal,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          redirect: (await mayFollow(request, url, hosts)) ? 'follow' : 'manual',
        });
        return await readResponse(response, request, deps, hosts);
      } catch (error) {
        if (signal.aborted)
          return {
            type: 'error',
            errorType: 'cancelled',
            message: `The request to ${url.host} was stopped.`,
          };
        return explainFailure(error, url, request.method, { ...deps, fetch: ask }, signal);
      }
    },
  };
}

async function checkUrl(text: string, { isHostAllowed }: EgressDeps): Promise<UrlVerdict> {
  if (!URL.canParse(text))
    return refuse(`Invalid URL: ${text}. Give a full address such as https://example.com/page.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(`Invalid URL: ${text}. Only https:// and http:// addresses can be requested.`);
  if (url.username || url.password)
    return refuse('Invalid URL: it contains a user name or password. Send credentials in a header instead.');
  if ((await classifyHost(url.hostname)) === 'public' || isHostAllowed(url.host)) return { type: 'allowed' };
  return { type: 'ask', host: url.host };
}

/**
 * For a public name, a `fetch` that reaches public addresses only: neither a name that resolves to a private one nor a
 * redirect gets a request through. A private host that the user allowed may resolve to anything.
 */
async function fetchFrom(url: URL, { fetch, isHostAllowed }: EgressDeps): Promise<typeof fetch> {
  if (isHostAllowed(url.host) || (await classifyHost(url.hostname)) !== 'public') return fetch;
  const space: SpacedInit = { targetAddressSpace: 'public' };
  return (input, init) => fetch(input, { ...init, ...space });
}

/** The browser hides redirect targets until it has followed them: with a list of allowed hosts none is followed. */
async function mayFollow({ method }: NetworkRequest, url: URL, hosts?: HostRules): Promise<boolean> {
  if (hosts?.allow && hosts.allow.length > 0) return false;
  return (method === 'GET' || method === 'HEAD') && (await classifyHost(url.hostname)) === 'public';
}

/** The address is checked again, since a redirect may have led elsewhere. */
async function readResponse(
  response: Response,
  request: NetworkRequest,
  deps: EgressDeps,
  hosts?: HostRules,
): Promise<NetworkOutcome> {
  if (response.type === 'opaqueredirect') return redirected(request);
  const verdict = await checkUrl(response.url || request.url, deps);
  if (verdict.type !== 'allowed') {
    await response.body?.cancel();
    return denied(new URL(response.url).host);
  }
  const final = new URL(response.url || request.url);
  if (refuseHost(hosts, final)) {
    await response.body?.cancel();
    return unlisted(final.host);
  }
  const { maxBytes, maxImageBytes = maxBytes } = request;
  const most = imageType([...response.headers]) ? maxImageBytes : maxBytes;
  const { bytes, truncated } = await readBounded(response.body, most);
  const result: NetworkResponse = {
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    headers: [...response.headers],
    body: bytes,
    truncated,
  };
  return { type: 'success', response: result };
}

/** The Headers object, or the message for the model if a name or a value is invalid. */
function readHeaders(values: Record<string, string>): Headers | string {
  try {
    return new Headers(values);
  } catch (error) {
    return `Parameter 'headers': ${messageOf(error)}. Use plain ASCII names and values.`;
  }
}

function refuse(message: string): UrlVerdict {
  return { type: 'refused', errorType: 'validation_error', message };
}

function denied(host: string): NetworkOutcome {
  return {
    type: 'error',
    errorType: 'permission_denied',
    message: `${host} is a private address and is not allowed. The user can allow it when asked, or with oneclaw.permissions.allowHost(${JSON.stringify(host)}).`,
  };
}

/** The permission gate has refused such a host already; this holds for what a tool asks for while it runs, and redirects. */
function unlisted(host: string): NetworkOutcome {
  return {
    type: 'error',
    errorType: 'permission_denied',
    message: `This agent may not use ${host}, by its lists of allowed and blocked hosts. The user can change them in the agent's settings.`,
  };
}

function redirected({ url, method }: NetworkRequest): NetworkOutcome {
  return {
    type: 'error',
    errorType: 'network_error',
    message: `${url} answered ${method} with a redirect, which is not followed here, because the browser hides where it leads. Ask for the final address instead.`,
  };
}
