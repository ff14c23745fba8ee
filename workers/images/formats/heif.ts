/** HEIC and AVIF, whose boxes are those of MP4. https://www.iso.org/standard/83650.html (ISO/IEC 23008-12) */
import type { PictureFacts } from '../picture-facts.ts';
import { latin1, viewOf } from './bytes.ts';

type Box = { name: string; data: number; end: number };

/** Boxes that contain boxes, and how many bytes precede those. */
const containers: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0 };
/** A picture has a few dozen; more are an attack. */
const maxBoxes = 2_000;

export function readHeif(bytes: Uint8Array): PictureFacts | undefined {
  if (latin1(bytes, 4, 4) !== 'ftyp') return undefined;
  const brands = latin1(bytes, 8, Math.min(viewOf(bytes).getUint32(0), 64) - 8);
  const format = /avi[fs]/.test(brands)
    ? 'avif'
    : /hei[cxms]|hev[cx]|mif1|msf1/.test(brands)
      ? 'heic'
      : undefined;
  if (!format) return undefined;
  const view = viewOf(bytes);
  const facts: PictureFacts = { format, width: 0, height: 0, isAnimated: /avis|msf1|hevc/.test(brands) };
  let turns = 0;
  for (const { name, data } of boxes(bytes)) {
    // Large pictures are made of tiles, each with a size of its own: the largest is that of the whole.
    if (name === 'ispe' && view.getUint32(data + 4) > facts.width)
      Object.assign(facts, { width: view.getUint32(data + 4), height: view.getUint32(data + 8) });
    else if (name === 'irot') turns = view.getUint8(data) & 3;
  }
  if (facts.width === 0 || facts.height === 0) return undefined;
  const upright = turns % 2 === 1 ? { width: facts.height, height: facts.width } : {};
  const exif = exifIn(bytes);
  // The box `irot` turns the picture; the orientation in the EXIF data only repeats it.
  return { ...facts, ...upright, exif: exif && withoutOrientation(exif) };
}

function* boxes(bytes: Uint8Array): Generator<Box> {
  const view = viewOf(bytes);
  const left = [{ at: 0, end: bytes.length }];
  let seen = 0;
  for (let range = left.pop(); range; range = left.pop()) {
    let { at } = range;
    while (at + 8 <= range.end && seen++ < maxBoxes) {
      const name = latin1(bytes, at + 4, 4);
      const size = view.getUint32(at);
      const end = size < 8 ? range.end : Math.min(at + size, range.end);
      yield { name, data: at + 8, end };
      const skipped = containers[name];
      if (skipped !== undefined) left.push({ at: at + 8 + skipped, end });
      at = end;
    }
  }
}

/** Found by its head: its offset is in tables that nothing else here needs. */
function exifIn(bytes: Uint8Array): Uint8Array | undefined {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (/^Exif\0\0(II\*\0|MM\0\*)/.test(latin1(bytes, at, 10)))
      return bytes.subarray(at + 6, at + 6 + 65_536);
  return undefined;
}

/** Clears the value of the tag 0x0112 in the first folder. */
function withoutOrientation(exif: Uint8Array): Uint8Array {
  const copy = exif.slice();
  const view = viewOf(copy);
  const isLittle = copy[0] === 0x49;
  const at = view.getUint32(4, isLittle);
  const count = Math.min(view.getUint16(at, isLittle), 100);
  for (let each = at + 2; each < at + 2 + 12 * count; each += 12)
    if (view.getUint16(each, isLittle) === 0x0112) view.setUint16(each + 8, 1, isLittle);
  return copy;
}
