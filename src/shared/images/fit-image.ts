/** Converts and scales images to types and sizes that models accept. */
import { pictureTypeOf } from './picture-type.ts';
import { redraw } from './redraw.ts';

export type ImageLimits = {
  /** Pixels. */
  side: number;
  maxBytes: number;
  /** 0 to 1, of an image that is encoded again. */
  quality: number;
};

/**
 * Services scale larger images down anyway, and refuse images over 5 MB in Base64, which adds a third.
 */
const modelLimits: ImageLimits = { side: 2_048, maxBytes: 3_500_000, quality: 0.88 };
/** Enough to check a result: each later request of the chat sends the picture again. */
export const previewLimits: ImageLimits = { side: 1_024, maxBytes: 60_000, quality: 0.7 };

/** Returns the file itself, with the type of its bytes, if it fits already or the browser cannot decode it. */
export async function fitImage(given: File, limits = modelLimits): Promise<Blob> {
  const type = await pictureTypeOf(given);
  const file = type === undefined || type === given.type ? given : new File([given], given.name, { type });
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const scale = Math.min(1, limits.side / Math.max(width, height));
    const fits = scale === 1 && file.size <= limits.maxBytes && type !== undefined;
    picture.close();
    if (fits) return file;
    return await redraw(file, {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      // WebP keeps transparency; a JPEG has none.
      type: file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp',
      quality: limits.quality,
      resizeQuality: 'high',
    });
  } catch (error) {
    // The browser cannot decode the format, such as HEIC: attach it as a file.
    console.warn(error);
    return file;
  }
}
