/** Method, host, headers and size of a tool's request, for its card and for prompts about it. */
import { isObject, type JsonObject } from '../json.ts';
import { shorten } from '../shorten.ts';

/** `bytes`: of the body. `headers`: name and value, secrets masked. */
export type RequestFacts = {
  method: string;
  host: string;
  bytes: number;
  headers?: readonly (readonly [name: string, value: string])[];
};

/** Undefined unless the call of a built-in tool sends a request: `http_request`, or one with a method or a body. */
export function requestFacts(
  tool: string,
  { url, method, body, headers }: JsonObject,
): RequestFacts | undefined {
  const isRequest = tool === 'http_request' || typeof method === 'string' || typeof body === 'string';
  if (!isRequest || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { host, protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return {
    // The card of a call is shown before its arguments are validated.
    method: typeof method === 'string' ? shorten(method.toUpperCase(), 12) : 'GET',
    host,
    bytes: typeof body === 'string' ? new TextEncoder().encode(body).length : 0,
    ...(isObject(headers) && Object.keys(headers).length > 0 && { headers: shownHeaders(headers) }),
  };
}

const maxHeaders = 20;
const mask = '••••••';
/** Headers whose values give access to something. */
const secretName = /auth|cookie|token|secret|key|password|session|credential|signature|jwt/i;
/** What looks like a secret in any header: long, and of letters and digits without a space. */
const secretValue = /(?=[^\s]*\d)(?=[^\s]*[a-z])[\w.+/=~-]{20,}/gi;

/** The name of a scheme stays, such as `Bearer ••••••`. */
export function shownHeaders(headers: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(headers)
    .slice(0, maxHeaders)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : '';
      const scheme = /^(?:Bearer|Basic|Digest|Token|ApiKey)(?= )/i.exec(text)?.[0];
      const masked = secretName.test(name)
        ? [scheme, mask].filter(Boolean).join(' ')
        : text.replace(secretValue, mask);
      return [shorten(name, 60), shorten(masked, 100)];
    });
}
