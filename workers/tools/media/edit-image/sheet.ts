/** What the chat shows of a call of `edit_image`, and the contact sheet that it writes. */
import { previewLimits } from '#shared/images/fit-image.ts';
import { pictureForModel, sizeWords } from '#workers/images/picture-for-model.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { encode } from '#workers/images/canvas.ts';
import { cellFor, drawSheet, type Tile, tileOf } from '#workers/images/contact-sheet.ts';
import type { OutputFormat } from '#workers/images/edits.ts';
import { formatOf } from './output-names.ts';

export type Sheet = ReturnType<typeof createSheet>;

/** What the chat shows. `size`: of its file, and at which size the model sees it. */
export type Shown = { media: ToolMedia; size: string };

/** `path`: where the sheet is to be written; undefined if only the chat shows one. `count`: of its pictures. */
export function createSheet(files: ToolFiles, path: string | undefined, count: number) {
  const tiles: Tile[] = [];
  const cell = cellFor(count);
  const format = path === undefined ? undefined : formatOf(path);
  if (path !== undefined && !format)
    throw new ToolError(
      'validation_error',
      `Parameter 'contact_sheet': ${path} must end in .png, .jpg or .webp.`,
    );

  return {
    /** A bitmap is closed. */
    async add(name: string, picture: OffscreenCanvas | ImageBitmap): Promise<void> {
      tiles.push(await tileOf(nameOf(name), picture, cell));
      if (picture instanceof ImageBitmap) picture.close();
    },
    /** Undefined if no sheet was asked for, or no picture is left to show. */
    async write(): Promise<Shown | undefined> {
      if (path === undefined || !format || tiles.length === 0) return undefined;
      const bytes = await encode(drawSheet(tiles, cell), { format });
      await files.write(path, new Blob([bytes]));
      return shownOf(path, format, bytes);
    },
    /** The one result, or all of them on a sheet that is not stored. Undefined if there is none. */
    async preview(results: readonly string[]): Promise<Shown | undefined> {
      const [first] = results;
      if (first !== undefined && results.length === 1)
        return shownOf(first, formatOf(first) ?? 'png', await files.read(first));
      if (tiles.length === 0) return undefined;
      const sheet = await encode(drawSheet(tiles, cell), { format: 'webp' });
      return { ...(await shownOf('results.webp', 'webp', sheet)), size: '' };
    },
  };
}

/** Scaled down: each later request of the chat sends it again. */
async function shownOf(path: string, format: OutputFormat, bytes: BlobPart): Promise<Shown> {
  const name = nameOf(path);
  const file = new File([bytes], name, { type: `image/${format}` });
  const picture = await pictureForModel(file, previewLimits);
  const data = new Uint8Array(await picture.arrayBuffer());
  return {
    media: { type: 'image', media_type: picture.type, data, name },
    size: `${name}, ${await sizeWords(file, picture)}`,
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
