/** Removes the metadata of a picture without decoding it: not a pixel changes, and an animation stays. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { orientationOnly } from './exif.ts';
import { stripJpeg } from './formats/jpeg.ts';
import { stripPng } from './formats/png.ts';
import { stripWebp } from './formats/webp.ts';
import { formatNames } from './picture-facts.ts';
import type { PictureInfo } from './picture-info.ts';

/** Date, camera, place, comments and previews go; the orientation and the colour profile stay. */
export function stripMetadata(bytes: Uint8Array, info: PictureInfo): Uint8Array<ArrayBuffer> {
  const exif = info.orientation === 1 ? undefined : orientationOnly(info.orientation);
  if (info.format === 'jpeg') return stripJpeg(bytes, exif);
  if (info.format === 'png') return stripPng(bytes, exif);
  if (info.format === 'webp') return stripWebp(bytes, exif);
  throw new ToolError(
    'validation_error',
    `metadata can be removed from PNG, JPEG and WebP; give a format to convert this ${formatNames[info.format]}.`,
  );
}
