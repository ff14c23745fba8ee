/** What Python packages are downloaded through: the network, and what was kept of it on this device. */
import type { NetworkPort } from './network-port.ts';

export type WheelAnswer = {
  body: Uint8Array<ArrayBuffer>;
  /** The final address, after redirects. */
  url: string;
};

/** `isKept`: the index could not be asked. */
export type KeptList = WheelAnswer & { isKept: boolean };

/** The network of one call. */
export type WheelNetwork = NetworkPort & {
  /** The agent has none: what is kept serves at once. */
  isOff: boolean;
  /** Fails with a `ToolError` for what the agent may not reach; asked before a kept answer is used. */
  admit(url: string): Promise<void>;
};

/** Contract: fails only with a `ToolError`. Addresses pass the egress gate of the agent, those of kept answers, too. */
export type WheelPort = {
  /** A project's list of files: from the index; the kept one if the index cannot be asked. */
  list(url: string): Promise<KeptList>;
  /** A wheel: the kept one, else it is downloaded and kept. `sha256` as the index announced it. */
  wheel(url: string, sha256: string | undefined): Promise<WheelAnswer>;
  /** Those of the addresses that are kept. */
  kept(urls: readonly string[]): Promise<string[]>;
};
