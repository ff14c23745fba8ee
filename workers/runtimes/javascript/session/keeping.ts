/** Calls into a realm that write its variables as text, or make them again of it; they are bounded. */
import * as limits from '#shared/limits.ts';
import type { HostFunctions } from '../bridge.ts';
import { pureFunctions } from '../host-functions.ts';
import type { Realm } from '../realm.ts';
import type { FunctionKinds } from './function-kinds.ts';
import type { Imported } from './rewrite.ts';

/** How long keeping, restoring, or importing a module again may take. */
export const sessionMs = 3_000;
/** Characters of the kept text. */
const mostCharacters = 1_000_000;

export function callBounded(
  realm: Realm,
  kinds: FunctionKinds,
  name: 'tidy' | 'keep' | 'restore',
  text: string,
): string {
  const end = performance.now() + sessionMs;
  const host = { ...pureFunctions, ...bytes, functionKind: kinds.of };
  realm.begin({ host, isOver: () => performance.now() > end });
  return realm.call(name, text);
}

/** The limit of the session counts bytes. */
export function writeVariables(realm: Realm, kinds: FunctionKinds, imports: readonly Imported[]): string {
  const write = (most: number) => callBounded(realm, kinds, 'keep', JSON.stringify({ most, imports }));
  const text = write(mostCharacters);
  const size = new TextEncoder().encode(text).length;
  if (size <= limits.sessionStateBytes) return text;
  return write(Math.floor((mostCharacters * 0.9 * limits.sessionStateBytes) / size));
}

/** Bytes as text, for the session. */
const bytes: HostFunctions = {
  toText(buffer) {
    if (!(buffer instanceof ArrayBuffer)) return '';
    let text = '';
    for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
    return btoa(text);
  },
  toBytes: (text) =>
    Uint8Array.from(atob(typeof text === 'string' ? text : ''), (character) => character.charCodeAt(0))
      .buffer,
};
