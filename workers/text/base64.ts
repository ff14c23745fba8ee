/** Bytes as text, where they must stand in JSON. */

export function toBase64(bytes: Uint8Array): string {
  // In pieces: a call takes only so many arguments, and one call per byte is slow for a picture.
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 32_768)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return btoa(pieces.join(''));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
