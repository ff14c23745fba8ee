/** Tells bytes that are no text, the way git does: by a NUL near the beginning. */

/** How much of a file has to be looked at. */
export const binaryProbeBytes = 8_192;

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, binaryProbeBytes).includes(0);
}
