/** Checks the URL to which a server sends the user for signing in. */
import { checkAddress, RefusedAddressError } from '#workers/network/connection-fetch.ts';
import type { EgressDeps } from '#workers/network/check-request.ts';

/**
 * `own`: the server's URL. `redirect`: this app's redirect URL, to whose origin no server may send the user
 * directly. Throws a `RefusedAddressError` if the page is in a network that the user did not open to the
 * server, or if a password would be sent unencrypted.
 */
export async function checkSignInPage(
  page: URL,
  own: URL,
  redirect: string,
  deps: Pick<EgressDeps, 'isHostAllowed'>,
): Promise<void> {
  await checkAddress(page, own, deps);
  if (page.origin === new URL(redirect).origin) throw new RefusedAddressError('address', page.host);
  // The user has already decided to trust a server that they reach without encryption.
  const isKnown = page.origin === own.origin || deps.isHostAllowed(page.host);
  if (page.protocol !== 'https:' && !isKnown && !isLoopback(page.hostname))
    throw new RefusedAddressError('address', page.host);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
