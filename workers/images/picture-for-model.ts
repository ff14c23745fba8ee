/** A picture as models get it: upright, of a size that they accept, without the place where it was taken. */
import { fitImage } from '#shared/images/fit-image.ts';
import { readPictureInfo, type PictureInfo } from './picture-info.ts';
import { stripMetadata } from './strip-metadata.ts';

/**
 * Returns the file itself if the browser cannot decode it. `longestSide` is in pixels. Services ignore the orientation
 * in the metadata, and need no other metadata.
 */
export async function pictureForModel(given: File, longestSide?: number): Promise<Blob> {
  const fitted = await fitImage(given, longestSide);
  const bytes = new Uint8Array(await fitted.arrayBuffer());
  const info = readPictureInfo(bytes);
  if (!info || !['jpeg', 'png', 'webp'].includes(info.format)) return fitted;
  const upright = info.orientation === 1 ? undefined : await turned(bytes, info);
  return new Blob([upright ?? stripMetadata(bytes, info)], { type: fitted.type });
}

/** Undefined if the browser cannot decode it: then it keeps its orientation. */
async function turned(
  bytes: Uint8Array<ArrayBuffer>,
  info: PictureInfo,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [{ decodePicture }, { contextOf, encode }] = await Promise.all([
    import('./edit-picture.ts'),
    import('./canvas.ts'),
  ]);
  try {
    const picture = await decodePicture(bytes, info);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    contextOf(canvas).drawImage(picture, 0, 0);
    picture.close();
    return await encode(canvas, { format: info.format as 'jpeg' | 'png' | 'webp' });
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}
