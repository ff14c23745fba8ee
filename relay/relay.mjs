/**
 * A relay for pages: fetches from servers without CORS. `GET http://relay/https://target/path`; see
 * README.md.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup as resolveName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isPrivate } from './private-addresses.mjs';
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

/**
 * @typedef {{ address: string, family: number }} Address
 * @typedef {{ key: string, allow: string[], private: string[], maxBytes: number, seconds: number, perMinute: number,
 *   headerSeconds: number, lookup: (name: string) => Promise<Address[]> }} Settings
 *   `private`: hosts that may have private addresses; `perMinute`: requests with the key;
 *   `headerSeconds`: how long the headers of a request may take
 * @typedef {import('node:http').IncomingMessage} Incoming
 */

/** @type {Settings} */
const defaults = {
  ...{ key: '', allow: [], private: [], maxBytes: 100_000_000, seconds: 120, perMinute: 120 },
  headerSeconds: 10,
  lookup: (name) => resolveName(name, { all: true }),
};
const maxRedirects = 5;
/** Requests without the key that one address may make in a minute before they are answered with 429. */
const maxFailures = 30;
/** In all, and of those that have not sent the key. */
const maxConnections = { all: 96, other: 32 };

/**
 * Checks a target, and returns the address to connect to. It is the checked one, which prevents DNS
 * rebinding.
 * @param {URL} url @param {Settings} settings @returns {Promise<Address>}
 */
async function checkTarget(url, settings) {
  const isNamed = settings.private.some((rule) => matches(rule, url));
  if (!isNamed && !settings.allow.some((rule) => matches(rule, url)))
    throw new Refusal(
      403,
      'not_allowed',
      `This relay may not fetch from ${url.host}. Start it with --allow ${url.host}.`,
    );
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [{ address: name, family: isIP(name) }] : await settings.lookup(name);
  if (!isNamed && addresses.some(({ address }) => isPrivate(address)))
    throw new Refusal(
      403,
      'private_host',
      `${url.host} has a private address. To allow it: --private ${url.host}.`,
    );
  const [first] = addresses;
  if (!first) throw new Refusal(502, 'unreachable', `${name} has no address.`);
  return first;
}

/** @param {AsyncIterable<Buffer>} body @param {number} most */
async function* capped(body, most) {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

const tooLarge = (/** @type {number} */ most) =>
  new Refusal(413, 'too_large', `The body is larger than ${most} bytes.`);

/** @param {http.IncomingHttpHeaders} headers @param {(name: string) => boolean} isKept @returns {http.OutgoingHttpHeaders} */
const pick = (headers, isKept) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));

/**
 * @typedef {{ method: string, headers: http.OutgoingHttpHeaders, body: Incoming | undefined }} Sent
 * @param {URL} url @param {Sent} sent @param {Settings} settings @param {AbortSignal} signal @returns {Promise<Incoming>}
 */
async function send(url, { method, headers, body }, settings, signal) {
  const to = await checkTarget(url, settings);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asked = request(url, {
      ...{ method, headers, signal, agent: false },
      lookup: (_name, { all }, done) => (all ? done(null, [to]) : done(null, to.address, to.family)),
    });
    asked.on('response', resolve).on('error', reject);
    if (body) pipeline(capped(body, settings.maxBytes), asked).catch(reject);
    else asked.end();
  });
}

/**
 * Follows redirects of GET and HEAD, unless the page has disabled that; each target is checked.
 * @param {Incoming} request @param {Settings} settings @param {AbortSignal} signal
 */
async function ask(request, settings, signal) {
  const { method = 'GET', headers: given } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const headers = pick(given, isSent);
  let url = targetOf(request.url ?? '/');
  if (isGit(url)) headers['user-agent'] = 'git/oneclaw-relay';
  for (let hop = 0; ; hop++) {
    const answer = await send(url, { method, headers, body: isRead ? undefined : request }, settings, signal);
    const status = answer.statusCode ?? 502;
    const isFollowed = isRead && given['x-relay-redirect'] !== 'manual';
    const next = isFollowed ? redirectOf(status, answer.headers.location, url) : undefined;
    if (!next) return { answer, status, url };
    answer.destroy();
    if (hop === maxRedirects) throw new Refusal(502, 'redirects', `More than ${maxRedirects} redirects.`);
    if (next.origin !== url.origin) delete headers.authorization;
    url = next;
  }
}

