/**
 * Sends requests through the user's relay, a server that fetches what CORS keeps from the page; see
 * relay/README.md.
 */
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import { cutSecrets } from '#workers/text/cut-secret.ts';
import { maskBytes } from '#workers/text/mask-bytes.ts';
import { readBounded } from './read-bounded.ts';

/** `headers` include the relay's key. */
export type Relay = { url: string; headers: Record<string, string> };

type Relayed =
  { type: 'answered'; response: Response; url: string } | { type: 'failed'; outcome: NetworkOutcome };

/** `init.redirect`: whether the relay may follow redirects; `url` of the result is the final URL. */
export async function fetchThroughRelay(
  relay: Relay,
  url: URL,
  init: RequestInit & { headers: Headers },
  fetch: (input: string, init: RequestInit) => Promise<Response>,
): Promise<Relayed> {
  const headers = new Headers(init.headers);
  headers.delete('x-relay-redirect');
  if (init.redirect !== 'follow') headers.set('x-relay-redirect', 'manual');
  for (const [name, value] of Object.entries(relay.headers)) headers.set(name, value);
  const { host } = new URL(relay.url);
  let response;
  try {
    response = await fetch(relayAddress(relay.url, url), {
      ...{ ...init, headers, redirect: 'manual' },
      // The request carries the relay's key, which a cached response could repeat.
      cache: 'no-store',
    });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return failed(
      `The relay ${host} cannot be reached (${messageOf(error)}). The user should check that it runs, and its address in Settings, Relay; a page loaded over https needs a relay on this device or with https.`,
    );
  }
  const refusal = response.headers.get('x-relay-error');
  if (refusal !== null) return failed(`${await refusalOf(response, relay, host)}${adviceFor(refusal)}`);
  const final = response.headers.get('x-final-url') ?? '';
  return { type: 'answered', response, url: URL.canParse(final) ? final : url.href };
}

/**
 * The format of cors-anywhere and isomorphic-git's proxy; a prefix such as `https://relay/?url=` is used
 * unchanged.
 */
function relayAddress(prefix: string, target: URL): string {
  const plain = target.href.replace(/#.*$/, '');
  return /[/?=]$/.test(prefix) ? prefix + plain : `${prefix}/${plain}`;
}

async function refusalOf(response: Response, relay: Relay, host: string): Promise<string> {
  const { bytes } = await readBounded(response.body, 1_000, limits.errorBodyMs);
  const said = new TextDecoder().decode(bytes).trim();
  const clean = cutSecrets(said, Object.values(relay.headers));
  return `The relay ${host} refused the request: ${clean}`;
}

function adviceFor(refusal: string): string {
  return refusal === 'key' ? ' The user should enter its key in Settings, Relay.' : '';
}

/** Minimum length of a key that is removed; a shorter one may be an ordinary word. */
const leastCut = 8;
/**
 * Bytes. Searching a text of this size for parts of a key blocks the engine for 0.1 s. In longer texts and in
 * binary data, only the whole key is removed.
 */
const maxCutBytes = 1_000_000;

/**
 * Removes the relay's key from a response: the relay, or a server to which it forwards its headers, may
 * repeat it.
 */
export function withoutKey(response: NetworkResponse, relay: Relay): NetworkResponse {
  const keys = Object.values(relay.headers).filter(({ length }) => length >= leastCut);
  if (keys.length === 0) return response;
  const cut = (text: string) => cutSecrets(text, keys);
  const headers = response.headers.map(([name, value]): [string, string] => [name, cut(value)]);
  const { body } = response;
  const text = textOf(body);
  return {
    ...{ ...response, statusText: cut(response.statusText), url: cut(response.url), headers },
    body: text === undefined ? maskKeys(body, keys) : cutFromText(text, body, cut),
  };
}

/**
 * The text of the body; undefined if it is not valid UTF-8, because decoding and encoding would then lose
 * characters.
 */
function textOf(body: Uint8Array<ArrayBuffer>): string | undefined {
  if (body.length > maxCutBytes) return undefined;
  try {
    // `stream`, because the last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return undefined;
  }
}

/** Keeps the original bytes if the text does not contain the key. */
function cutFromText(
  text: string,
  body: Uint8Array<ArrayBuffer>,
  cut: (text: string) => string,
): Uint8Array<ArrayBuffer> {
  const clean = cut(text);
  return clean === text ? body : new TextEncoder().encode(clean);
}

function maskKeys(body: Uint8Array<ArrayBuffer>, keys: readonly string[]): Uint8Array<ArrayBuffer> {
  return keys.reduce((bytes, key) => maskBytes(bytes, [key, encodeURIComponent(key.toWellFormed())]), body);
}

function failed(message: string): Relayed {
  return { type: 'failed', outcome: { type: 'error', errorType: 'network_error', message } };
}
