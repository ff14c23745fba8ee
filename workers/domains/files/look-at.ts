/** Which of many paths exist, and how large the pictures among them are shown. */
import type { FileFacts } from '#shared/api/files.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { maxSvgBytes, readSvg, type PictureSize } from '#workers/text/read-svg.ts';
import { pictureSize } from './picture-size.ts';

/** Paths in one call. */
export const maxLooked = 500;
/** Pixels of a picture that is decoded unasked: four bytes each in memory. */
const maxPixels = 60_000_000;
const maxPictureBytes = 50_000_000;

type Files = Pick<FilePort, 'stat' | 'read'>;

export function lookAt(files: Files, paths: readonly string[]): Promise<(FileFacts | null)[]> {
  return Promise.all(paths.slice(0, maxLooked).map((path) => look(files, path)));
}

async function look(files: Files, path: string): Promise<FileFacts | null> {
  try {
    const { path: found, ...stat } = await files.stat(path);
    const facts = { name: found.slice(found.lastIndexOf('/') + 1), path: found, ...stat };
    const picture = stat.type === 'file' ? await sizeOf(files, found, stat.size) : undefined;
    return picture ? { ...facts, picture } : facts;
  } catch (error) {
    // It does not exist, or the path gate refuses its name.
    if (error instanceof ToolError) return null;
    throw error;
  }
}

async function sizeOf(files: Files, path: string, bytes: number): Promise<PictureSize | undefined> {
  if (/\.svg$/i.test(path))
    return bytes <= maxSvgBytes ? readSvg(await (await files.read(path)).text()) : undefined;
  if (!/\.(?:png|jpe?g|gif|webp)$/i.test(path) || bytes > maxPictureBytes) return undefined;
  const size = await pictureSize(await files.read(path));
  return size && size.width * size.height <= maxPixels ? size : undefined;
}
