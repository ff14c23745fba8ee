/** Turns a WebP upright by its EXIF orientation, which Chromium does for JPEG and PNG only. */
import { contextOf } from './canvas.ts';
import { orientationOnly } from './exif.ts';
import { webpWithExif } from './formats/webp.ts';

/** For each orientation, the matrix that turns a picture of `w` x `h` stored pixels upright. */
const matrices: Readonly<Record<number, (w: number, h: number) => DOMMatrix2DInit>> = {
  2: (w) => ({ a: -1, b: 0, c: 0, d: 1, e: w, f: 0 }),
  3: (w, h) => ({ a: -1, b: 0, c: 0, d: -1, e: w, f: h }),
  4: (_, h) => ({ a: 1, b: 0, c: 0, d: -1, e: 0, f: h }),
  5: () => ({ a: 0, b: 1, c: 1, d: 0, e: 0, f: 0 }),
  6: (_, h) => ({ a: 0, b: 1, c: -1, d: 0, e: h, f: 0 }),
  7: (w, h) => ({ a: 0, b: -1, c: -1, d: 0, e: h, f: w }),
  8: (w) => ({ a: 0, b: -1, c: 1, d: 0, e: 0, f: w }),
};

/** `picture`: as the browser has decoded a WebP with this orientation. Closes it if it returns another one. */
export async function uprightWebp(picture: ImageBitmap, orientation: number): Promise<ImageBitmap> {
  const matrix = matrices[orientation];
  if (!matrix || (await isTurnedByBrowser())) return picture;
  const { width, height } = picture;
  const size: [number, number] = orientation > 4 ? [height, width] : [width, height];
  const canvas = new OffscreenCanvas(...size);
  const context = contextOf(canvas);
  context.setTransform(matrix(width, height));
  context.drawImage(picture, 0, 0);
  picture.close();
  return canvas.transferToImageBitmap();
}

/** A later version may do it, and a picture must not be turned twice: a sample of 2 x 1 pixels tells. */
async function isTurnedByBrowser(): Promise<boolean> {
  const canvas = new OffscreenCanvas(2, 1);
  contextOf(canvas);
  const blob = await canvas.convertToBlob({ type: 'image/webp' });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const size = { width: 2, height: 1, hasAlpha: true };
  const sample = await createImageBitmap(new Blob([webpWithExif(bytes, orientationOnly(6), size)]));
  return sample.height === 2;
}
