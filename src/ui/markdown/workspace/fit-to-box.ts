/** Scales large pictures to the size of their box, so that many of them fit into memory. */
import { redraw } from '#shared/images/redraw.ts';
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
    return await redraw(file, {
      width: Math.ceil(size.width * scale),
      height: Math.ceil(size.height * scale),
      ...{ type: 'image/webp', quality, resizeQuality: 'medium' },
    });
  } catch (error) {
    console.warn(error);
    return file;
  } finally {
    permits.release();
  }
}
