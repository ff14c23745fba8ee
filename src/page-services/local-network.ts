/** The permission to reach the local network, for the page: it is read, followed, and asked for after a tap. */
import { localNetworkNames, type LocalNetworkState } from '#shared/local-network.ts';

/** Undefined where the browser has no such permission. */
export async function queryLocalNetwork(url: URL): Promise<PermissionStatus | undefined> {
  for (const name of localNetworkNames(isLoopback(url))) {
    try {
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // Not known to this browser.
    }
  }
  return undefined;
}

/** The browser asks when a request finds something at the address; the answer of the server is not read. */
export async function askForLocalNetwork(url: URL): Promise<LocalNetworkState> {
  const space = isLoopback(url) ? 'loopback' : 'local';
  const init: RequestInit & { targetAddressSpace: string } = {
    ...{ method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' },
    referrerPolicy: 'no-referrer',
    targetAddressSpace: space,
  };
  // Whether it fails says nothing: the permission does.
  await fetch(url, init).catch(() => undefined);
  return (await queryLocalNetwork(url))?.state ?? 'unsupported';
}

function isLoopback({ hostname }: URL): boolean {
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}
