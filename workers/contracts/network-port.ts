/** The network as a tool sees it: one request, one bounded response; the engine's egress gate stands behind it. */

export type NetworkRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Reading stops here; the rest of the body is never downloaded. */
  maxBytes: number;
  /** The same for a picture, which is of no use in part. */
  maxImageBytes?: number;
};

export type NetworkResponse = {
  status: number;
  statusText: string;
  /** The final address, after redirects. */
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
  /** The body was longer than `maxBytes`. */
  truncated: boolean;
};

/** Contract: fails only with a `ToolError`, of type `network_error`, `permission_denied` or `cancelled`. */
export type NetworkPort = {
  request(request: NetworkRequest): Promise<NetworkResponse>;
};
