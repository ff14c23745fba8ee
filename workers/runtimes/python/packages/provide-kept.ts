/** Wheels of an index that the session's variables need: read from what is kept on this device, before they are restored. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { WheelPort } from '#workers/contracts/wheel-port.ts';
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
    for (const url of await wheels.kept(wanted)) {
      const path = `${folder}/${new URL(url).pathname.split('/').at(-1) ?? ''}`;
      fs.writeFile(path, (await wheels.wheel(url, undefined)).body);
      paths.push(path);
    }
  }
  return () => paths.forEach((path) => fs.unlink(path));
}

function originsIn(state: Json): string[] {
  if (!isJsonObject(state) || !Array.isArray(state.packages)) return [];
  return state.packages.flatMap((each) =>
    isJsonObject(each) && typeof each.origin === 'string' && /^https?:/.test(each.origin)
      ? [each.origin]
      : [],
  );
}
