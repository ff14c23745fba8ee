/** Edits a picture with the browser's own codecs, on a canvas that no page shows. */
import { drawnPixels, drawnSide } from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { drawMarks, setColour } from './draw-marks.ts';
import { type Area, type Edits, inPixels, insideOf, layOut, type OutputFormat } from './edits.ts';
import { contextOf } from './canvas.ts';
import { formatNames } from './picture-facts.ts';
import type { PictureInfo } from './picture-info.ts';
import { uprightWebp } from './upright.ts';

export type Edited = {
  canvas: OffscreenCanvas;
  /** What was lost or not done, each the end of a sentence about the picture. */
  notes: string[];
};

/** Refuses a picture that would take too much memory by its header, before a pixel of it is decoded. */
export function refuseHuge({ width, height }: { width: number; height: number }): void {
  if (width > drawnSide || height > drawnSide || width * height > drawnPixels)
    throw new ToolError(
      'file_too_large',
      `it has ${width} x ${height} pixels; the maximum is ${drawnPixels / 1e6} million, and ${drawnSide} a side. Ask the user for a smaller one.`,
    );
}

/** `info`: what `readPictureInfo` says of these bytes. Colours become sRGB, 8 bits a channel. */
export async function editPicture(
  bytes: Uint8Array<ArrayBuffer>,
  info: PictureInfo,
  edits: Edits,
  format: OutputFormat,
): Promise<Edited> {
  const picture = await decodePicture(bytes, info);
  const background = edits.background ?? (format === 'jpeg' ? 'white' : undefined);
  const { canvas, notes } = await applyEdits(picture, { ...edits, ...(background && { background }) });
  return { canvas, notes: [...notesOn(info, format), ...notes] };
}

/** Closes the picture. */
export async function applyEdits(picture: ImageBitmap, edits: Edits): Promise<Edited> {
  try {
    const notes: string[] = [];
    const asked = edits.crop && inPixels(edits.crop, picture, edits.unit);
    const crop = asked ? required('crop', asked, picture) : { x: 0, y: 0, ...sizeOf(picture) };
    if (asked && (crop.width < Math.floor(asked.width) || crop.height < Math.floor(asked.height)))
      notes.push(`the crop reached beyond the picture and was limited to ${crop.width} x ${crop.height}`);
    const layout = layOut(crop, edits);
    refuseHuge(layout.canvas);
    refuseHuge(layout.scaled);
    if (layout.isEnlarged) notes.push('it was enlarged, which adds no detail');
    if (layout.isKept)
      notes.push("it was already smaller than that and was not enlarged (fit 'inside' would)");
    const source = edits.blur?.length ? blurred(picture, edits.blur, edits.unit) : picture;
    const scaled = await createImageBitmap(source, crop.x, crop.y, crop.width, crop.height, {
      ...{ resizeWidth: layout.scaled.width, resizeHeight: layout.scaled.height, resizeQuality: 'high' },
    });
    const canvas = new OffscreenCanvas(layout.canvas.width, layout.canvas.height);
    const context = contextOf(canvas);
    if (edits.background !== undefined) {
      setColour(context, 'fillStyle', edits.background, 'background');
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    place(context, scaled, layout.angle, layout.stretch, edits.flip);
    scaled.close();
    notes.push(...drawMarks(context, edits.draw ?? []));
    return { canvas, notes };
  } finally {
    picture.close();
  }
}

/** Upright: the browser turns it, except a WebP. */
export async function decodePicture(bytes: Uint8Array<ArrayBuffer>, info: PictureInfo): Promise<ImageBitmap> {
  refuseHuge(info);
  try {
    const picture = await createImageBitmap(new Blob([bytes], { type: `image/${info.format}` }));
    refuseHuge(picture);
    return info.format === 'webp' ? await uprightWebp(picture, info.orientation) : picture;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError('binary_file', whyNotDecoded(info));
  }
}

function whyNotDecoded({ format }: PictureInfo): string {
  if (format === 'heic')
    return 'this browser cannot decode HEIC. Ask the user for a JPEG: iPhones send one with Settings > Camera > Formats > Most Compatible, or when the photo is chosen in a browser; Android has Save as or Export in its gallery.';
  if (format === 'tiff') return 'browsers cannot decode TIFF. Ask the user for a PNG or a JPEG.';
  return `this ${formatNames[format]} is damaged or cut off: the browser cannot decode it. Ask the user for another copy.`;
}

/** What the new format cannot hold. */
export function notesOn(info: PictureInfo, format: OutputFormat): string[] {
  return [
    ...(info.isAnimated ? ['it is animated, and only its first frame was used'] : []),
    ...((info.bits ?? 8) > 8 ? [`its ${info.bits} bits a channel became 8`] : []),
    ...(info.isCmyk ? ['its CMYK colours became RGB'] : []),
    ...(info.profile && !/srgb|^icc( profile)?$/i.test(info.profile)
      ? [`its colours (${info.profile.slice(0, 60)}) became sRGB`]
      : []),
    ...(info.hasAlpha && info.format !== 'gif' && format === 'jpeg'
      ? ['JPEG has no transparency: what was transparent has a background now']
      : []),
  ];
}

function sizeOf({ width, height }: ImageBitmap): { width: number; height: number } {
  return { width, height };
}

function required(name: string, area: Area, picture: ImageBitmap): Area {
  const inside = insideOf(area, picture);
  if (inside) return inside;
  throw new ToolError(
    'validation_error',
    `Parameter '${name}': the area ${area.x},${area.y} (${area.width} x ${area.height}) is outside the picture, which has ${picture.width} x ${picture.height} pixels.`,
  );
}

/** At most this many cells along the shorter side of a blurred region, so that nothing can be read out of it again. */
const cells = 6;

function blurred(picture: ImageBitmap, regions: readonly Area[], unit: Edits['unit']): OffscreenCanvas {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = contextOf(canvas);
  context.drawImage(picture, 0, 0);
  for (const region of regions) {
    const { x, y, width, height } = required('blur', inPixels(region, picture, unit), picture);
    const cell = Math.max(1, Math.min(width, height) / cells);
    const small = new OffscreenCanvas(Math.ceil(width / cell), Math.ceil(height / cell));
    contextOf(small).drawImage(picture, x, y, width, height, 0, 0, small.width, small.height);
    // The sharp cells cover the region to its last pixel; the smooth ones may be transparent at its edge.
    for (const isSmooth of [false, true]) {
      context.imageSmoothingEnabled = isSmooth;
      if (!isSmooth) context.clearRect(x, y, width, height);
      context.drawImage(small, x, y, width, height);
    }
  }
  return canvas;
}

function place(
  context: OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  angle: number,
  stretch: { x: number; y: number },
  flip: Edits['flip'],
): void {
  const { width, height } = context.canvas;
  // Exact for quarter turns: otherwise each pixel would be mixed with its neighbour.
  const [sin, cos] = [exact(Math.sin(angle)), exact(Math.cos(angle))];
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(flip && flip !== 'vertical' ? -1 : 1, flip && flip !== 'horizontal' ? -1 : 1);
  context.scale(stretch.x, stretch.y);
  context.transform(cos, sin, -sin, cos, 0, 0);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  context.restore();
}

function exact(value: number): number {
  return Math.abs(value - Math.round(value)) < 1e-9 ? Math.round(value) : value;
}
