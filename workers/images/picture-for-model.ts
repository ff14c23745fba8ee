/** A picture as models get it: upright, of a size that they accept, without the place where it was taken. */
import { type PictureSize, sizeText } from '#shared/conversation/content.ts';
import { fitImage, type ImageLimits } from '#shared/images/fit-image.ts';
import { pictureProbeBytes, readPictureInfo, type PictureInfo } from './picture-info.ts';
import { stripMetadata } from './strip-metadata.ts';

/**
 * Returns the file itself if the browser cannot decode it. Services ignore the orientation in the metadata, and
 * need no other metadata.
 */
export async function pictureForModel(given: File, limits?: ImageLimits): Promise<Blob> {
  const fitted = await fitImage(given, limits);
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

/** In pixels, upright, by its header; undefined where that says nothing, as in an SVG. */
export async function sizeOfPicture(file: Blob): Promise<PictureSize | undefined> {
  const info = readPictureInfo(new Uint8Array(await file.slice(0, pictureProbeBytes).arrayBuffer()));
  return info && { width: info.width, height: info.height };
}

/** For a model, which counts what it sees: `4000 x 3000 pixels, shown at 2048 x 1536`. Empty if unknown. */
export async function sizeWords(file: Blob, shown: Blob): Promise<string> {
  return sizeText(await sizeOfPicture(file), await sizeOfPicture(shown));
}
