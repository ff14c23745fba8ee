/**
 * The cache of Python packages and of the lists of an index, by address. Only answers of the network are
 * stored: a script cannot put anything under an address, so all conversations can share the cache.
 */
import type { WheelInfo } from '#shared/api/packages.ts';
import { isJsonObject } from '#shared/json.ts';
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { WheelNetwork, WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import { sha256 as hashOf } from '#workers/text/sha256.ts';

const cacheName = 'oneclaw-wheels';
/** Bytes. */
const largestWheel = 50 * 1024 * 1024;
const largestList = 20 * 1024 * 1024;
/** Larger lists, of projects with very many files, are not cached. */
const largestKeptList = 2 * 1024 * 1024;
/** Bytes of wheels and lists together. The oldest entries are deleted first. */
const maxKept = 500 * 1024 * 1024;

export type KeptWheels = {
  list(): Promise<WheelInfo[]>;
  /** Deletes the wheel and the list of its project. */
  remove(url: string): Promise<void>;
  /** Deletes all wheels and all lists. */
  removeAll(): Promise<void>;
  openPort(network: WheelNetwork): WheelPort;
};

/** `most`: the limit in bytes; only tests set it. */
export function createKeptWheels(caches: Pick<CacheStorage, 'open'>, most: number = maxKept): KeptWheels {
  const open = () => caches.open(cacheName);

  return {
    async list() {
      const cache = await open();
      const urls = (await cache.keys()).map(({ url }) => url).filter((url) => isWheel(url));
      return Promise.all(
        urls.map(async (url) => ({ url, ...nameOf(url), bytes: await bytesOf(cache, url) })),
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
    async removeAll() {
      const cache = await open();
      await Promise.all((await cache.keys()).map((each) => cache.delete(each)));
    },
    openPort: (network) => createWheelPort(network, open, most),
  };
}

type OpenCache = () => Promise<Cache>;

function createWheelPort(network: WheelNetwork, open: OpenCache, most: number): WheelPort {
  return {
    async list(url) {
      await network.admit(url);
      const cache = await open();
      try {
        const answer = await get(network, url, 'application/vnd.pypi.simple.v1+json', largestList);
        const { body } = answer;
        if (body.length <= largestKeptList && isList(body)) await keep(cache, url, answer, most);
        return { ...answer, isKept: false };
      } catch (error) {
        const mayServe = network.isOff || (error instanceof ToolError && error.type === 'network_error');
        const kept = mayServe ? await findAdmitted(cache, url, network) : undefined;
        if (!kept) throw error;
        return { ...kept, isKept: true };
      }
    },
    async wheel(url, sha256) {
      await network.admit(url);
      const cache = await open();
      const kept = await findAdmitted(cache, url, network);
      if (kept && (sha256 === undefined || (await hashOf(kept.body)) === sha256)) return kept;
      const answer = await get(network, url, '*/*', largestWheel);
      if (sha256 !== undefined && (await hashOf(answer.body)) !== sha256)
        throw new ToolError('network_error', `${fileOf(url)} is not the file that the index announced.`);
      if (isWheel(url)) await keep(cache, url, answer, most);
      return answer;
    },
    async kept(urls) {
      const kept = new Set((await (await open()).keys()).map(({ url }) => url));
      const here = urls.filter((url) => URL.canParse(url) && kept.has(new URL(url).href));
      const admitted = await Promise.all(here.map((url) => isAdmitted(url, network)));
      return here.filter((_, at) => admitted[at]);
    },
  };
}

/** Of these, a model gives the name of a package only. */
const usualHosts: ReadonlySet<string> = new Set(['pypi.org', 'files.pythonhosted.org']);

type Answer = { body: Uint8Array<ArrayBuffer>; url: string };

async function get(
  { request }: Pick<WheelNetwork, 'request'>,
  url: string,
  accept: string,
  maxBytes: number,
): Promise<Answer> {
  const response = await request({
    ...{ url, method: 'GET', headers: { Accept: accept }, maxBytes },
    ...(usualHosts.has(new URL(url).host) && { isOwnAddress: true }),
  });
  if (response.status !== 200)
    throw new ToolError('network_error', `The package index answered ${response.status} to ${url}.`);
  if (response.truncated)
    throw new ToolError('network_error', `${url} is larger than ${maxBytes / 1024 ** 2} MB.`);
  return { body: response.body, url: response.url };
}

/** The final address, because links in a list are relative to it. */
const addressHeader = 'X-Address';
/** The size of the body, so that counting does not have to read it. */
const bytesHeader = 'X-Bytes';

async function keep(cache: Cache, url: string, { body, url: address }: Answer, most: number): Promise<void> {
  try {
    const headers = { [addressHeader]: address, [bytesHeader]: String(body.length) };
    await cache.put(url, new Response(body.slice(), { headers }));
    await makeRoom(cache, new URL(url).href, most);
  } catch (error) {
    // Full storage must not fail the call: the package is installed, and downloaded again next time.
    console.warn(`${url} was not kept: ${messageOf(error)}`);
  }
}

/** Deletes the oldest entries, which `keys` lists first, until the rest fits; never the newest. */
async function makeRoom(cache: Cache, newest: string, most: number): Promise<void> {
  const requests = await cache.keys();
  const sizes = await Promise.all(requests.map((each) => bytesOf(cache, each.url)));
  let total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  for (const [at, request] of requests.entries()) {
    if (total <= most) return;
    if (request.url === newest) continue;
    await cache.delete(request);
    total -= sizes[at] ?? 0;
  }
}

async function bytesOf(cache: Cache, url: string): Promise<number> {
  const kept = await cache.match(url);
  const counted = kept?.headers.get(bytesHeader);
  // Entries of earlier versions of the app have no such header.
  return counted ? Number(counted) : ((await kept?.blob())?.size ?? 0);
}

/** The cached answer, if the agent may reach the address of a redirect. The caller has checked `url`. */
async function findAdmitted(
  cache: Cache,
  url: string,
  { admit }: Pick<WheelNetwork, 'admit'>,
): Promise<Answer | undefined> {
  const kept = await find(cache, url);
  if (kept) await admit(kept.url);
  return kept;
}

async function isAdmitted(url: string, { admit }: Pick<WheelNetwork, 'admit'>): Promise<boolean> {
  return admit(url).then(
    () => true,
    () => false,
  );
}

/**
 * Whether it is a list as of PEP 691. Another answer, such as the page of a captive portal, must not replace
 * a cached list.
 */
function isList(body: Uint8Array<ArrayBuffer>): boolean {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(body));
    return isJsonObject(list) && (Array.isArray(list.files) || isJsonObject(list.packages));
  } catch {
    return false;
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
