/** Calls into a realm that serialise its variables or restore them, with time and size limits. */
import * as limits from '#shared/limits.ts';
import type { HostFunctions } from '../bridge.ts';
import { pureFunctions } from '../host-functions.ts';
import type { Realm } from '../realm.ts';
import type { FunctionKinds } from './function-kinds.ts';
import type { Imported } from './rewrite.ts';

/** Milliseconds that serialising, restoring, or importing modules again may take. */
export const sessionMs = 3_000;
/** Maximum characters of the stored text. */
const maxCharacters = 1_000_000;

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

/**
 * Serialises the variables. The second attempt is smaller, because the limit of the session counts bytes
 * instead of characters.
 */
export function writeVariables(realm: Realm, kinds: FunctionKinds, imports: readonly Imported[]): string {
  const write = (most: number) => callBounded(realm, kinds, 'keep', JSON.stringify({ most, imports }));
  const text = write(maxCharacters);
  const size = new TextEncoder().encode(text).length;
  if (size <= limits.sessionStateBytes) return text;
  return write(Math.floor((maxCharacters * 0.9 * limits.sessionStateBytes) / size));
}

/** Conversion of bytes to and from text, for the stored session. */
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
