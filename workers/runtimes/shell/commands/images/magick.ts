/** The common forms of ImageMagick's `convert`, `magick`, `mogrify` and `identify`, by the browser's codecs. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { hasCode } from '../../fs/errno.ts';
import type { PictureInfo } from '#workers/images/picture-info.ts';
import {
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  pathOf,
  readBytes,
  type RunCommand,
  text,
} from '../command.ts';
import { type Arguments, outputFormat, placed, readArguments } from './read-arguments.ts';

export const convert = command('convert', 1, async (args, context) => {
  const read = readArguments(args);
  const [from, to, ...more] = read.files;
  if (from === undefined || to === undefined) throw new CommandError('usage: convert INPUT [OPTIONS] OUTPUT');
  if (more.length > 0)
    throw new CommandError(
      'one picture at a time: use mogrify or a loop for several, and the tool edit_image for a contact sheet',
    );
  return text('', 0, await edit(context, 'convert', from, to, read));
});

/** `magick identify` and the like are commands of their own. */
export const magick: RunCommand = (args, context) => {
  const [first = '', ...rest] = args;
  const inner = { convert, mogrify, identify }[first];
  return inner ? inner(rest, context) : convert(args, context);
};

/** Replaces the files, or with `-format` and `-path` writes others. */
export const mogrify = command('mogrify', 1, async (args, context) => {
  const read = readArguments(args);
  if (read.files.length === 0) throw new CommandError('usage: mogrify [OPTIONS] FILE...');
  let said = '';
  for (const file of read.files) {
    const renamed = read.format ? file.replace(/(\.\w+)?$/, `.${read.format}`) : file;
    const to = read.path ? `${read.path}/${renamed.slice(renamed.lastIndexOf('/') + 1)}` : renamed;
    said += await edit(context, 'mogrify', file, to, read);
  }
  return text('', 0, said);
});

export const identify = command('identify', 1, async (args, context) => {
  const { files, format, isVerbose } = readArguments(args);
  if (files.length === 0) throw new CommandError('usage: identify [-format FORMAT] [-verbose] FILE...');
  const lines: string[] = [];
  const failed: string[] = [];
  for (const file of files)
    try {
      const bytes = await readBytes(context, file);
      const info = await infoOf(bytes, file);
      const line = `${describe(file, bytes, info)}\n${isVerbose ? propertiesOf(info) : ''}`;
      lines.push(format === undefined ? line : filled(format, file, bytes, info));
    } catch (error) {
      const isOfFile = error instanceof CommandError && error.message.startsWith(file);
      if (hasCode(error, 'EINTR') || (error instanceof CommandError && !isOfFile)) throw error;
      failed.push(`identify: ${isOfFile ? error.message : `${file}: ${describeFileError(error)}`}\n`);
    }
  return text(lines.join(''), failed.length > 0 ? 1 : 0, failed.join(''));
});

/** As `identify -verbose` names them. */
function propertiesOf(info: PictureInfo): string {
  const { orientation, taken, camera } = info;
  const { latitude, longitude } = placeOf(info);
  return Object.entries({
    ...{ 'exif:DateTimeOriginal': taken, 'exif:Model': camera, 'exif:Orientation': String(orientation) },
    ...{ 'exif:GPSLatitude': latitude, 'exif:GPSLongitude': longitude },
  })
    .map(([name, value]) => (value ? `    ${name}: ${value}\n` : ''))
    .join('');
}

/** In degrees; empty texts without a place. */
function placeOf({ place }: PictureInfo): Record<'latitude' | 'longitude', string> {
  if (!place) return { latitude: '', longitude: '' };
  return { latitude: place.latitude.toFixed(6), longitude: place.longitude.toFixed(6) };
}

async function readInfo(bytes: Uint8Array): Promise<PictureInfo | undefined> {
  return (await import('#workers/images/picture-info.ts')).readPictureInfo(bytes);
}

async function infoOf(bytes: Uint8Array, name: string): Promise<PictureInfo> {
  const info = await readInfo(bytes);
  if (!info && /\.svg$/i.test(name))
    throw new CommandError(
      `${name}: an SVG is drawn by the tool edit_image, which writes PNG, JPEG and WebP`,
    );
  if (!info) throw new CommandError(`${name}: no picture, or a damaged one`);
  return info;
}

