/**
 * Provides the wheels that the session's variables need, from the cache on this device, before the variables
 * are restored.
 */
import { isJsonObject, type Json } from '#shared/json.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import type { Python } from '../interpreter.ts';

/** The folder in which `restore` in `host/packages.py` looks for wheels. */
const folder = '/tmp/.kept-wheels';

/** `kept`: the stored session. Returns a function that removes the files again. */
export async function provideCachedWheels(
  { fs }: Python,
  kept: string,
  wheels: WheelPort | undefined,
): Promise<() => void> {
  const wanted = wheels && kept !== '' ? originsIn(JSON.parse(kept) as Json) : [];
  const paths: string[] = [];
  if (wheels && wanted.length > 0) {
    fs.mkdirTree(folder);
    const here = new Set(await wheels.kept(wanted.map(({ origin }) => origin)));
    for (const { origin, sha256 } of wanted.filter((each) => here.has(each.origin))) {
      const data = await readKept(wheels, origin, sha256);
      if (!data) continue;
      const path = `${folder}/${new URL(origin).pathname.split('/').at(-1) ?? ''}`;
      fs.writeFile(path, data);
      paths.push(path);
    }
  }
  return () => paths.forEach((path) => fs.unlink(path));
}

/**
 * Undefined if the cached file is not the one that was installed; `restore` then reports that the package is
 * lost.
 */
async function readKept(
  wheels: WheelPort,
  origin: string,
  sha256: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return (await wheels.wheel(origin, sha256)).body;
  } catch (error) {
    if (error instanceof ToolError && error.type !== 'cancelled') return undefined;
    throw error;
  }
}

type Origin = { origin: string; sha256: string };

/** Only wheels with a hash, because the file at a URL, and its cached copy, can change. */
function originsIn(state: Json): Origin[] {
  if (!isJsonObject(state) || !Array.isArray(state.packages)) return [];
  return state.packages.flatMap((each) => {
    if (!isJsonObject(each) || typeof each.origin !== 'string' || typeof each.sha256 !== 'string') return [];
    return /^https?:/.test(each.origin) && each.sha256 !== ''
      ? [{ origin: each.origin, sha256: each.sha256 }]
      : [];
  });
}
