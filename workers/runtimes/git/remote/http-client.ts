/**
 * Implements isomorphic-git's HTTP client on a tool's network port, so that every request passes the egress
 * gate.
 */
import type { HttpClient } from 'isomorphic-git';
import type { NetworkPort, NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { concat, type Bytes } from '../bytes.ts';
import { fatal } from '../git-context.ts';
import { packLimits } from '../objects/check-pack.ts';

/** A push sends a packfile, which is binary. */
type BinaryRequest = Omit<NetworkRequest, 'body'> & { body?: string | Bytes };
type BinaryNetworkPort = { request(request: BinaryRequest): ReturnType<NetworkPort['request']> };

/** Maximum bytes of a reply: the pack, plus references and progress messages. */
const maxBytes = packLimits.packBytes + 5_000_000;

/** Statuses that request authentication. Azure DevOps answers with 203 and an HTML page instead of 401. */
const wantSignIn = [401, 203];

/**
 * `usesToken`: after the server requests authentication, the engine adds the user's token for it, if there is
 * one.
 */
export function createHttpClient(network: NetworkPort, { usesToken }: { usesToken: boolean }): HttpClient {
  const port: BinaryNetworkPort = network;
  let signsIn = false;
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const sent = body ? await collect(body) : undefined;
      const request = { url, method, headers, maxBytes, ...(sent && { body: sent }) };
      const send = () => port.request({ ...request, ...(signsIn && { credentials: 'git' as const }) });
      let response = await send();
      if (usesToken && !signsIn && wantSignIn.includes(response.status)) {
        signsIn = true;
        response = await send();
      }
      if (response.truncated)
        throw fatal(
          `the server's reply is longer than ${maxBytes} bytes. Clone less of it: '--depth 1' takes the last commit only`,
        );
      return {
        url: response.url,
        method,
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
        body: once(response.body),
      };
    },
  };
}

async function collect(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Bytes> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return concat(all);
}

async function* once(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes;
}
