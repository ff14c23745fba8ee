/** The size of a picture from its first bytes, so that its place can be kept before it is decoded. */
import type { PictureSize } from '#workers/text/read-svg.ts';

/** Bytes; the sizes of all formats but JPEG are within the first thirty. */
const headBytes = 4_096;
/** A JPEG may begin with a colour profile and a thumbnail, each in segments of up to 64 kB. */
const maxSegments = 400;

/** Undefined if it is no PNG, JPEG, GIF or WebP, or is damaged. In pixels, turned as a browser shows it. */
export async function pictureSize(blob: Blob): Promise<PictureSize | undefined> {
  const head = await viewOf(blob, 0, headBytes);
  if (head.byteLength < 30) return undefined;
  const size = pngSize(head) ?? gifSize(head) ?? webpSize(head) ?? (await jpegSize(blob, head));
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

async function viewOf(blob: Blob, from: number, bytes: number): Promise<DataView> {
  return new DataView(await blob.slice(from, from + bytes).arrayBuffer());
}

function tagAt(view: DataView, at: number, length = 4): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));
}

function pngSize(view: DataView): PictureSize | undefined {
  if (view.getUint32(0) !== 0x89504e47 || tagAt(view, 12) !== 'IHDR') return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): PictureSize | undefined {
  if (tagAt(view, 0) !== 'GIF8') return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(view: DataView): PictureSize | undefined {
  if (tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WEBP') return undefined;
  switch (tagAt(view, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

/** Follows the segments to the one with the size (SOF), past the one that says how the camera was held. */
async function jpegSize(blob: Blob, head: DataView): Promise<PictureSize | undefined> {
  if (head.getUint16(0) !== 0xffd8) return undefined;
  let isTurned = false;
  let at = 2;
  for (let count = 0; count < maxSegments; count++) {
    const segment = await viewOf(blob, at, headBytes);
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) return undefined;
    const marker = segment.getUint8(1);
    if (marker === 0xff) {
      // A byte of padding before the marker.
      at++;
      continue;
    }
    // Start of frame; C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [height, width] = [segment.getUint16(5), segment.getUint16(7)];
      return isTurned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xe1) isTurned ||= isTurnedByExif(segment);
    at += 2 + segment.getUint16(2);
  }
  return undefined;
}

/** Orientations 5 to 8 turn the picture by a quarter. The tag is in the first directory (IFD0) of the Exif data. */
function isTurnedByExif(segment: DataView): boolean {
  const tiff = 10;
  if (segment.byteLength < tiff + 8 || tagAt(segment, 4, 6) !== 'Exif\0\0') return false;
  const isLittle = segment.getUint16(tiff) === 0x4949;
  const directory = tiff + segment.getUint32(tiff + 4, isLittle);
  if (directory + 2 > segment.byteLength) return false;
  const entries = segment.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > segment.byteLength) return false;
    if (segment.getUint16(entry, isLittle) === 0x0112) return segment.getUint16(entry + 8, isLittle) >= 5;
  }
  return false;
}
