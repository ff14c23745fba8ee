/** Strings with one character per byte. */

/** Converts bytes to a string with one character per byte. */
export function latin1Of(bytes: Uint8Array): string {
  // Ten times as fast; most files are ASCII.
  if (isAscii(bytes)) return new TextDecoder().decode(bytes);
  let text = '';
  // In slices, because too many arguments overflow the stack; without spreading, which takes five times as long.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 8192)));
  return text;
}

function isAscii(bytes: Uint8Array): boolean {
  // A loop, because `some` calls a function for each byte.
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}

export function bytesOfLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
