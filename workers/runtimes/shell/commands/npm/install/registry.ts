/** Reads a registry of packages: https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
// See package-spec.ts.
import maxSatisfying from 'semver/ranges/max-satisfying.js';
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { noNetwork, type NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { CommandError } from '../../command.ts';
import { isRecord, textsOf } from '../package-file.ts';
import type { Wanted } from './package-spec.ts';

const maxPackument = 40 * 1024 * 1024;
const maxTarball = 20 * 1024 * 1024;
const publicRegistry = 'https://registry.npmjs.org';
/** The short form, which npm asks for, and the full one, which every registry has. */
const accept = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';

/** One version of a package. `from`: its name in the registry. */
export type Release = {
  from: string;
  version: string;
  resolved: string;
  integrity: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  optionalPeers: readonly string[];
  bundled: readonly string[];
  hasInstallScript: boolean;
  /** Systems and processors that it is for; empty: all. */
  platforms: readonly string[];
  /** Further facts that a lock file has. */
  facts: Record<string, unknown>;
};

export type Registry = {
  choose(wanted: Wanted): Promise<Release>;
  download(
    release: Pick<Release, 'from' | 'version' | 'resolved' | 'integrity'>,
  ): Promise<Uint8Array<ArrayBuffer>>;
};

export function openRegistry(network: NetworkPort | undefined, address = publicRegistry): Registry {
  const base = address.replace(/\/+$/, '');
  const read = new Map<string, Promise<Packument>>();

  async function get(url: string, maxBytes: number, headers: Record<string, string> = {}) {
    if (!network) throw new CommandError(`nothing was installed: ${noNetwork}`);
    try {
      const response = await network.request({ url, method: 'GET', headers, maxBytes, mayBeKept: true });
      if (response.truncated) throw new CommandError(`${url} has more than ${maxBytes} bytes`);
      return response;
    } catch (error) {
      if (error instanceof ToolError && error.type !== 'cancelled') throw new CommandError(error.message);
      throw error;
    }
  }

  async function readPackument(name: string): Promise<Packument> {
    const url = `${base}/${name.replace('/', '%2f')}`;
    const { status, body } = await get(url, maxPackument, { accept });
    if (status === 404) throw new CommandError(`404: '${name}' is not in the registry ${base}`);
    if (status !== 200) throw new CommandError(`${url} answered with the status ${status}`);
    const json: unknown = parse(new TextDecoder().decode(body));
    if (!isRecord(json) || !isRecord(json.versions))
      throw new CommandError(`${url} is not the description of a package; is ${base} a registry?`);
    return { tags: textsOf(json['dist-tags']), versions: json.versions };
  }

  return {
    async choose({ from, range }) {
      const reading = read.get(from) ?? readPackument(from);
      read.set(from, reading);
      const packument = await reading;
      const version = versionFor(packument, range);
      if (version === undefined)
        throw new CommandError(
          `no version of ${from} matches '${range}'; the newest is ${packument.tags.latest ?? 'unknown'}`,
        );
      return toRelease(from, version, packument.versions[version]);
    },
    async download({ from, version, resolved, integrity }) {
      const url = resolved.startsWith(`${publicRegistry}/`)
        ? base + resolved.slice(publicRegistry.length)
        : resolved;
      const { status, body } = await get(url, maxTarball);
      if (status !== 200) throw new CommandError(`${url} answered with the status ${status}`);
      if (!(await isIntact(body, integrity)))
        throw new CommandError(
          `EINTEGRITY: ${from}@${version} from ${url} is not the file that was announced (${integrity}); nothing was installed`,
        );
      return body;
    },
  };
}

type Packument = { tags: Record<string, string>; versions: Record<string, unknown> };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As npm: the version with the tag `latest` where it matches, or else the highest. */
function versionFor({ tags, versions }: Packument, range: string): string | undefined {
  if (validRange(range) === null || range === '') return tags[range === '' ? 'latest' : range];
  const { latest } = tags;
  if (latest !== undefined && satisfies(latest, range)) return latest;
  const all = Object.keys(versions);
  const kept = all.filter((version) => !isDeprecated(versions[version]));
  return maxSatisfying(kept, range) ?? maxSatisfying(all, range) ?? undefined;
}

function isDeprecated(version: unknown): boolean {
  return isRecord(version) && typeof version.deprecated === 'string' && version.deprecated !== '';
}

function toRelease(from: string, version: string, json: unknown): Release {
  if (!isRecord(json) || !isRecord(json.dist) || typeof json.dist.tarball !== 'string')
    throw new CommandError(`the registry names no file of ${from}@${version}`);
  const { tarball, integrity, shasum } = json.dist;
  const sha1 =
    typeof shasum === 'string' && /^[0-9a-f]{40}$/.test(shasum) ? toSri('sha1', shasum) : undefined;
  const announced = typeof integrity === 'string' && integrity ? integrity : sha1;
  if (announced === undefined)
    throw new CommandError(
      `the registry announces no checksum of ${from}@${version}, so it is not installed`,
    );
  const { license, bin, engines } = json;
  return {
    ...{ from, version, resolved: tarball, integrity: announced },
    ...dependenciesOf(json),
    hasInstallScript: json.hasInstallScript === true || hasInstallScript(textsOf(json.scripts)),
    facts: Object.fromEntries(
      Object.entries({ license, bin, engines }).filter(
        ([, value]) => typeof value === 'string' || isRecord(value),
      ),
    ),
  };
}

/** What the description of a package and its entry in a lock file say alike. */
export function dependenciesOf(json: Record<string, unknown>) {
  const optional = textsOf(json.optionalDependencies);
  const meta = isRecord(json.peerDependenciesMeta) ? json.peerDependenciesMeta : {};
  const named = json.bundleDependencies ?? json.bundledDependencies;
  const required = textsOf(json.dependencies);
  return {
    dependencies: Object.fromEntries(Object.entries(required).filter(([name]) => !(name in optional))),
    optionalDependencies: optional,
    peerDependencies: textsOf(json.peerDependencies),
    optionalPeers: Object.keys(meta).filter((name) => isRecord(meta[name]) && meta[name].optional === true),
    bundled: named === true ? Object.keys(required) : textList(named),
    platforms: [...textList(json.os), ...textList(json.cpu)].filter((each) => !each.startsWith('!')),
  };
}

function textList(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

function hasInstallScript(scripts: Record<string, string>): boolean {
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}

function toSri(algorithm: string, hex: string): string {
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return `${algorithm}-${btoa(String.fromCharCode(...bytes))}`;
}

const algorithms = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' } as const;

/** Compares by the strongest algorithm that is named, as https://www.w3.org/TR/SRI/ says. */
async function isIntact(body: Uint8Array<ArrayBuffer>, integrity: string): Promise<boolean> {
  const hashes = integrity.trim().split(/\s+/);
  for (const [name, algorithm] of Object.entries(algorithms)) {
    const named = hashes.filter((each) => each.startsWith(`${name}-`));
    if (named.length === 0) continue;
    const digest = new Uint8Array(await crypto.subtle.digest(algorithm, body));
    const own = `${name}-${btoa(String.fromCharCode(...digest))}`;
    return named.some((each) => each.split('?')[0] === own);
  }
  return false;
}
