/** A package index of Python: names, versions and wheels. https://packaging.python.org/en/latest/specifications/simple-repository-api/ */
import { messageOf } from '#shared/message-of.ts';
import {
  noNetwork,
  type NetworkPort,
  type NetworkRequest,
  type NetworkResponse,
} from '#workers/contracts/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { sha256 } from '#workers/text/sha256.ts';

const usualIndex = 'https://pypi.org/simple/';
/** Bytes. */
const longestList = 20 * 1024 * 1024;
const largestWheel = 50 * 1024 * 1024;

type IndexWheel = { name: string; url: string; sha256: string | undefined };

export type PackageIndex = {
  /** The wheels of pure Python by version. `name` is in its normal form. */
  wheelsOf(name: string): Promise<Map<string, IndexWheel>>;
  download(wheel: IndexWheel): Promise<Uint8Array>;
};

export function openIndex(base: string = usualIndex, network: NetworkPort | undefined): PackageIndex {
  async function get(url: string, accept: string, maxBytes: number): Promise<NetworkResponse> {
    if (!network)
      throw new ToolError(
        'permission_denied',
        `No package was fetched: ${noNetwork}. Wheels of the workspace can be installed: packages: ["./wheels/name-1.0-py3-none-any.whl"].`,
      );
    const request: NetworkRequest = { url, method: 'GET', headers: { Accept: accept }, maxBytes };
    const response = await network.request(request);
    if (response.status !== 200)
      throw new ToolError('network_error', `The package index answered ${response.status} to ${url}.`);
    if (response.truncated)
      throw new ToolError('network_error', `${url} is larger than ${maxBytes / 1024 ** 2} MB.`);
    return response;
  }

  return {
    async wheelsOf(name) {
      const url = new URL(`${encodeURIComponent(name)}/`, base.endsWith('/') ? base : `${base}/`).href;
      const response = await get(url, 'application/vnd.pypi.simple.v1+json', longestList);
      return readList(new TextDecoder().decode(response.body), response.url);
    },
    async download(wheel) {
      const { body } = await get(wheel.url, '*/*', largestWheel);
      if (wheel.sha256 !== undefined && (await sha256(body)) !== wheel.sha256)
        throw new ToolError('network_error', `${wheel.name} is not the file that the index announced.`);
      return body;
    },
  };
}

/** What is read of the list; everything else in it is ignored. */
type ListedFile = { filename: string; url: string; hashes?: { sha256?: unknown }; yanked?: unknown };

function readList(text: string, base: string): Map<string, IndexWheel> {
  const wheels = new Map<string, IndexWheel>();
  for (const { filename, url, hashes, yanked } of filesIn(text)) {
    const [, version] = /^[^-]+-([^-]+)(?:-\d[^-]*)?-[^-]*py3[^-]*-none-any\.whl$/.exec(filename) ?? [];
    if (version === undefined || (yanked !== undefined && yanked !== false)) continue;
    const announced = hashes?.sha256;
    wheels.set(version, {
      name: filename,
      url: new URL(url, base).href,
      sha256: typeof announced === 'string' ? announced : undefined,
    });
  }
  return wheels;
}

function filesIn(text: string): ListedFile[] {
  try {
    const { files } = JSON.parse(text) as { files?: unknown };
    if (!Array.isArray(files)) throw new Error('it has no list of files');
    return files.filter(isListedFile);
  } catch (error) {
    throw new ToolError(
      'network_error',
      `The package index does not answer as JSON (${messageOf(error)}). It must have the simple API of PEP 691.`,
    );
  }
}

function isListedFile(value: unknown): value is ListedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { filename, url } = value as Partial<Record<string, unknown>>;
  return typeof filename === 'string' && typeof url === 'string';
}
