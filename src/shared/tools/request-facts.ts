/** Method, host and size of a tool's request, for its card and for prompts about it. */
import type { JsonObject } from '../json.ts';
import { shorten } from '../shorten.ts';

/** `bytes`: of the body. */
export type RequestFacts = { method: string; host: string; bytes: number };

/** Undefined unless the call of a built-in tool sends a request: `http_request`, or one with a method or a body. */
export function requestFacts(tool: string, { url, method, body }: JsonObject): RequestFacts | undefined {
  const isRequest = tool === 'http_request' || typeof method === 'string' || typeof body === 'string';
  if (!isRequest || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { host, protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return {
    // The card of a call is shown before its arguments are validated.
    method: typeof method === 'string' ? shorten(method.toUpperCase(), 12) : 'GET',
    host,
    bytes: typeof body === 'string' ? new TextEncoder().encode(body).length : 0,
  };
}
