/** Rules for what a relay may fetch and pass on; shared by Node and Cloudflare Workers. */

/** The reason why a request is not relayed; its status, code and message are sent to the page. */
export class Refusal extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const minKeyLength = 16;

/** Why a key must not be used, or undefined. An unset variable gives an empty one. @param {string} key */
export const findKeyFault = (key) =>
  key.length < minKeyLength
    ? `The key has ${key.length} characters; at least ${minKeyLength} are needed.`
    : undefined;

/**
 * The target of a request for `/https://example.com/page`. The default scheme is https, because
 * isomorphic-git omits it.
 * @param {string} path
 */
export function targetOf(path) {
  const text = path.replace(/^\/\??/, '').replace(/^(https?):\/+/i, '$1://');
  const full = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(full))
    throw new Refusal(
      400,
      'bad_target',
      'Put the full address behind that of the relay: /https://example.com/page',
    );
  const url = new URL(full);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Refusal(400, 'bad_target', 'Only http and https addresses without a password are relayed.');
  return url;
}

/**
 * `example.com`, `*.example.com` and `*` match the default ports; `example.com:8080` matches that port.
 * @param {string} rule @param {URL} url
 */
export function matches(rule, { hostname, port, protocol }) {
  const [, name = '', wanted = ''] = /^(.*?)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? [];
  if (wanted ? wanted !== (port || (protocol === 'https:' ? '443' : '80')) : port !== '') return false;
  const host = hostname.replace(/\.$/, '');
  return name === '*' || (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name);
}

const ofTheConnection = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;
const ofThePage =
  /^(host|origin|referer|cookie|expect|forwarded|via|sec-.*|cf-.*|x-forwarded-.*|x-real-ip|x-relay-.*|access-control-.*)$/;
const ofTheTarget =
  /^(set-cookie2?|clear-site-data|alt-svc|nel|report-to|reporting-endpoints|refresh|link|strict-transport-security|service-worker-allowed|content-security-policy.*|access-control-.*|cross-origin-.*|x-relay-.*|x-final-url)$/;

/** Whether a request header is sent to the target. @param {string} name */
export const isSent = (name) => !ofTheConnection.test(name) && !ofThePage.test(name);
/** Whether a response header is returned to the page. @param {string} name */
export const isReturned = (name) => !ofTheConnection.test(name) && !ofTheTarget.test(name);

/** Git requests get a user agent of git: servers send a browser an HTML page instead. @param {URL} url */
export const isGit = ({ pathname }) => /\/(info\/refs|git-(upload|receive)-pack)$/.test(pathname);

/**
 * The target of a redirect that is to be followed, else undefined; the caller checks that target too.
 * @param {number} status @param {string | null | undefined} location @param {URL} url
 */
export function redirectOf(status, location, url) {
  if (![301, 302, 303, 307, 308].includes(status) || !location || !URL.canParse(location, url.href))
    return undefined;
  return targetOf(`/${new URL(location, url).href}`);
}

/**
 * Headers of the answer to a preflight.
 * @param {string | null | undefined} headers the headers that the page wants to send
 */
export const preflight = (headers) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': headers ?? '',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
  vary: 'Access-Control-Request-Headers',
});

/** If an answer is opened as a page, nothing in it runs with the relay's origin. */
export const policy = "default-src 'none'; sandbox";
