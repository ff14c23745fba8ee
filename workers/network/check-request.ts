/** Checks a tool's request before anything is sent: URL, host, headers and size. */
import { refuseHost, type HostRules } from '#shared/agents/host-rules.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { NetworkFailure, NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { toolFailure, type ToolFailure } from '#workers/contracts/tool-error.ts';
import { classifyHost } from './host-class.ts';
import { needsPreflight } from './preflight.ts';
import { isSearch } from './search-key.ts';

export type UrlVerdict =
  | { type: 'allowed' }
  /** A private host that the user has not allowed; `host` as in `URL.host`. */
  | { type: 'ask'; host: string }
  | { type: 'refused'; errorType: ToolErrorType; message: string };

export type EgressDeps = {
  fetch: typeof fetch;
  online(): boolean;
  pageProtocol: string;
  isHostAllowed(host: string): boolean;
};

/** Decides which private hosts a request may reach. */
export type HostPolicy = EgressDeps & { publicOnly?: boolean };

/** A checked request with its limits, ready to be sent. */
export type Checked = {
  url: URL;
  init: RequestInit & { headers: Headers };
  maxBytes: number;
  maxImageBytes: number;
  policy: HostPolicy;
  /** True if a reader service may be used instead. */
  mayUseReader: boolean;
  /** See `NetworkRequest`. */
  isOwnAddress: boolean;
  /** True if the request is idempotent, so that it may be sent twice. */
  isRepeatable: boolean;
};

/** Checks every part of the request, because tool code made it. */
export async function checkRequest(
  request: NetworkRequest,
  signal: AbortSignal,
  policy: HostPolicy,
  hosts?: HostRules,
): Promise<Checked | NetworkFailure> {
  const { body, method } = request;
  const refusal = await refusalOf(request.url, policy, hosts);
  if (refusal) return refusal;
  const url = new URL(request.url);
  const headers = readHeaders(request.headers);
  if (typeof headers === 'string') return toolFailure('validation_error', headers);
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    return toolFailure('validation_error', 'The body of a request is text or bytes.');
  if (body !== undefined && body.length > limits.networkBytes)
    return toolFailure(
      'validation_error',
      `The body has more than ${limits.networkBytes / 1e6} MB. Send less.`,
    );
  const maxBytes = clamp(request.maxBytes);
  return {
    ...{ url, policy, maxBytes, maxImageBytes: clamp(request.maxImageBytes ?? maxBytes) },
    // A reader service returns only the text of a page; its status and headers are not those of the page.
    mayUseReader: request.reader === true && method === 'GET',
    isOwnAddress: request.isOwnAddress === true,
    isRepeatable: isRead(method) || isSearch(request),
    init: {
      ...{ method, headers, signal },
      ...(body === undefined ? {} : { body }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: request.mayBeKept === true && request.credentials === undefined ? 'default' : 'no-store',
      redirect: (await mayFollow(method, headers, url, hosts)) ? 'follow' : 'manual',
    },
  };
}

export async function refusalOf(
  address: string,
  policy: HostPolicy,
  hosts?: HostRules,
): Promise<NetworkFailure | undefined> {
  const verdict = await checkUrl(address, policy);
  if (verdict.type === 'refused') return refused(verdict);
  if (verdict.type === 'ask') return { ...denied(verdict.host), mayAsk: true };
  const url = new URL(address);
  return refuseHost(hosts, url) ? hostListFailure(url.host) : undefined;
}

/** The tool's own limit, at most the general one; values that are not numbers are ignored. */
function clamp(bytes: number): number {
  return bytes >= 0 ? Math.min(bytes, limits.networkBytes) : limits.networkBytes;
}

export async function checkUrl(text: string, { isHostAllowed, publicOnly }: HostPolicy): Promise<UrlVerdict> {
  if (!URL.canParse(text))
    return refuse(`Invalid URL: ${text}. Give a full address such as https://example.com/page.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(`Invalid URL: ${text}. Only https:// and http:// addresses can be requested.`);
  if (url.username || url.password)
    return refuse('Invalid URL: it contains a user name or password. Send credentials in a header instead.');
  if ((await classifyHost(url.hostname)) === 'public' || isHostAllowed(url.host)) return { type: 'allowed' };
  if (!publicOnly) return { type: 'ask', host: url.host };
  const message = `${url.host} is a private address, and this tool reads public ones only, whatever the user has allowed. http_request can ask the user for it.`;
  return { type: 'refused', errorType: 'permission_denied', message };
}

export async function isPublic(url: URL, { isHostAllowed }: HostPolicy): Promise<boolean> {
  return !isHostAllowed(url.host) && (await classifyHost(url.hostname)) === 'public';
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * The browser reveals the target of a redirect only after it has followed it, so none is followed if there is
 * an allow-list of hosts; and none after a preflight, because the next one could go to a private address.
 */
async function mayFollow(method: string, headers: Headers, url: URL, hosts?: HostRules): Promise<boolean> {
  if (hosts?.allow && hosts.allow.length > 0) return false;
  return (
    isRead(method) && !needsPreflight(method, headers) && (await classifyHost(url.hostname)) === 'public'
  );
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

function refused({ errorType, message }: UrlVerdict & { type: 'refused' }): ToolFailure {
  return toolFailure(errorType, message);
}

function denied(host: string): ToolFailure {
  return toolFailure(
    'permission_denied',
    `${host} is a private address and is not allowed. The user can allow it under Settings > Allowed addresses.`,
  );
}

/**
 * The failure for a host that the agent's lists exclude. The permission gate checks the arguments of a call;
 * this covers requests made while the tool runs, and redirects.
 */
export function hostListFailure(host: string): ToolFailure {
  return toolFailure(
    'permission_denied',
    `This agent may not use ${host}, by its lists of allowed and blocked hosts. The user can change them in the agent's settings.`,
  );
}
