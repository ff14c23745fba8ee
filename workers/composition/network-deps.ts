/** The network of this worker, as providers, tools and tool servers are given it. */
import { withAddressSpace } from '#workers/network/address-space.ts';
import type { ProviderDeps } from '#workers/contracts/provider.ts';

export const networkDeps: Omit<ProviderDeps, 'onDevice'> = {
  fetch: (input, init) => fetch(input, withAddressSpace(input, init)),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    }),
  random: Math.random,
  online: () => navigator.onLine,
  pageProtocol: location.protocol,
};
