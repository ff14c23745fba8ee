/**
 * The egress gate for WebSockets: the same hosts, lists, prompts and log as for requests, and a bounded wrapper.
 * The API of the browser: https://websockets.spec.whatwg.org/
 */
import type { HostRules } from '#shared/agents/host-rules.ts';
import * as limits from '#shared/limits.ts';
import { noNetwork, type AskedRequest } from '#workers/contracts/ports/network-port.ts';
import { ToolError, toolFailure, type ToolFailure } from '#workers/contracts/tool-error.ts';
import { refusalOf, type EgressDeps } from './check-request.ts';
import { findPlainCause } from './explain-failure.ts';
import { wrapSocket, type OpenSocket, type RawSocket } from './socket-messages.ts';

/** `maxBytes`: of one message, at most `limits.networkBytes`. */
export type SocketRequest = { url: string; protocols?: readonly string[]; maxBytes: number };

/** The call that opens the socket. */
export type SocketScope = {
  /** False if the agent is denied the capability `network`. */
  mayUseNetwork: boolean;
  /** The agent's lists. */
  hosts?: HostRules | undefined;
  /** Rejects private hosts, even those that the user has allowed. */
  publicOnly?: boolean;
  /** Prompts the user to allow a private host; returns the failure if they did not. */
  askForHost?(request: AskedRequest): Promise<ToolFailure | undefined>;
  /** Called before the socket is opened, for the log of the call. */
  onRequest?(url: string): unknown;
};

type SocketDeps = EgressDeps & { connect(url: string, protocols: string[]): RawSocket };
export type SocketOutcome = { type: 'success'; socket: OpenSocket } | ToolFailure;

/** Contract: never throws. An abort of `signal` closes the socket, also once it is open. */
export async function openSocket(
  request: SocketRequest,
  scope: SocketScope,
  signal: AbortSignal,
  deps: SocketDeps,
): Promise<SocketOutcome> {
  const url = readUrl(request.url);
  if (typeof url === 'string') return toolFailure('validation_error', url);
  const refusal = await refuse(url, scope, deps);
  if (refusal) return refusal;
  scope.onRequest?.(url.href);
  const socket = connect(url, request, deps);
  if (typeof socket === 'string') return toolFailure('validation_error', socket);
  const maxBytes = request.maxBytes >= 0 ? Math.min(request.maxBytes, limits.networkBytes) : 0;
  try {
    return { type: 'success', socket: await wrapSocket(socket, url.host, maxBytes, signal) };
  } catch (error) {
    if (error instanceof ToolError && error.type === 'cancelled')
      return toolFailure(error.type, error.message);
    const isOffline = (await findPlainCause(httpOf(url), deps)) === 'offline';
    return toolFailure('network_error', isOffline ? offline(url) : unopened(url));
  }
}

/** The URL, or the message for the model. It never quotes what may be a password. */
function readUrl(text: string): URL | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'wss:' && url?.protocol !== 'ws:')
    return 'Invalid URL of a WebSocket. Give a full address such as wss://example.com/path.';
  if (url.username || url.password)
    return 'Invalid URL: it contains a user name or password. Send credentials in a message after the socket is open, as the protocol of the server says.';
  // The constructor of WebSocket throws for it in older browsers; it is never sent.
  url.hash = '';
  return url;
}

/** The address with the scheme that the rules for requests know: same host, same default port. */
function httpOf(url: URL): URL {
  return new URL(url.href.replace(/^ws/, 'http'));
}

async function refuse(
  url: URL,
  { mayUseNetwork, hosts, publicOnly = false, askForHost }: SocketScope,
  deps: SocketDeps,
): Promise<ToolFailure | undefined> {
  if (!mayUseNetwork) return toolFailure('permission_denied', `Nothing was sent: ${noNetwork}.`);
  const http = httpOf(url);
  if ((await findPlainCause(http, { ...deps, online: () => true })) === 'mixed_content')
    return toolFailure('network_error', mixed(url));
  const policy = publicOnly ? { ...deps, isHostAllowed: () => false, publicOnly } : deps;
  const refusal = await refusalOf(http.href, policy, hosts);
  if (!refusal) return undefined;
  const { mayAsk, ...known } = refusal;
  if (!mayAsk || !askForHost) return known;
  const answer = await askForHost({ method: 'WebSocket', url: http.href });
  // Checked again: the prompt may have answered for another reason than the user's permission.
  return answer ?? (await refusalOf(http.href, policy, hosts));
}

function connect(url: URL, { protocols = [] }: SocketRequest, deps: SocketDeps): RawSocket | string {
  try {
    return deps.connect(url.href, [...protocols]);
  } catch {
    return "Parameter 'protocols': each must be a name of ASCII letters, digits and hyphens, and appear once.";
  }
}

const mixed = ({ host }: URL) =>
  `The browser blocks ws://${host}, because this page was loaded over https and that address is not encrypted. Try wss://${host}.`;

const offline = ({ host }: URL) =>
  `The device is offline, so ${host} was not reached. Try again when there is a connection.`;

/** The browser reports no reason: https://websockets.spec.whatwg.org/#feedback-from-the-protocol */
const unopened = ({ host }: URL) =>
  `The WebSocket to ${host} could not be opened, and the browser does not say why: the name does not resolve, nothing listens there, its certificate is not trusted, the server does not speak WebSocket at this path, it refuses this page's origin or the protocols, or the browser's permission for the local network is missing. Check the address first.`;