/** @param {Incoming} request @param {http.ServerResponse} response @param {Settings} settings */
async function relay(request, response, settings) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(settings.seconds * 1000)]);
  try {
    const { answer, status, url } = await ask(request, settings, signal);
    if (request.method !== 'HEAD' && Number(answer.headers['content-length']) > settings.maxBytes) {
      answer.destroy();
      throw tooLarge(settings.maxBytes);
    }
    const headers = { ...pick(answer.headers, isReturned), 'x-final-url': url.href };
    response.setHeader('access-control-expose-headers', Object.keys(headers).join(', '));
    response.setHeader('content-security-policy', policy);
    response.writeHead(status, answer.statusMessage, headers);
    await pipeline(capped(answer, settings.maxBytes), response, { signal });
  } catch (error) {
    if (error instanceof Refusal || !signal.aborted) throw error;
    throw new Refusal(504, 'timeout', `The target took longer than ${settings.seconds} seconds.`);
  }
}

/** @param {http.ServerResponse} response @param {unknown} error */
function refuse(response, error) {
  // After the headers were sent, the response can only be cut off.
  if (response.headersSent) return void response.destroy();
  const reason = error instanceof Error ? error.message : String(error);
  const { status, code, message } =
    error instanceof Refusal
      ? error
      : new Refusal(502, 'unreachable', `The target cannot be reached: ${reason}`);
  response.setHeader('access-control-expose-headers', 'x-relay-error');
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-relay-error': code, connection: 'close' };
  response.writeHead(status, headers).end(`${message}\n`);
}

/** A hash, because `timingSafeEqual` needs equal lengths. @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest();

/** Counts by client address, in the current minute. */
function createCounter() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  setInterval(() => counts.clear(), 60_000).unref();
  return (/** @type {string} */ from) => {
    const count = (counts.get(from) ?? 0) + 1;
    counts.set(from, count);
    return count;
  };
}

/**
 * Checks the key first: every page in the user's browser has the same address as OneClaw, so requests without the
 * key must not use up what is left for those with it.
 * @param {Settings} settings
 */
function createCheck({ key, perMinute }) {
  const expected = digest(key);
  const countRequest = createCounter();
  const countFailure = createCounter();
  return (/** @type {Incoming} */ { socket, headers }) => {
    const from = socket.remoteAddress ?? '';
    const given = headers['x-relay-key'];
    const hasKey = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    if (!hasKey && countFailure(from) <= maxFailures)
      throw new Refusal(401, 'key', 'The header X-Relay-Key is missing or wrong.');
    if (!hasKey || countRequest(from) > perMinute)
      throw new Refusal(429, 'rate', 'Too many requests in this minute.');
  };
}

/**
 * Closes the oldest connection that has not sent the key if there are too many, so that silent connections cannot
 * fill the relay.
 * @param {http.Server} server @returns {(socket: import('node:net').Socket) => void} marks a connection as trusted
 */
function limitConnections(server) {
  server.maxConnections = maxConnections.all;
  /** @type {Set<import('node:net').Socket>} */
  const others = new Set();
  server.on('connection', (socket) => {
    others.add(socket);
    socket.once('close', () => others.delete(socket));
    const [oldest] = others;
    if (others.size > maxConnections.other) oldest?.destroy();
  });
  return (socket) => void others.delete(socket);
}

/** @param {Partial<Settings> & { key: string }} options @returns {http.Server} */
export function createRelay(options) {
  const settings = { ...defaults, ...options };
  const fault = findKeyFault(settings.key);
  if (fault) throw new Error(`${fault} Leave out --key and RELAY_KEY, and a new one is made.`);
  const check = createCheck(settings);
  const timeouts = {
    headersTimeout: settings.headerSeconds * 1000,
    requestTimeout: Math.max(settings.seconds, settings.headerSeconds) * 1000,
    connectionsCheckingInterval: 1000,
  };
  const server = http.createServer(timeouts, async (request, response) => {
    if (request.method === 'OPTIONS')
      return void response.writeHead(204, preflight(request.headers['access-control-request-headers'])).end();
    response.setHeader('access-control-allow-origin', '*');
    try {
      check(request);
      trust(request.socket);
      await relay(request, response, settings);
    } catch (error) {
      refuse(response, error);
    }
  });
  const trust = limitConnections(server);
  return server;
}
