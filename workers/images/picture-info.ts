/** What the first bytes of a picture say about it, read without decoding a pixel. */
import { readBmp, readGif, readTiff } from './formats/older.ts';
import { readHeif } from './formats/heif.ts';
import { readJpeg } from './formats/jpeg.ts';
import { readPng } from './formats/png.ts';
import { readWebp } from './formats/webp.ts';
import { readExif, type Exif } from './exif.ts';
import type { PictureFacts } from './picture-facts.ts';

/** `width` and `height` are those of the upright picture, after its EXIF orientation. */
export type PictureInfo = PictureFacts & Exif;

/** Enough of a file for `readPictureInfo`; what comes later is unknown, such as EXIF data at the end of a PNG. */
export const pictureProbeBytes = 1024 * 1024;

/** `bytes`: a file, or its beginning. Undefined if it is no picture of a known format. Never throws. */
export function readPictureInfo(bytes: Uint8Array): PictureInfo | undefined {
  for (const read of [readPng, readJpeg, readWebp, readGif, readBmp, readHeif, readTiff]) {
    const facts = guarded(() => read(bytes));
    if (!facts) continue;
    const exif = readExif(facts.exif);
    const isTurned = exif.orientation > 4;
    const { width, height } = facts;
    return { ...facts, ...exif, ...(isTurned && { width: height, height: width }) };
  }
  return undefined;
}

/** A `RangeError` of a `DataView` means that the file ends too early. */
function guarded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
