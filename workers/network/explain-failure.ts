/** Finds out why a fetch failed, as far as a browser shows it: its error is always "Failed to fetch". */
import { messageOf } from '#shared/message-of.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { classifyHost } from './host-class.ts';

export type FailureCause = 'offline' | 'mixed_content' | 'cors' | 'unreachable';

export type ProbeDeps = { fetch: typeof fetch; online(): boolean; pageProtocol: string };

/**
 * The cause of a failed fetch. A second request in `no-cors` mode succeeds, with an unreadable response, if the server
 * answers at all: then the first one failed because of CORS. It follows redirects, since `no-cors` allows nothing else,
 * within the address space of the first request.
 */
export async function findCause(url: URL, deps: ProbeDeps, signal: AbortSignal): Promise<FailureCause> {
  const plain = await findPlainCause(url, deps);
  if (plain) return plain;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
    await deps.fetch(url, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: limit,
    });
    return 'cors';
  } catch {
    return 'unreachable';
  }
}

/** The causes that need no request. */
export async function findPlainCause(
  url: URL,
  deps: Omit<ProbeDeps, 'fetch'>,
): Promise<'offline' | 'mixed_content' | undefined> {
  const loopback = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (deps.pageProtocol === 'https:' && url.protocol === 'http:' && !loopback) return 'mixed_content';
  const isOffline = !deps.online() && (await classifyHost(url.hostname)) === 'public';
  return isOffline ? 'offline' : undefined;
}

export async function explainFailure(
  error: unknown,
  url: URL,
  method: string,
  deps: ProbeDeps,
  signal: AbortSignal,
): Promise<NetworkOutcome> {
  const message = sentences(url, method, error)[await findCause(url, deps, signal)];
  return { type: 'error', errorType: 'network_error', message };
}

function sentences(url: URL, method: string, error: unknown): Record<FailureCause, string> {
  return {
    offline: `The device is offline, so ${url.host} was not reached. Try again when there is a connection.`,
    mixed_content: `The browser blocks ${url.origin}, because this page was loaded over https and that address is plain http. Try https://.`,
    cors: `${url.host} answered, but does not let web pages read it (no CORS headers for this ${method} request). Try another source, or fewer request headers.`,
    unreachable: `Cannot reach ${url.host}: the name does not resolve, nothing listens there, or the connection broke (${messageOf(error)}). Check the address.`,
  };
}
