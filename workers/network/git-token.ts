/** Adds the user's token for a git server to requests of git's protocol, and removes it from responses. */
import { toBase64 } from '#workers/text/base64.ts';
import { cutSecret, maskSecret } from '#workers/text/cut-secret.ts';
import { maskBytes } from '#workers/text/mask-bytes.ts';
import type { NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import { toolFailure, type ToolFailure } from '#workers/contracts/tool-error.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { classifyHost } from './host-class.ts';

export type GitToken = { username: string; token: string };

/** `host` as in `URL.host`; `locked` if the vault is locked. */
export type FindGitToken = (host: string) => Promise<GitToken | 'locked' | undefined>;

type GitRequest = { url: URL; init: RequestInit & { headers: Headers } };

/** Sends the request with the token, if there is one, and removes the token from the outcome. */
export async function withGitToken(
  request: GitRequest,
  find: FindGitToken,
  send: () => Promise<NetworkOutcome>,
): Promise<NetworkOutcome> {
  const token = await signIn(request, find);
  if (!token) return send();
  return 'type' in token ? token : withoutToken(await send(), token);
}

/** Returns the token that was added, or the failure if it must not be sent. */
async function signIn(
  { url, init }: GitRequest,
  find: FindGitToken,
): Promise<GitToken | ToolFailure | undefined> {
  if (!isGitRequest(url, init.method))
    return toolFailure('validation_error', 'The token for a git server goes with requests of git only.');
  const found = await find(url.host);
  if (found === undefined) return undefined;
  // Plain http to a private host is allowed, because the egress gate admits only private hosts that the user
  // allowed.
  if (url.protocol !== 'https:' && (await classifyHost(url.hostname)) === 'public')
    return toolFailure(
      'permission_denied',
      `The user's token for ${url.host} is sent over https only. Use the https:// address of the repository.`,
    );
  if (found === 'locked')
    return toolFailure(
      'permission_denied',
      `The user's token for ${url.host} is locked. They can unlock the keys in Settings, and you can try again.`,
    );
  init.headers.set('Authorization', `Basic ${encoded(found)}`);
  // A redirect would forward the token, and the browser hides its target.
  init.redirect = 'manual';
  return found;
}

/** True for the two requests of git's HTTP protocol: the list of references, and the transfer of a pack. */
function isGitRequest({ pathname, searchParams }: URL, method = 'GET'): boolean {
  const services = ['git-upload-pack', 'git-receive-pack'];
  if (method === 'POST') return services.some((name) => pathname.endsWith(`/${name}`));
  return (
    method === 'GET' &&
    pathname.endsWith('/info/refs') &&
    services.includes(searchParams.get('service') ?? '')
  );
}

function encoded({ username, token }: GitToken): string {
  return toBase64(new TextEncoder().encode(`${username}:${token}`));
}

/** Bytes of an error page that are kept. */
const textBytes = 10_000;

/** Removes the token from a response, because servers may repeat it in errors and progress messages. */
function withoutToken(outcome: NetworkOutcome, sent: GitToken): NetworkOutcome {
  const cut = (text: string) => cutSecret(text, sent.token);
  if (outcome.type === 'error') return { ...outcome, message: cut(outcome.message) };
  const { response } = outcome;
  const headers = response.headers.map(([name, value]): [string, string] => [name, cut(value)]);
  const [statusText, url] = [cut(response.statusText), cut(response.url)];
  const body = cutBody(response, sent);
  return { type: 'success', response: { ...response, url, statusText, headers, body } };
}

function cutBody({ status, headers, body }: NetworkResponse, sent: GitToken): Uint8Array<ArrayBuffer> {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (status === 200 && type.startsWith('application/x-git-')) {
    const forms = [sent.token, encodeURIComponent(sent.token.toWellFormed()), encoded(sent)];
    return maskMessages(maskBytes(body, forms, leastMasked), sent.token);
  }
  const text = new TextDecoder().decode(body.subarray(0, textBytes));
  return new TextEncoder().encode(cutSecret(text, sent.token));
}

/**
 * Masks the token in a server's messages: pkt-lines of side bands 2 and 3, and `ERR` lines. Other lines
 * contain packs and references and stay unchanged.
 */
function maskMessages(body: Uint8Array<ArrayBuffer>, token: string): Uint8Array<ArrayBuffer> {
  if (token.length < leastMasked) return body;
  // Latin-1 maps each byte to one character.
  const latin = new TextDecoder('latin1');
  for (let at = 0; at + lengthDigits <= body.length;) {
    const digits = latin.decode(body.subarray(at, at + lengthDigits));
    if (!/^[\da-f]{4}$/i.test(digits)) break;
    // A special packet such as a flush: its length is less than that of the digits, and it has no content.
    const end = at + Math.max(parseInt(digits, 16), lengthDigits);
    const line = body.subarray(at + lengthDigits, end);
    const [band = 0] = line;
    if (band === 2 || band === 3 || latin.decode(line.subarray(0, 4)) === 'ERR ') {
      const masked = maskSecret(latin.decode(line), token);
      for (let index = 0; index < line.length; index++)
        if (masked[index] === '*') line[index] = '*'.charCodeAt(0);
    }
    at = end;
  }
  return body;
}

/** A pkt-line begins with its length as four hexadecimal digits. */
const lengthDigits = 4;

/**
 * Minimum length of a token that is masked; a shorter password may be an ordinary word of a file or branch
 * name.
 */
const leastMasked = 8;
