/** The names of Chromium's permission for the local network, the newest first. */

export type LocalNetworkState = 'granted' | 'denied' | 'prompt' | 'unsupported';

/** One for this device, another for the network around it; before version 145 one for both. */
export function localNetworkNames(isLoopback: boolean): readonly string[] {
  return [isLoopback ? 'loopback-network' : 'local-network', 'local-network-access'];
}
