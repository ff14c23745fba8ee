/** One call of `edit_image`: edits each picture by itself, so that one that fails does not stop the others. */
import type { PictureSize } from '#shared/conversation/content.ts';
import * as limits from '#shared/limits.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { DevicePort } from '#workers/contracts/ports/device-port.ts';
import type { ToolReturn } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { encode } from '#workers/images/canvas.ts';
import { decodePicture, editPicture, refuseHuge } from '#workers/images/edit-picture.ts';
import type { Edits, OutputFormat } from '#workers/images/edits.ts';
import { formatNames } from '#workers/images/picture-facts.ts';
import { type PictureInfo, readPictureInfo } from '#workers/images/picture-info.ts';
import { stripMetadata } from '#workers/images/strip-metadata.ts';
import { maxSvgBytes, readSvg } from '#workers/text/read-svg.ts';
import { findPictures, formatOf, type Place, placeFor, readPlace } from './output-names.ts';
import { type Done, type Failed, reportOf } from './report.ts';
import { createSheet, type Sheet } from './sheet.ts';

export type EditArguments = Edits & {
  paths: readonly string[];
  output?: string;
  overwrite?: boolean;
  format?: OutputFormat;
  quality?: number;
  contact_sheet?: string;
  keep_metadata?: boolean;
};

type Context = {
  files: ToolFiles;
  device: Pick<DevicePort, 'drawSvg'>;
  signal: AbortSignal;
  progress(text: string): void;
};

/** Before the deadline of the tool, so that the result says which pictures are left. */
const workMs = 24_000;

/** Changing the format or the quality is an edit as well. */
const editNames = ['blur', 'crop', 'rotate', 'flip', 'width', 'height', 'draw', 'format', 'quality'] as const;

export async function runEdits(
  args: EditArguments,
  { files, device, signal, progress }: Context,
): Promise<ToolReturn> {
  const begun = performance.now();
  const { paths, leftOut } = await findPictures(args.paths, files);
  const place = await readPlace(args, paths.length, files);
  checkFormat(args, place);
  const sheet = createSheet(files, args.contact_sheet, paths.length);
  const edit = createJob(args, place, { files, device }, sheet);
  const done: Done[] = [];
  const failed: Failed[] = [];
  for (const [index, path] of paths.entries()) {
    signal.throwIfAborted();
    if (performance.now() - begun > workMs) {
      const left = paths
        .slice(index)
        .map((each): Failed => ({ path: each, type: 'timeout', why: 'time was over' }));
      failed.push(...left);
      break;
    }
    if (paths.length > 1) progress(`${index + 1} of ${paths.length}: ${path}`);
    try {
      done.push(await edit(path));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failed.push({ path, type: error.type, why: error.message });
    }
  }
  const written = await sheet.write();
  const shown = written ?? (await sheet.preview(done.flatMap(({ to }) => to ?? [])));
  return reportOf({ done, failed, leftOut, sheet: written && args.contact_sheet, args, shown });
}

function checkFormat({ format }: EditArguments, { output, isFolder }: Place): void {
  const named = output === undefined || isFolder ? undefined : formatOf(output);
  if (format && named && named !== format)
    throw new ToolError(
      'validation_error',
      `Parameter 'format': ${output} ends like a ${formatNames[named]}, but the format is ${format}. Change one of them.`,
    );
}

function createJob(
  args: EditArguments,
  place: Place,
  { files, device }: Pick<Context, 'files' | 'device'>,
  sheet: Sheet,
) {
  const hasEdits = editNames.some((name) => args[name] !== undefined);
  const isSheetOnly = args.contact_sheet !== undefined && !hasEdits && place.output === undefined;
  const named = place.output === undefined || place.isFolder ? undefined : formatOf(place.output);
  const taken = new Set<string>();

  async function edited(bytes: Uint8Array<ArrayBuffer>, info: PictureInfo, format: OutputFormat) {
    const { canvas, notes } = await editPicture(bytes, info, args, format);
    const exif = args.keep_metadata ? info.exif : undefined;
    const made = await encode(canvas, { format, quality: args.quality, exif });
    const size = { width: canvas.width, height: canvas.height };
    return { bytes: made, picture: canvas, size, notes };
  }

  async function stripped(bytes: Uint8Array<ArrayBuffer>, info: PictureInfo) {
    if (args.keep_metadata)
      throw new ToolError(
        'validation_error',
        "no edit is given, and 'keep_metadata' keeps the rest: nothing to do.",
      );
    const made = stripMetadata(bytes, info);
    // With edits the chat shows a sheet of all results.
    const isShown = args.contact_sheet !== undefined || hasEdits;
    const picture = isShown ? await decodePicture(bytes, info) : undefined;
    const notes = hasEdits
      ? [
          "it was small enough and was not enlarged (fit 'inside' would): only its metadata was removed, without loss",
        ]
      : [];
    return { bytes: made, picture, size: { width: info.width, height: info.height }, notes };
  }

  return async (path: string): Promise<Done> => {
    const file = await files.read(path);
    if (file.size > limits.attachmentBytes)
      throw new ToolError('file_too_large', `it has ${file.size} bytes, the maximum is 50 MB.`);
    const { bytes, info, notes } = await readPicture(file, args, device);
    const source = { path, bytes: file.size, info };
    if (isSheetOnly) {
      await sheet.add(path, await decodePicture(bytes, info));
      return { source, notes };
    }
    const format = args.format ?? outputFormat(info, named);
    const to = await placeFor(path, format, place, { files, taken });
    const isConverted = named !== undefined && named !== info.format;
    const isChanged = isConverted || (hasEdits && !isSmallEnough(args, info, format));
    const made = await (isChanged ? edited(bytes, info, format) : stripped(bytes, info));
    const written = await files.write(to, new Blob([made.bytes]));
    taken.add(to);
    if (made.picture) await sheet.add(to, made.picture);
    return { source, to, bytes: written, size: made.size, notes: [...notes, ...made.notes] };
  };
}

