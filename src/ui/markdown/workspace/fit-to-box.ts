/** Scales large pictures to the size of their box, so that many of them fit into memory. */
import { createSemaphore } from '#shared/semaphore.ts';

/** Pixels; below it the browser decodes the file as it is. */
const small = 2_000_000;
/** How many times the pixels of its box a picture may have. */
const spare = 4;
const quality = 0.92;
/** Each needs the memory of the whole picture for a moment. */
const permits = createSemaphore(2);

type Size = { width: number; height: number };

/**
 * @param size of the picture, in pixels
 * @param boxWidth in pixels of the screen
 * @returns the file itself if it is small, may be animated or cannot be scaled
 */
export async function fitToBox(file: Blob, size: Size, boxWidth: number, signal: AbortSignal): Promise<Blob> {
  const scale = boxWidth / size.width;
  const isLarge = size.width * size.height > small && scale * scale * spare < 1;
  if (!isLarge || !/^image\/(?:png|jpeg)$/.test(file.type)) return file;
  if (!(await permits.acquire(signal))) return file;
  try {
    return await redraw(file, Math.ceil(size.width * scale), Math.ceil(size.height * scale));
  } catch (error) {
    console.warn(error);
    return file;
  } finally {
    permits.release();
  }
}

async function redraw(file: Blob, width: number, height: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
  });
  const canvas = new OffscreenCanvas(width, height);
  // Transfers the bitmap instead of drawing it, which keeps the main thread free.
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
  return canvas.convertToBlob({ type: 'image/webp', quality });
}
