/** Detects binary content like git does: by a NUL byte near the beginning. */

/** How many bytes of a file are checked. */
export const binaryProbeBytes = 8_192;

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, binaryProbeBytes).includes(0);
}
