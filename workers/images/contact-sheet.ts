/** One picture of many, with their names. */
import { contextOf } from './canvas.ts';

/** Pixels. A few pictures fill a sheet of this width, so that it can be printed; many make it wider. */
const sheetWidth = 1_600;
const smallestCell = 240;
const largestCell = 800;
const gap = 16;

/** The longest side of a picture on a sheet of so many. */
export function cellFor(count: number): number {
  const room = Math.floor((sheetWidth - gap) / columnsFor(count)) - gap;
  return Math.min(largestCell, Math.max(smallestCell, room));
}

function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(count));
}

export type Tile = { name: string; picture: ImageBitmap };

/** A picture of the size that the sheet needs; the original can be closed. */
export async function tileOf(
  name: string,
  picture: OffscreenCanvas | ImageBitmap,
  cell: number,
): Promise<Tile> {
  const scale = Math.min(1, cell / Math.max(picture.width, picture.height));
  const small = await createImageBitmap(picture, {
    resizeWidth: Math.max(1, Math.round(picture.width * scale)),
    resizeHeight: Math.max(1, Math.round(picture.height * scale)),
    resizeQuality: 'high',
  });
  return { name, picture: small };
}

/** `tiles`: at least one, in the order of the sheet. Closes their pictures. */
export function drawSheet(tiles: readonly Tile[], cell: number): OffscreenCanvas {
  const columns = columnsFor(tiles.length);
  const letters = Math.round(cell / 17);
  const caption = letters + 20;
  const rows = Math.ceil(tiles.length / columns);
  const canvas = new OffscreenCanvas(gap + columns * (cell + gap), gap + rows * (cell + caption));
  const context = contextOf(canvas);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#333333';
  context.font = `${letters}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  tiles.forEach(({ name, picture }, index) => {
    const x = gap + (index % columns) * (cell + gap);
    const y = gap + Math.floor(index / columns) * (cell + caption);
    context.drawImage(picture, x + (cell - picture.width) / 2, y + (cell - picture.height) / 2);
    context.fillText(shortened(context, name, cell), x + cell / 2, y + cell + 6);
    picture.close();
  });
  return canvas;
}

/** Names differ at their ends, such as IMG_0001.jpg, so the beginning is left out. */
function shortened(context: OffscreenCanvasRenderingContext2D, name: string, cell: number): string {
  let text = name;
  while (text.length > 1 && context.measureText(text).width > cell) text = `…${text.slice(2)}`;
  return text;
}
