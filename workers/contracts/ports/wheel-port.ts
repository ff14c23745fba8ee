/** The port through which Python packages are downloaded: the network, and the cache on this device. */
import type { NetworkPort } from './network-port.ts';

export type WheelAnswer = {
  body: Uint8Array<ArrayBuffer>;
  /** The final address, after redirects. */
  url: string;
};

/** `isKept`: the list is from the cache, because the index could not be reached. */
export type KeptList = WheelAnswer & { isKept: boolean };

/** The network of one call. */
export type WheelNetwork = NetworkPort & {
  /** The agent has no network: the cache is used at once. */
  isOff: boolean;
  /** Fails with a `ToolError` if the agent may not reach the address; also checked for cached answers. */
  admit(url: string): Promise<void>;
};

/** Contract: fails only with a `ToolError`. Also addresses of cached answers pass the agent's egress gate. */
export type WheelPort = {
  /** A project's list of files: from the index; from the cache if the index cannot be reached. */
  list(url: string): Promise<KeptList>;
  /** A wheel from the cache, else it is downloaded and cached. `sha256` as the index announced it. */
  wheel(url: string, sha256: string | undefined): Promise<WheelAnswer>;
  /** Those of the addresses whose wheels are cached. */
  kept(urls: readonly string[]): Promise<string[]>;
};
