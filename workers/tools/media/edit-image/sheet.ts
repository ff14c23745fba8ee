/** What the chat shows of a call of `edit_image`, and the contact sheet that it writes. */
import { pictureForModel } from '#workers/images/picture-for-model.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { encode } from '#workers/images/canvas.ts';
import { drawSheet, type Tile, tileOf } from '#workers/images/contact-sheet.ts';
import type { OutputFormat } from '#workers/images/edits.ts';
import { formatOf } from './output-names.ts';

/** Pixels. Enough to check an edit; each later request of the chat sends the picture again. */
const previewSide = 1_024;

export type Sheet = ReturnType<typeof createSheet>;

/** `path`: where the sheet is to be written; undefined if only the chat shows one. */
export function createSheet(files: ToolFiles, path: string | undefined) {
  const tiles: Tile[] = [];
  const format = path === undefined ? undefined : formatOf(path);
  if (path !== undefined && !format)
    throw new ToolError(
      'validation_error',
      `Parameter 'contact_sheet': ${path} must end in .png, .jpg or .webp.`,
    );

  return {
    /** A bitmap is closed. */
    async add(name: string, picture: OffscreenCanvas | ImageBitmap): Promise<void> {
      tiles.push(await tileOf(nameOf(name), picture));
      if (picture instanceof ImageBitmap) picture.close();
    },
    /** Undefined if no sheet was asked for, or no picture is left to show. */
    async write(): Promise<ToolMedia | undefined> {
      if (path === undefined || !format || tiles.length === 0) return undefined;
      const bytes = await encode(drawSheet(tiles), { format });
      await files.write(path, new Blob([bytes]));
      return media(path, format, bytes);
    },
    /** The one result, scaled down, or all of them on a sheet that is not stored. */
    async preview(results: readonly string[]): Promise<ToolMedia[]> {
      const [first] = results;
      if (first !== undefined && results.length === 1) {
        const type = `image/${formatOf(first) ?? 'png'}`;
        const shown = await pictureForModel(
          new File([await files.read(first)], first, { type }),
          previewSide,
        );
        const data = new Uint8Array(await shown.arrayBuffer());
        return [{ type: 'image', media_type: shown.type, name: nameOf(first), data }];
      }
      if (tiles.length === 0) return [];
      return [media('results.webp', 'webp', await encode(drawSheet(tiles), { format: 'webp' }))];
    },
  };
}

function media(path: string, format: OutputFormat, data: Uint8Array<ArrayBuffer>): ToolMedia {
  return { type: 'image', media_type: `image/${format}`, data, name: nameOf(path) };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
