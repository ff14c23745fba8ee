/** Compresses and decompresses bytes with the browser's compression streams. */

type Format = 'gzip' | 'deflate-raw';

export async function compress(data: Uint8Array, format: Format): Promise<Uint8Array<ArrayBuffer>> {
  return through(data, new CompressionStream(format));
}

/** Rejects if the data is damaged or incomplete; with a `RangeError` if it has more than `maxBytes`. */
export async function decompress(
  data: Uint8Array,
  format: Format,
  maxBytes = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  return through(data, new DecompressionStream(format), maxBytes);
}

export function isGzip(data: Uint8Array): boolean {
  return data[0] === 0x1f && data[1] === 0x8b;
}

async function through(
  data: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  maxBytes = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new RangeError(`More than ${maxBytes} bytes.`);
      controller.enqueue(chunk);
    },
  });
  const piped = new Blob([new Uint8Array(data)]).stream().pipeThrough(stream).pipeThrough(limit);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
