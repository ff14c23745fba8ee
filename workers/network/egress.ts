/** The egress gate: every request of a tool passes it; it decides which addresses, which headers, and how much of the response. */
import { imageType } from '#shared/conversation/content.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
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
  /** Contract: never throws. Credentials and referrer are never sent. */
  request(request: NetworkRequest, signal: AbortSignal): Promise<NetworkOutcome>;
};

export type EgressDeps = {
  fetch: typeof fetch;
  online(): boolean;
  pageProtocol: string;
  isHostAllowed(host: string): boolean;
};

export function createEgress(deps: EgressDeps): Egress {
  async function check(text: string): Promise<UrlVerdict> {
    if (!URL.canParse(text))
      return refuse(`Invalid URL: ${text}. Give a full address such as https://example.com/page.`);
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return refuse(`Invalid URL: ${text}. Only https:// and http:// addresses can be requested.`);
    if (url.username || url.password)
      return refuse(
        'Invalid URL: it contains a user name or password. Send credentials in a header instead.',
      );
    if ((await classifyHost(url.hostname)) === 'public' || deps.isHostAllowed(url.host))
      return { type: 'allowed' };
    return { type: 'ask', host: url.host };
  }

  async function request(request: NetworkRequest, signal: AbortSignal): Promise<NetworkOutcome> {
    const verdict = await check(request.url);
    if (verdict.type === 'refused')
      return { type: 'error', errorType: verdict.errorType, message: verdict.message };
    if (verdict.type === 'ask') return denied(verdict.host);
    const headers = readHeaders(request.headers);
    if (typeof headers === 'string')
      return { type: 'error', errorType: 'validation_error', message: headers };
    const url = new URL(request.url);
    try {
      const response = await deps.fetch(url, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        signal,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        redirect: (await mayFollow(request, url)) ? 'follow' : 'manual',
      });
      return await readResponse(response, request);
    } catch (error) {
      if (signal.aborted)
        return { type: 'error', errorType: 'cancelled', message: `The request to ${url.host} was stopped.` };
      return explainFailure(error, url, request.method, deps, signal);
    }
  }

  /** The browser hides redirect targets until it has followed them. */
  async function mayFollow({ method }: NetworkRequest, url: URL): Promise<boolean> {
    return (method === 'GET' || method === 'HEAD') && (await classifyHost(url.hostname)) === 'public';
  }

  async function readResponse(response: Response, request: NetworkRequest): Promise<NetworkOutcome> {
    if (response.type === 'opaqueredirect') return redirected(request);
    const verdict = await check(response.url || request.url);
    if (verdict.type !== 'allowed') {
      await response.body?.cancel();
      return denied(new URL(response.url).host);
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

  return { check, request };
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

function redirected({ url, method }: NetworkRequest): NetworkOutcome {
  return {
    type: 'error',
    errorType: 'network_error',
    message: `${url} answered ${method} with a redirect, which is not followed here, because the browser hides where it leads. Ask for the final address instead.`,
  };
}
