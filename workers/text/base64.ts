/** Base64, for bytes in JSON. */

export function toBase64(bytes: Uint8Array): string {
  // Works in chunks, because the number of arguments of a call is limited, and one call per byte is slow.
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 32_768)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(pieces.join(''));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
