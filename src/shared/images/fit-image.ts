/** Converts and scales images to types and sizes that models accept. */
import { pictureTypeOf } from './picture-type.ts';
import { redraw } from './redraw.ts';

/** Pixels. Services scale larger images down anyway. */
const modelSide = 2_048;
/** Services refuse images over 5 MB in Base64, which adds a third. */
const maxBytes = 3_500_000;
const quality = 0.88;

/** Returns the file itself, with the type of its bytes, if it fits already or the browser cannot decode it. */
export async function fitImage(given: File, longestSide = modelSide): Promise<Blob> {
  const type = await pictureTypeOf(given);
  const file = type === undefined || type === given.type ? given : new File([given], given.name, { type });
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const fits = scale === 1 && file.size <= maxBytes && type !== undefined;
    picture.close();
    if (fits) return file;
    return await redraw(file, {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      // WebP keeps transparency; a JPEG has none.
      type: file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp',
      quality,
      resizeQuality: 'high',
    });
  } catch (error) {
    // The browser cannot decode the format, such as HEIC: attach it as a file.
    console.warn(error);
    return file;
  }
}
