/** The network as a tool sees it: one request, one bounded response, through the engine's egress gate. */

import { ToolError, type ToolFailure } from '../tool-error.ts';

/** Why a tool has no network port; a clause for the end of a sentence that says what was not done. */
export const noNetwork =
  "this agent may not use the network: it is in guarded mode, or its capability 'network' is off; the user can change both under Agents";

export type NetworkRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Reading stops here; the rest of the body is never downloaded. At most `limits.networkBytes`. */
  maxBytes: number;
  /** The limit for an image, which is useless in part. */
  maxImageBytes?: number;
  /**
   * Adds the user's token for this git server, if there is one; the engine holds it and never shows it. For requests of
   * git's protocol from a tool with the capability `git` only. With a token no redirect is followed.
   *
   * `search:<id>`: adds the key of this search service, in the same way, for a tool with the capability `search`.
   */
  credentials?: 'git' | `search:${string}`;
  /** Reaches public hosts only, whatever the user has allowed. The engine sets it for tools that are `publicOnly`. */
  publicOnly?: boolean;
  /** The browser's HTTP cache may store and serve the answer: a public file that is the same for everyone. */
  mayBeKept?: true;
  /** The app chose the address, not the model: an error does not ask to check it. */
  isOwnAddress?: true;
  /** If the server refuses web pages, the user's reader service may fetch the page instead. */
  reader?: boolean;
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
  /** The host of the user's relay, if the answer came through it. */
  relay?: string;
  /** The host of the user's reader service, if the answer is its text of the page. */
  reader?: string;
};

/** The server answered, but lets no web page read it (CORS). */
export class UnreadableServerError extends ToolError {}

/** A failed request, as it crosses threads. `mayAsk`: its host is private, and the user can be asked. */
export type NetworkFailure = ToolFailure & { isUnreadable?: true; mayAsk?: true };

/** The request that the user is asked about. */
export type AskedRequest = Pick<NetworkRequest, 'url' | 'method'> & Partial<Pick<NetworkRequest, 'headers'>>;

export function networkError({ errorType, message, isUnreadable }: NetworkFailure): ToolError {
  return isUnreadable ? new UnreadableServerError(errorType, message) : new ToolError(errorType, message);
}

/** Contract: fails only with a `ToolError`, of type `network_error`, `permission_denied` or `cancelled`. */
export type NetworkPort = {
  /**
   * `onAsk` is called when the user is asked about a private host; the function that it returns is called
   * after the answer. So the caller can pause its time limit.
   */
  request(request: NetworkRequest, onAsk?: () => () => void): Promise<NetworkResponse>;
};
