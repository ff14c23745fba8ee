/**
 * The relay for Cloudflare Workers: `npx wrangler deploy relay/cloudflare-worker.js`. Settings are variables of the
 * worker: KEY (a secret of at least 16 characters), ALLOW (hosts, with spaces between them), MAX_MB, SECONDS.
 */
import {
  findKeyFault,
  isGit,
  isReturned,
  isSent,
  matches,
  policy,
  preflight,
  redirectOf,
  Refusal,
  targetOf,
} from './rules.mjs';

/** @typedef {{ KEY?: string, ALLOW?: string, MAX_MB?: string, SECONDS?: string }} Settings */

const maxRedirects = 5;

/**
 * Rejects IP addresses and local names. A worker cannot see to which address a name resolves; names are
 * resolved in Cloudflare's network, from which private addresses of the user are not reachable.
 * @param {URL} url @param {string[]} allow
 */
function checkTarget(url, allow) {
  if (/^\[|^[\d.]+$|(^|\.)localhost\.?$|^[^.]+$/.test(url.hostname))
    throw new Refusal(403, 'private_host', `${url.host} is no name of the public internet.`);
  if (!allow.some((rule) => matches(rule, url)))
    throw new Refusal(403, 'not_allowed', `This relay may not fetch from ${url.host}. Add it to ALLOW.`);
}

/** @param {number} most @returns {TransformStream<Uint8Array, Uint8Array>} */
function cap(most) {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > most)
        controller.error(new Refusal(413, 'too_large', `The body is larger than ${most} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

/** @param {Request} request @param {Settings} settings @param {typeof fetch} send */
async function ask(request, { ALLOW = '', MAX_MB = '100', SECONDS = '120' }, send) {
  const most = Number(MAX_MB) * 1_000_000;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const headers = new Headers([...request.headers].filter(([name]) => isSent(name)));
  const { pathname, search } = new URL(request.url);
  let url = targetOf(pathname + search);
  if (isGit(url)) headers.set('user-agent', 'git/oneclaw-relay');
  for (let hop = 0; ; hop++) {
    checkTarget(url, ALLOW.split(/\s+/));
    const answer = await send(url, {
      ...{
        method: request.method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(Number(SECONDS) * 1000),
      },
      ...(isRead || !request.body ? {} : { body: request.body.pipeThrough(cap(most)), duplex: 'half' }),
    });
    const isFollowed = isRead && request.headers.get('x-relay-redirect') !== 'manual';
    const next = isFollowed ? redirectOf(answer.status, answer.headers.get('location'), url) : undefined;
    if (!next) return { answer, url, most };
    await answer.body?.cancel();
    if (hop === maxRedirects) throw new Refusal(502, 'redirects', `More than ${maxRedirects} redirects.`);
    if (next.origin !== url.origin) headers.delete('authorization');
    url = next;
  }
}

/** @param {string} text */
async function digest(text) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/**
 * Compares hashes, so that the time reveals nothing about the key.
 * @param {string} given @param {string} key
 */
async function checkKey(given, key) {
  const fault = findKeyFault(key);
  if (fault) throw new Refusal(401, 'key', `KEY of this worker cannot be used. ${fault}`);
  const [one, other] = await Promise.all([digest(given), digest(key)]);
  if (one.some((byte, index) => byte !== other[index]))
    throw new Refusal(401, 'key', 'The header X-Relay-Key is missing or wrong.');
}

/** @param {Request} request @param {Settings} settings @param {typeof fetch} send @returns {Promise<Response>} */
export async function relay(request, settings, send) {
  if (request.method === 'OPTIONS')
    return new Response(null, {
      status: 204,
      headers: preflight(request.headers.get('access-control-request-headers')),
    });
  try {
    await checkKey(request.headers.get('x-relay-key') ?? '', settings.KEY ?? '');
    const { answer, url, most } = await ask(request, settings, send);
    const headers = new Headers([...answer.headers].filter(([name]) => isReturned(name)));
    headers.set('x-final-url', url.href);
    headers.set('access-control-expose-headers', [...headers.keys()].join(', '));
    headers.set('access-control-allow-origin', '*');
    headers.set('content-security-policy', policy);
    const body = answer.body?.pipeThrough(cap(most)) ?? null;
    return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { status, code, message } =
      error instanceof Refusal
        ? error
        : new Refusal(502, 'unreachable', `The target cannot be reached: ${reason}`);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-relay-error',
      'x-relay-error': code,
    };
    return new Response(`${message}\n`, { status, headers });
  }
}

export default {
  /** @param {Request} request @param {Settings} env */
  fetch: (request, env) => relay(request, env, fetch),
};
