/** Reads a response body up to a limit and cancels the rest. */

export type BoundedBody = { bytes: Uint8Array<ArrayBuffer>; truncated: boolean };

/**
 * Reads at most `maxBytes`; `truncated` if there was more. After `maxMs`, returns what has arrived so far,
 * because a slow body may never end.
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  maxMs?: number,
): Promise<BoundedBody> {
  if (!body) return { bytes: new Uint8Array(), truncated: false };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Cancelling also ends a pending read.
  const stop = () => void reader.cancel().catch(() => undefined);
  const timer = maxMs === undefined ? undefined : setTimeout(stop, maxMs);
  try {
    while (size <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
  return { bytes: concatenate(chunks, Math.min(size, maxBytes)), truncated: size > maxBytes };
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, size - at);
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
