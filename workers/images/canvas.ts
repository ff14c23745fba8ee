/** Canvases without a page, and their files. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { OutputFormat } from './edits.ts';
import { exifForEdited } from './exif.ts';
import { withExif } from './formats/jpeg.ts';
import { stripPng } from './formats/png.ts';
import { webpWithExif } from './formats/webp.ts';
import { formatNames } from './picture-facts.ts';

export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context)
    throw new ToolError('execution_error', 'The browser gives no canvas here: it may be out of memory.');
  context.imageSmoothingQuality = 'high';
  return context;
}

/** 1 to 100. */
const defaultQuality = 85;

export type Encoding = {
  format: OutputFormat;
  quality?: number | undefined;
  /** The EXIF data of the source, if it is to be kept. */
  exif?: Uint8Array | undefined;
};

export async function encode(canvas: OffscreenCanvas, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const { format, quality = defaultQuality, exif } = encoding;
  const type = `image/${format}`;
  const blob = await canvas.convertToBlob({ type, quality: quality / 100 });
  // A browser that cannot write a format silently writes a PNG.
  if (blob.type !== type)
    throw new ToolError(
      'execution_error',
      `This browser cannot write ${formatNames[format]}. Use another format.`,
    );
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const kept = exif && exifForEdited(exif, canvas);
  if (!kept) return bytes;
  if (format === 'png') return stripPng(bytes, kept);
  if (format === 'jpeg') return withExif(bytes, kept);
  return webpWithExif(bytes, kept, { width: canvas.width, height: canvas.height, hasAlpha: true });
}
