/** Adds the user's key for a search service to requests to that service, and removes it from responses. */
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import type { ToolFailure } from '#workers/contracts/tool-error.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { cutSecret } from '#workers/text/cut-secret.ts';
import { classifyHost } from './host-class.ts';

/** `headers` include the key, if the service has one. */
export type SearchKey = { headers: Record<string, string>; secret: string };

/**
 * Finds the key of a service by its id; undefined if the URL is not on its host, `locked` if the vault is
 * locked.
 */
export type FindSearchKey = (id: string, url: string) => Promise<SearchKey | 'locked' | undefined>;

type Outgoing = { url: URL; init: RequestInit & { headers: Headers } };

const prefix = 'search:';

export function isSearch({ credentials }: NetworkRequest): boolean {
  return credentials?.startsWith(prefix) ?? false;
}

/** Undefined if the request names no search service. */
export async function findSearchKey(
  { credentials, url }: NetworkRequest,
  find: FindSearchKey,
): Promise<SearchKey | ToolFailure | undefined> {
  if (!credentials?.startsWith(prefix)) return undefined;
  const key = URL.canParse(url) ? await find(credentials.slice(prefix.length), url) : undefined;
  if (key === undefined)
    return refuse('The key of a search service is sent to the host of that service only.');
  if (key === 'locked')
    return refuse(
      'The key of the search service is locked. The user can unlock the keys in Settings, and you can try again.',
    );
  const { protocol, hostname, host } = new URL(url);
  if (key.secret !== '' && protocol !== 'https:' && (await classifyHost(hostname)) === 'public')
    return refuse(
      `The key for ${host} is sent over https only. The user can correct the address in Settings.`,
    );
  return key;
}

/** Bytes of an error page that are kept. */
const errorBytes = 10_000;

/** `address`: the requested URL, with `{key}` where the service's template contains the key. */
export async function withSearchKey(
  outgoing: Outgoing,
  { headers, secret }: SearchKey,
  address: string,
  send: () => Promise<NetworkOutcome>,
): Promise<NetworkOutcome> {
  const { init } = outgoing;
  const unfilled = outgoing.url.href;
  // Replaced in the text, because `URL` percent-encodes braces in its path, and the braces of a query's words
  // are already encoded.
  outgoing.url = new URL(address.split('{key}').join(encodeURIComponent(secret)));
  for (const [name, value] of Object.entries(headers)) init.headers.set(name, value);
  // A redirect would forward the key, and the browser hides its target.
  init.redirect = 'manual';
  const outcome = await send();
  if (secret === '') return outcome;
  const cut = (text: string) => cutSecret(text, secret);
  if (outcome.type === 'error') return { ...outcome, message: cut(outcome.message) };
  const { response } = outcome;
  const isError = response.status >= 400;
  const text = new TextDecoder().decode(isError ? response.body.subarray(0, errorBytes) : response.body);
  return {
    type: 'success',
    response: {
      ...response,
      url: unfilled,
      statusText: cut(response.statusText),
      headers: response.headers.map(([name, value]): [string, string] => [name, cut(value)]),
      body: new TextEncoder().encode(cut(text)),
    },
  };
}

function refuse(message: string): ToolFailure {
  return { type: 'error', errorType: 'permission_denied', message };
}