/** Only a smaller size was asked for, which the picture has: encoding it again would lose quality for nothing. */
function isSmallEnough(args: EditArguments, info: PictureInfo, format: OutputFormat): boolean {
  const others = editNames.filter((name) => name !== 'width' && name !== 'height' && name !== 'format');
  const isOnlySize = others.every((name) => args[name] === undefined);
  const isAsIs = info.format === format && args.background === undefined && !args.keep_metadata;
  const { width, height, fit } = { fit: 'shrink', ...args };
  const fits = (width ?? info.width) >= info.width && (height ?? info.height) >= info.height;
  return isOnlySize && isAsIs && fit === 'shrink' && fits;
}

/** A photo stays a JPEG; what the browser cannot write becomes the nearest format that it can. */
function outputFormat({ format }: PictureInfo, named: OutputFormat | undefined): OutputFormat {
  if (named) return named;
  if (format === 'png' || format === 'jpeg' || format === 'webp') return format;
  return format === 'heic' || format === 'avif' ? 'jpeg' : 'png';
}

/** An SVG is drawn as a PNG first. */
async function readPicture(
  file: File,
  args: EditArguments,
  device: Context['device'],
): Promise<{ bytes: Uint8Array<ArrayBuffer>; info: PictureInfo; notes: string[] }> {
  const given = new Uint8Array(await file.arrayBuffer());
  const known = readPictureInfo(given);
  if (known) return { bytes: given, info: known, notes: [] };
  const text = file.size <= maxSvgBytes ? await file.text() : '';
  const drawing = readSvg(text);
  if (!drawing) throw new ToolError('binary_file', whyNoPicture(given));
  const scale = scaleOf(drawing, args);
  const [width, height] = [drawing.width, drawing.height].map((side) => Math.ceil(side * scale));
  const size = { width: width ?? 1, height: height ?? 1 };
  refuseHuge(size);
  const drawn = await device.drawSvg(file, size.width, size.height);
  const bytes = new Uint8Array(await drawn.arrayBuffer());
  const info = readPictureInfo(bytes);
  if (!info) throw new ToolError('execution_error', 'the browser could not draw this SVG.');
  const notes = outside.test(text) ? ['it names content outside of the file, which was not loaded'] : [];
  return { bytes, info, notes };
}

/** In an SVG: pictures, parts, styles and fonts of other files; a link to another page is none. */
const outside =
  /<(?:image|use|feImage)\b[^<>]{0,2000}\bhref=["'](?![#"'])(?!data:)|\burl\(["']?(?![#"'])(?!data:)|@import\b/i;

/** A drawing has no size to lose: it is drawn as large as the result. Parts count its own pixels. */
function scaleOf(drawing: PictureSize, { width, height, fit, crop, blur, rotate }: EditArguments): number {
  if (crop || blur?.length || rotate) return 1;
  const scales = [width && width / drawing.width, height && height / drawing.height].filter(
    (each) => each !== undefined,
  );
  if (scales.length === 0) return 1;
  return fit === 'cover' || fit === 'stretch' ? Math.max(...scales) : Math.min(...scales);
}

function whyNoPicture(bytes: Uint8Array): string {
  const start = new TextDecoder().decode(bytes.subarray(0, 500));
  if (/<svg[\s>]/i.test(start))
    return `it is an SVG that is damaged or too complex to be drawn here (at most ${maxSvgBytes} bytes).`;
  if (start.startsWith('%PDF')) return 'it is a PDF: read_file with as_images shows its pages.';
  return 'it is no picture, or it is damaged. PNG, JPEG, WebP, GIF, BMP, AVIF and SVG can be edited.';
}
