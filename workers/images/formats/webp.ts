/** The chunks of a WebP file. https://developers.google.com/speed/webp/docs/riff_container */
import type { PictureFacts } from '../picture-facts.ts';
import { joined, latin1, profileName, viewOf } from './bytes.ts';

type Chunk = { name: string; start: number; data: number; end: number };

/** The bits of the first byte of `VP8X`. */
const flags = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10 };
const kept = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];

export function readWebp(bytes: Uint8Array): PictureFacts | undefined {
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 4) !== 'WEBP') return undefined;
  const facts: PictureFacts = { format: 'webp', width: 0, height: 0 };
  for (const { name, data, end } of chunks(bytes)) {
    if (name === 'EXIF') facts.exif ??= exifIn(bytes.subarray(data, end));
    else if (name === 'ICCP') facts.profile ??= profileName(bytes.subarray(data, end));
    else if (facts.width === 0) Object.assign(facts, sizeIn(name, bytes.subarray(data, end)));
  }
  return facts.width > 0 && facts.height > 0 ? facts : undefined;
}

/** The same picture without metadata. EXIF data is added only if the file had some, because it then has `VP8X`. */
export function stripWebp(bytes: Uint8Array, exif: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const all = [...chunks(bytes)];
  const parts = all
    .filter(({ name }) => kept.includes(name))
    .map(({ start, end }) => padded(bytes.slice(start, end)));
  const [first] = parts;
  const isExtended = first !== undefined && latin1(first, 0, 4) === 'VP8X';
  if (isExtended) first[8] = ((first[8] ?? 0) & ~(flags.exif | flags.xmp)) | (exif ? flags.exif : 0);
  return file([...parts, ...(exif && isExtended ? [chunk('EXIF', exif)] : [])]);
}

/** `bytes`: a file as the browser's encoder writes it. `size`: its pixels. */
export function webpWithExif(
  bytes: Uint8Array<ArrayBuffer>,
  exif: Uint8Array,
  { width, height, hasAlpha }: { width: number; height: number; hasAlpha: boolean },
): Uint8Array<ArrayBuffer> {
  if ([...chunks(bytes)].some(({ name }) => name === 'VP8X')) return stripWebp(bytes, exif);
  const head = new Uint8Array(10);
  head[0] = flags.exif | (hasAlpha ? flags.alpha : 0);
  setUint24(head, 4, width - 1);
  setUint24(head, 7, height - 1);
  return file([chunk('VP8X', head), bytes.subarray(12), chunk('EXIF', exif)]);
}

function sizeIn(name: string, data: Uint8Array): Partial<PictureFacts> {
  const view = viewOf(data);
  if (name === 'VP8X') {
    const bits = view.getUint8(0);
    const size = { width: 1 + uint24(view, 4), height: 1 + uint24(view, 7) };
    return { ...size, isAnimated: (bits & flags.animation) > 0, hasAlpha: (bits & flags.alpha) > 0 };
  }
  if (name === 'VP8L') {
    const bits = view.getUint32(1, true);
    const size = { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
    return { ...size, hasAlpha: ((bits >> 28) & 1) > 0 };
  }
  if (name !== 'VP8 ') return {};
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

function* chunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes);
  // The length in the header: what follows is not part of the picture.
  const length = Math.min(bytes.length, 8 + view.getUint32(4, true));
  for (let start = 12; start + 8 <= length;) {
    const size = view.getUint32(start + 4, true);
    const end = Math.min(start + 8 + size, length);
    yield { name: latin1(bytes, start, 4), start, data: start + 8, end };
    start = end + (size % 2);
  }
}

/** Some programs write the head that EXIF data has in JPEG files. */
function exifIn(data: Uint8Array): Uint8Array {
  return latin1(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
}

function file(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = joined([new TextEncoder().encode('RIFF\0\0\0\0WEBP'), ...parts]);
  viewOf(all).setUint32(4, all.length - 8, true);
  return all;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const made = joined([new TextEncoder().encode(`${name}\0\0\0\0`), data]);
  viewOf(made).setUint32(4, data.length, true);
  return padded(made);
}

/** Each chunk begins at an even offset. */
function padded(part: Uint8Array): Uint8Array {
  return part.length % 2 === 0 ? part : joined([part, new Uint8Array(1)]);
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function setUint24(bytes: Uint8Array, at: number, value: number): void {
  bytes.set([value & 0xff, (value >> 8) & 0xff, value >> 16], at);
}
