/** Compresses and decompresses bytes with the browser's compression streams, and by libraries what they do not know. */
import { CommandError } from '../command.ts';

export async function compress(data: Uint8Array, format: 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  return through(data, new CompressionStream(format));
}

/** `hasGarbage`: other bytes than zeros follow the compressed data. */
export type Unzipped = { data: Uint8Array<ArrayBuffer>; hasGarbage: boolean };

/**
 * A gzip file may have several members. Rejects if the data is damaged or incomplete; with a `RangeError` if it has more
 * than `maxBytes`.
 */
export async function gunzip(data: Uint8Array, maxBytes = Infinity): Promise<Unzipped> {
  if (mayHaveMembers(data)) return unzipMembers(data, maxBytes);
  try {
    return { data: await through(data, new DecompressionStream('gzip'), maxBytes), hasGarbage: false };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // The browser's stream does not say whether the data is damaged, or only what follows it.
    return unzipMembers(data, maxBytes);
  }
}

export function isGzip(data: Uint8Array): boolean {
  return startsWith(data, [0x1f, 0x8b]);
}

/** The bytes of a compressed archive, whatever its compression; as they are if they are not compressed. */
export async function unpacked(data: Uint8Array): Promise<Uint8Array> {
  const open = unpackers.find(({ signature }) => startsWith(data, signature));
  if (!open) return data;
  return open.unpack(data).catch((error: unknown) => {
    if (error instanceof CommandError) throw error;
    throw new CommandError('the compressed archive is damaged or incomplete', 2);
  });
}

type Unpacker = { signature: readonly number[]; unpack(data: Uint8Array): Promise<Uint8Array> };

const unpackers: readonly Unpacker[] = [
  { signature: [0x1f, 0x8b], unpack: async (data) => (await gunzip(data)).data },
  {
    signature: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
    async unpack(data) {
      // xz-decompress is the decoder of the Linux kernel as WebAssembly, 20 kB.
      const { XzReadableStream } = await import('xz-decompress');
      const stream = new XzReadableStream(new Blob([new Uint8Array(data)]).stream());
      return new Uint8Array(await new Response(stream).arrayBuffer());
    },
  },
  { signature: [0x42, 0x5a, 0x68], unpack: unbzip },
  {
    signature: [0x28, 0xb5, 0x2f, 0xfd],
    unpack: () => Promise.reject(new CommandError('zstd compression cannot be read here', 2)),
  },
];

/** The library reads one stream; parallel compressors write many, each from a whole byte on. */
async function unbzip(data: Uint8Array): Promise<Uint8Array> {
  // bz2 of SheetJS has 12 kB and no dependencies; the format has not changed since 2000.
  const { default: bz2 } = await import('bz2');
  const starts: number[] = [];
  for (let at = 0; at < data.length; at++) if (startsBzip(data, at)) starts.push(at);
  const parts = starts.map((start, index) => bz2.decompress(data.subarray(start, starts[index + 1]), true));
  return new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}

/** `BZh` and a digit, then the mark of a block or of the end. */
function startsBzip(data: Uint8Array, at: number): boolean {
  if (data[at] !== 0x42 || data[at + 1] !== 0x5a || data[at + 2] !== 0x68) return false;
  const mark = data.subarray(at + 4, at + 10);
  return (
    startsWith(mark, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) ||
    startsWith(mark, [0x17, 0x72, 0x45, 0x38, 0x50, 0x90])
  );
}

/** The browser's stream refuses what follows the first member. */
function mayHaveMembers(data: Uint8Array): boolean {
  for (let at = data.indexOf(0x1f, 18); at >= 0; at = data.indexOf(0x1f, at + 1))
    if (data[at + 1] === 0x8b && data[at + 2] === 0x08) return true;
  return false;
}

/** pako finds the end of each member; the browser's stream unpacks and checks it. pako is there for git as well. */
async function unzipMembers(data: Uint8Array, maxBytes: number): Promise<Unzipped> {
  const { Inflate } = await import('pako');
  const parts: Blob[] = [];
  let [at, bytes] = [0, 0];
  while (isGzip(data.subarray(at))) {
    const inflate = new Inflate();
    inflate.onData = () => undefined;
    inflate.push(data.subarray(at), true);
    if (inflate.err !== 0) throw new Error(inflate.msg || 'damaged');
    const end = data.length - inflate.strm.avail_in;
    const part = await through(data.subarray(at, end), new DecompressionStream('gzip'), maxBytes - bytes);
    bytes += part.length;
    parts.push(new Blob([part]));
    at = end;
  }
  if (parts.length === 0) throw new Error('no gzip');
  // Files on tapes are padded with zeros.
  const hasGarbage = data.subarray(at).some((byte) => byte !== 0);
  return { data: new Uint8Array(await new Blob(parts).arrayBuffer()), hasGarbage };
}

function startsWith(data: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => data[at] === byte);
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
