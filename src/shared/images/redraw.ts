/** Resizes a picture and encodes it again, off the main thread. */

type Target = {
  /** Pixels, at least 1. */
  width: number;
  height: number;
  type: 'image/jpeg' | 'image/webp';
  /** 0 to 1. */
  quality: number;
  resizeQuality: 'medium' | 'high';
};

/** Throws if the browser cannot decode the file. */
export async function redraw(file: Blob, target: Target): Promise<Blob> {
  const { width, height, type, quality, resizeQuality } = target;
  const scaled = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality });
  const canvas = new OffscreenCanvas(width, height);
  // Transfers the bitmap instead of drawing it, which keeps the main thread free.
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(scaled);
  return canvas.convertToBlob({ type, quality });
}
