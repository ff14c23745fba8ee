/** Which of many paths exist, and how large the pictures among them are shown. */
import type { FileFacts } from '#shared/api/files.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { maxSvgBytes, readSvg, type PictureSize } from '#workers/text/read-svg.ts';

/** Paths in one call. */
export const maxLooked = 500;
/** Pixels of a picture that is decoded unasked: four bytes each in memory. */
const maxPixels = 60_000_000;
const maxPictureBytes = 50_000_000;
/** Bytes of a picture that are read first; a colour profile or a thumbnail can push the size further back. */
const headBytes = 64 * 1024;

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

/** Undefined if it is no picture, or is damaged. In pixels, turned as a browser shows it. */
export async function pictureSize(file: Blob): Promise<PictureSize | undefined> {
  const { pictureProbeBytes, readPictureInfo } = await import('#workers/images/picture-info.ts');
  for (const bytes of [headBytes, pictureProbeBytes]) {
    const info = readPictureInfo(new Uint8Array(await file.slice(0, bytes).arrayBuffer()));
    if (info)
      return info.width > 0 && info.height > 0 ? { width: info.width, height: info.height } : undefined;
    if (file.size <= bytes) return undefined;
  }
  return undefined;
}
