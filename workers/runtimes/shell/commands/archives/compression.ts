/** Compresses and decompresses bytes with the browser's compression streams. */

type Format = 'gzip' | 'deflate-raw';

export async function compress(data: Uint8Array, format: Format): Promise<Uint8Array<ArrayBuffer>> {
  return through(data, new CompressionStream(format));
}

/** Rejects if the data is damaged or incomplete. */
export async function decompress(data: Uint8Array, format: Format): Promise<Uint8Array<ArrayBuffer>> {
  return through(data, new DecompressionStream(format));
}

export function isGzip(data: Uint8Array): boolean {
  return data[0] === 0x1f && data[1] === 0x8b;
}

async function through(
  data: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([new Uint8Array(data)]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
