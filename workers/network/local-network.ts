/**
 * Chromium's permission for the local network (Local Network Access, since version 142), read for models, tool servers and
 * tools alike. Version 145 split it in two; the first name then stands for both.
 * https://developer.chrome.com/blog/local-network-access
 */
import { localNetworkNames, type LocalNetworkState } from '#shared/local-network.ts';
import { literalSpace } from './address-space.ts';
import { classifyHost } from './host-class.ts';

/** `unsupported`: the browser has no such permission, or the host is public. */
export async function localNetworkState(hostname: string): Promise<LocalNetworkState> {
  if ((await classifyHost(hostname)) !== 'private' || typeof navigator === 'undefined') return 'unsupported';
  const { permissions } = navigator as { permissions?: Permissions };
  for (const name of localNetworkNames(literalSpace(hostname) === 'loopback')) {
    try {
      const status = await permissions?.query({ name: name as PermissionName });
      if (status) return status.state;
    } catch {
      // Not known to this browser.
    }
  }
  return 'unsupported';
}
