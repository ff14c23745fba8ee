/** One picture of many, with their names. */
import { contextOf } from './canvas.ts';

/** Pixels. */
const cell = 240;
const gap = 16;
const caption = 34;

export type Tile = { name: string; picture: ImageBitmap };

/** A picture of the size that the sheet needs; the original can be closed. */
export async function tileOf(name: string, picture: OffscreenCanvas | ImageBitmap): Promise<Tile> {
  const scale = Math.min(1, cell / Math.max(picture.width, picture.height));
  const small = await createImageBitmap(picture, {
    resizeWidth: Math.max(1, Math.round(picture.width * scale)),
    resizeHeight: Math.max(1, Math.round(picture.height * scale)),
    resizeQuality: 'high',
  });
  return { name, picture: small };
}

/** `tiles`: at least one, in the order of the sheet. Closes their pictures. */
export function drawSheet(tiles: readonly Tile[]): OffscreenCanvas {
  const columns = Math.ceil(Math.sqrt(tiles.length));
  const rows = Math.ceil(tiles.length / columns);
  const canvas = new OffscreenCanvas(gap + columns * (cell + gap), gap + rows * (cell + caption));
  const context = contextOf(canvas);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#333333';
  context.font = '14px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  tiles.forEach(({ name, picture }, index) => {
    const x = gap + (index % columns) * (cell + gap);
    const y = gap + Math.floor(index / columns) * (cell + caption);
    context.drawImage(picture, x + (cell - picture.width) / 2, y + (cell - picture.height) / 2);
    context.fillText(shortened(context, name), x + cell / 2, y + cell + 6);
    picture.close();
  });
  return canvas;
}

/** Names differ at their ends, such as IMG_0001.jpg, so the beginning is left out. */
function shortened(context: OffscreenCanvasRenderingContext2D, name: string): string {
  let text = name;
  while (text.length > 1 && context.measureText(text).width > cell) text = `…${text.slice(2)}`;
  return text;
}
