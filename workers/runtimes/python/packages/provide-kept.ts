/** Wheels of an index that the session's variables need: read from what is kept on this device, before they are restored. */
import { isJsonObject, type Json } from '#shared/json.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import type { Python } from '../interpreter.ts';

/** As `restore` in `host/packages.py` knows it. */
const folder = '/tmp/.kept-wheels';

/** `kept`: the session's text. Returns what removes the files again. */
export async function provideKept(
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

/** Undefined for another file than the one that was installed: `restore` says that the package is lost. */
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

/** Only those with a hash: what an address serves, and what is kept under it, can change. */
function originsIn(state: Json): Origin[] {
  if (!isJsonObject(state) || !Array.isArray(state.packages)) return [];
  return state.packages.flatMap((each) => {
    if (!isJsonObject(each) || typeof each.origin !== 'string' || typeof each.sha256 !== 'string') return [];
    return /^https?:/.test(each.origin) && each.sha256 !== ''
      ? [{ origin: each.origin, sha256: each.sha256 }]
      : [];
  });
}
