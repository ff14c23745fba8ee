/**
 * A Python package index: names, versions and wheels.
 * https://packaging.python.org/en/latest/specifications/simple-repository-api/
 */
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { KeptList, WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import { findLocked, lockName } from './lock-index.ts';
import { versionOfWheel } from './wheel-name.ts';

const usualIndex = 'https://pypi.org/simple/';

export type IndexWheel = {
  name: string;
  url: string;
  sha256: string | undefined;
  /** The dependencies, if the index lists them; else the wheel's metadata does. */
  needs?: string[];
};

export type PackageIndex = {
  /** The compatible wheels by version; only cached ones if the index cannot be reached. */
  wheelsOf(name: string): Promise<Map<string, IndexWheel>>;
  download(wheel: IndexWheel): Promise<Uint8Array<ArrayBuffer>>;
};

/**
 * Package names must be normalised. A `base` that ends with the name of a Pyodide lock file is read as one.
 */
export function openIndex(base: string = usualIndex, wheels: WheelPort | undefined): PackageIndex {
  function port(): WheelPort {
    if (wheels) return wheels;
    throw new ToolError('permission_denied', 'Packages of an index cannot be installed here.');
  }

  const isLock = () => new URL(base).pathname.endsWith(`/${lockName}`);
  let locked: Promise<KeptList> | undefined;

  async function lockedOf(name: string): Promise<Map<string, IndexWheel>> {
    const { body, url } = await (locked ??= port().list(base));
    const found = findLocked(new TextDecoder().decode(body), url, name);
    return new Map(found ? [[found.version, found.wheel]] : []);
  }

  return {
    async wheelsOf(name) {
      if (isLock()) return lockedOf(name);
      const url = new URL(`${encodeURIComponent(name)}/`, base.endsWith('/') ? base : `${base}/`).href;
      const answer = await port().list(url);
      const listed = readList(new TextDecoder().decode(answer.body), answer.url);
      if (!answer.isKept) return listed;
      const kept = new Set(await port().kept([...listed.values()].map((wheel) => wheel.url)));
      return new Map([...listed].filter(([, wheel]) => kept.has(wheel.url)));
    },
    download: async (wheel) => (await port().wheel(wheel.url, wheel.sha256)).body,
  };
}

/** The fields of a listed file that are used; all others are ignored. */
type ListedFile = { filename: string; url: string; hashes?: { sha256?: unknown }; yanked?: unknown };

function readList(text: string, base: string): Map<string, IndexWheel> {
  const wheels = new Map<string, IndexWheel>();
  for (const { filename, url, hashes, yanked } of filesIn(text)) {
    const version = versionOfWheel(filename);
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
