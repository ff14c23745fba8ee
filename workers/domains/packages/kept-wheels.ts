/**
 * Python packages that were downloaded from an index, by the address that served them: a script cannot put anything under
 * an address, so what one conversation downloads can be used by all.
 */
import type { WheelInfo } from '#shared/api/packages.ts';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkRequest, NetworkResponse } from '#workers/contracts/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { WheelPort } from '#workers/contracts/wheel-port.ts';
import { sha256 as hashOf } from '#workers/text/sha256.ts';

const cacheName = 'oneclaw-wheels';
/** Bytes. */
const largestWheel = 50 * 1024 * 1024;
const largestList = 20 * 1024 * 1024;
/** The lists of projects with very many files are asked for each time. */
const largestKeptList = 2 * 1024 * 1024;

export type KeptWheels = {
  list(): Promise<WheelInfo[]>;
  /** With the list of its project. */
  remove(url: string): Promise<void>;
  /** `request` is the network of one call; it fails with a `ToolError` for what the agent may not reach. */
  lend(request: Request): WheelPort;
};

type Request = (request: NetworkRequest) => Promise<NetworkResponse>;

export function createKeptWheels(caches: Pick<CacheStorage, 'open'>): KeptWheels {
  const open = () => caches.open(cacheName);

  return {
    async list() {
      const cache = await open();
      const urls = (await cache.keys()).map(({ url }) => url).filter((url) => isWheel(url));
      return Promise.all(
        urls.map(async (url) => {
          const bytes = (await (await cache.match(url))?.blob())?.size ?? 0;
          return { url, ...nameOf(url), bytes };
        }),
      );
    },
    async remove(url) {
      const cache = await open();
      await cache.delete(url);
      const project = nameOf(url)
        .name.replaceAll(/[-_.]+/g, '-')
        .toLowerCase();
      const lists = (await cache.keys()).filter((each) =>
        new URL(each.url).pathname.endsWith(`/${project}/`),
      );
      await Promise.all(lists.map((each) => cache.delete(each)));
    },
    lend: (request) => ({
      async list(url) {
        const cache = await open();
        try {
          const answer = await get(request, url, 'application/vnd.pypi.simple.v1+json', largestList);
          if (answer.body.length <= largestKeptList) await keep(cache, url, answer);
          return { ...answer, isKept: false };
        } catch (error) {
          const kept = await find(cache, url);
          if (!kept) throw error;
          return { ...kept, isKept: true };
        }
      },
      async wheel(url, sha256) {
        const cache = await open();
        const kept = await find(cache, url);
        if (kept && (sha256 === undefined || (await hashOf(kept.body)) === sha256)) return kept;
        const answer = await get(request, url, '*/*', largestWheel);
        if (sha256 !== undefined && (await hashOf(answer.body)) !== sha256)
          throw new ToolError('network_error', `${fileOf(url)} is not the file that the index announced.`);
        if (isWheel(url)) await keep(cache, url, answer);
        return answer;
      },
      async kept(urls) {
        const kept = new Set((await (await open()).keys()).map(({ url }) => url));
        return urls.filter((url) => URL.canParse(url) && kept.has(new URL(url).href));
      },
    }),
  };
}

type Answer = { body: Uint8Array<ArrayBuffer>; url: string };

async function get(request: Request, url: string, accept: string, maxBytes: number): Promise<Answer> {
  const response = await request({ url, method: 'GET', headers: { Accept: accept }, maxBytes });
  if (response.status !== 200)
    throw new ToolError('network_error', `The package index answered ${response.status} to ${url}.`);
  if (response.truncated)
    throw new ToolError('network_error', `${url} is larger than ${maxBytes / 1024 ** 2} MB.`);
  return { body: response.body, url: response.url };
}

/** The final address, because links in a list are relative to it. */
const addressHeader = 'X-Address';

async function keep(cache: Cache, url: string, { body, url: address }: Answer): Promise<void> {
  try {
    await cache.put(url, new Response(body.slice(), { headers: { [addressHeader]: address } }));
  } catch (error) {
    // Full storage must not fail the call: the package is installed, and downloaded again next time.
    console.warn(`${url} was not kept: ${messageOf(error)}`);
  }
}

async function find(cache: Cache, url: string): Promise<Answer | undefined> {
  const kept = URL.canParse(url) ? await cache.match(url) : undefined;
  if (!kept) return undefined;
  const address = kept.headers.get(addressHeader);
  return { body: new Uint8Array(await kept.arrayBuffer()), url: address ?? url };
}

function isWheel(url: string): boolean {
  return fileOf(url).endsWith('.whl');
}

function fileOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

/** https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-name-convention */
function nameOf(url: string): { name: string; version: string } {
  const [name = '', version = ''] = fileOf(url).split('-');
  return { name, version };
}