/** Returns the notes on what was lost, for stderr. */
async function edit(
  context: CommandContext,
  program: string,
  from: string,
  to: string,
  read: Arguments,
): Promise<string> {
  const format = outputFormat(to);
  const bytes = Uint8Array.from(await readBytes(context, from));
  const info = await infoOf(bytes, from);
  const [{ encode }, { applyEdits, decodePicture, notesOn, refuseHuge }] = await Promise.all([
    import('#workers/images/canvas.ts'),
    import('#workers/images/edit-picture.ts'),
  ]);
  const isOpaque = format === 'jpeg' && (read.background ?? 'transparent') === 'transparent';
  const background = isOpaque ? 'white' : read.background;
  const fill = background === undefined ? {} : { background };
  const notes = notesOn(info, format);
  if (info.place) notes.push('the metadata was removed, with the place where it was taken');
  try {
    let picture = await decodePicture(bytes, info);
    for (const step of read.steps) {
      if ('extent' in step) refuseHuge(step.extent);
      const canvas =
        'extent' in step
          ? extended(picture, step, background)
          : (await applyEdits(picture, { ...step.edits(picture), ...fill })).canvas;
      picture = canvas.transferToImageBitmap();
    }
    const { canvas } = await applyEdits(picture, fill);
    const made = await encode(canvas, { format, quality: read.quality });
    await context.fs.writeFile(pathOf(context, to), made);
  } catch (error) {
    if (error instanceof ToolError) throw new CommandError(`${from}: ${error.message}`);
    throw error;
  }
  return notes.map((note) => `${program}: ${from}: ${note}\n`).join('');
}

/** Cuts the picture, or puts the background around it. */
function extended(
  picture: ImageBitmap,
  { extent, gravity }: { extent: { width: number; height: number }; gravity: string },
  background: string | undefined,
): OffscreenCanvas {
  const canvas = new OffscreenCanvas(extent.width, extent.height);
  const context = canvas.getContext('2d');
  const { x, y } = placed(extent, picture, gravity, { x: 0, y: 0 });
  if (!context) throw new CommandError('the browser gives no canvas: it may be out of memory');
  // The program's own default is white.
  context.fillStyle = background ?? 'white';
  context.fillRect(0, 0, extent.width, extent.height);
  context.drawImage(picture, x, y);
  picture.close();
  return canvas;
}

function describe(name: string, bytes: Uint8Array, info: PictureInfo): string {
  const { format, width, height, bits = 8, isCmyk } = info;
  const size = `${width}x${height}`;
  return `${name} ${format.toUpperCase()} ${size} ${size}+0+0 ${bits}-bit ${isCmyk ? 'CMYK' : 'sRGB'} ${bytes.length}B`;
}

/** https://imagemagick.org/script/escape.php */
function filled(format: string, name: string, bytes: Uint8Array, info: PictureInfo): string {
  const { latitude, longitude } = placeOf(info);
  const values: Readonly<Record<string, string>> = {
    ...{ '%w': String(info.width), '%h': String(info.height), '%m': info.format.toUpperCase() },
    ...{
      '%f': name.slice(name.lastIndexOf('/') + 1),
      '%i': name,
      '%b': `${bytes.length}B`,
      '%z': String(info.bits ?? 8),
    },
    ...{ '\\n': '\n', '\\t': '\t', '%%': '%', '%[EXIF:DateTimeOriginal]': info.taken ?? '' },
    ...{ '%[EXIF:Orientation]': String(info.orientation), '%[EXIF:Model]': info.camera ?? '' },
    ...{ '%[EXIF:GPSLatitude]': latitude, '%[EXIF:GPSLongitude]': longitude },
  };
  return format.replaceAll(/%\[[^\]]*\]|%.|\\[nt]/g, (word) => {
    const value = values[word.replace(/^%\[exif:/i, '%[EXIF:')];
    if (value !== undefined) return value;
    throw new CommandError(`unknown escape '${word}' in -format. There are ${Object.keys(values).join(' ')}`);
  });
}
