/** Decodes bytes that may be in any encoding. */

/** Invalid bytes become U+FFFD; a byte order mark stays in the text. */
export function decodeBytes(bytes: Uint8Array, label: string): string {
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  // As a stream, because Node otherwise takes windows-1252 for Latin-1.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
