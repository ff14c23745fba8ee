/** GIF, BMP and TIFF: the browser reads the first two and writes none of them. */
import type { PictureFacts } from '../picture-facts.ts';
import { latin1, viewOf } from './bytes.ts';

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
export function readGif(bytes: Uint8Array): PictureFacts | undefined {
  if (!/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return undefined;
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (size.width === 0 || size.height === 0) return undefined;
  return { format: 'gif', ...size, isAnimated: countFrames(bytes) > 1, hasAlpha: true };
}

/** Two are enough to know. */
function countFrames(bytes: Uint8Array): number {
  const skipBlocks = (at: number) => {
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0);
    return at + 1;
  };
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let frames = 0;
  for (let at = 13 + tableBytes(bytes[10] ?? 0); at < bytes.length && frames < 2;) {
    if (bytes[at] === 0x21) at = skipBlocks(at + 2);
    else if (bytes[at] === 0x2c) {
      frames++;
      at = skipBlocks(at + 11 + tableBytes(bytes[at + 9] ?? 0));
    } else break;
  }
  return frames;
}

export function readBmp(bytes: Uint8Array): PictureFacts | undefined {
  if (latin1(bytes, 0, 2) !== 'BM' || bytes.length < 26) return undefined;
  const view = viewOf(bytes);
  // A negative height means that the first row is the top one.
  const size = { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  return size.width > 0 && size.height > 0 ? { format: 'bmp', ...size } : undefined;
}

/** The whole file is what EXIF data is in others. */
export function readTiff(bytes: Uint8Array): PictureFacts | undefined {
  if (!['II*\0', 'MM\0*'].includes(latin1(bytes, 0, 4))) return undefined;
  const view = viewOf(bytes);
  const isLittle = bytes[0] === 0x49;
  const facts: PictureFacts = { format: 'tiff', width: 0, height: 0, exif: bytes };
  const at = view.getUint32(4, isLittle);
  const count = view.getUint16(at, isLittle);
  for (let each = at + 2; each < at + 2 + 12 * count; each += 12) {
    const tag = view.getUint16(each, isLittle);
    const isShort = view.getUint16(each + 2, isLittle) === 3;
    const value = isShort ? view.getUint16(each + 8, isLittle) : view.getUint32(each + 8, isLittle);
    if (tag === 0x0100) facts.width = value;
    if (tag === 0x0101) facts.height = value;
  }
  return facts.width > 0 && facts.height > 0 ? facts : undefined;
}
