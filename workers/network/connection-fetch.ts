/** The egress gate for a connection the user set up: its own host is permitted by that, every other one is not. */
import type { SpacedInit } from './address-space.ts';
import { classifyHost } from './host-class.ts';
import type { EgressDeps } from './check-request.ts';

/** Thrown before anything is sent, or instead of following a redirect. */
export class RefusedAddressError extends Error {
  readonly reason: 'address' | 'private_host' | 'redirect';
  readonly host: string;
  constructor(reason: RefusedAddressError['reason'], host: string) {
    super(`${reason}: ${host}`);
    this.reason = reason;
    this.host = host;
  }
}

export type ConnectionFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Contract: credentials and referrer are never sent, no redirect is followed (a browser shows where it leads only after
 * it has gone there), and a private host that a server names is not asked unless the user allowed it.
 */
export function createConnectionFetch(
  own: URL,
  deps: Pick<EgressDeps, 'fetch' | 'isHostAllowed'>,
): ConnectionFetch {
  return async (input, init = {}) => {
    const url = new URL(input);
    await checkAddress(url, own, deps);
    // The user's own host may have a public name and a private address; one that a server names may not.
    const isPermitted = isOwn(url, own) || deps.isHostAllowed(url.host);
    const isPublic = !isPermitted && (await classifyHost(url.hostname)) === 'public';
    const space: SpacedInit = isPublic ? { targetAddressSpace: 'public' } : {};
    const response = await deps.fetch(url, {
      ...init,
      ...space,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'manual',
    });
    // A browser hides the status, Node does not.
    const isRedirect =
      response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status);
    if (!isRedirect) return response;
    await response.body?.cancel();
    throw new RefusedAddressError('redirect', url.host);
  };
}

/** The server's own origin, or the same host over https. */
function isOwn(url: URL, own: URL): boolean {
  return url.host === own.host && (url.protocol === own.protocol || url.protocol === 'https:');
}

/** Throws if no request may go to an address that the server `own` names, and the user must not be sent there. */
export async function checkAddress(
  url: URL,
  own: URL,
  deps: Pick<EgressDeps, 'isHostAllowed'>,
): Promise<void> {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username || url.password) throw new RefusedAddressError('address', url.host);
  if (isOwn(url, own) || deps.isHostAllowed(url.host)) return;
  // A connection over https is not continued in plain text, which others could read and change.
  if (own.protocol === 'https:' && url.protocol === 'http:')
    throw new RefusedAddressError('address', url.host);
  if ((await classifyHost(url.hostname)) === 'private')
    throw new RefusedAddressError('private_host', url.host);
}
