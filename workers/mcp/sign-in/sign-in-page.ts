/** The page that a server sends the user to: its own words, and so held against what may be opened at all. */
import { checkAddress, RefusedAddressError } from '#workers/network/connection-fetch.ts';
import type { EgressPorts } from '#workers/network/egress.ts';

/**
 * `own`: the server's address. `redirect`: ours, to which nobody is sent but with an answer. Throws where the page is in
 * a network that the user did not open to the server, or would have the user's password go unencrypted.
 */
export async function checkSignInPage(
  page: URL,
  own: URL,
  redirect: string,
  ports: Pick<EgressPorts, 'isHostAllowed'>,
): Promise<void> {
  await checkAddress(page, own, ports);
  if (page.origin === new URL(redirect).origin) throw new RefusedAddressError('address', page.host);
  // Where the server itself is reached without encryption, the user has decided that already.
  const isKnown = page.origin === own.origin || ports.isHostAllowed(page.host);
  if (page.protocol !== 'https:' && !isKnown && !isLoopback(page.hostname))
    throw new RefusedAddressError('address', page.host);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
