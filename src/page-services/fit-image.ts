/** Pictures as models take them: of a kind every service knows, and no larger than they look at. */
import { imageTypes } from '#shared/conversation/content.ts';

/** Services scale down what is larger; sending it would cost time and nothing else. */
const longestSide = 2_048;
/** Base64 makes a third more of it, and services refuse pictures over 5 MB. */
const mostBytes = 3_500_000;
const quality = 0.88;

/** The file itself where it fits or where the browser cannot draw it. */
export async function fitImage(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const fits = scale === 1 && file.size <= mostBytes && imageTypes.includes(file.type);
    picture.close();
    if (fits) return file;
    return await redraw(
      file,
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    );
  } catch (error) {
    // A format this browser does not know, such as HEIC: it goes as the file it is.
    console.warn(error);
    return file;
  }
}

async function redraw(file: File, width: number, height: number): Promise<Blob> {
  const scaled = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(width, height);
  // Hands the picture over instead of drawing it: the page does no work of its own.
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(scaled);
  // What has no transparency stays a JPEG; WebP keeps it where it may be.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  return canvas.convertToBlob({ type, quality });
}
