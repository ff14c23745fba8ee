/** Saves files from the device under free names, and prepares images for the model. */
import { imageTypes, type TextBlock } from '#shared/conversation/content.ts';
import { pictureForModel, sizeWords } from '#workers/images/picture-for-model.ts';
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';

const maxTries = 1_000;

/** Saves the file under a free name, and returns its path. */
export async function saveNew(files: ToolFiles, folder: string, file: File): Promise<string> {
  const name = cleanName(file.name);
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
  for (let number = 1; number <= maxTries; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = `${folder}/${name.slice(0, dot)}${suffix}${name.slice(dot)}`;
    if (await exists(files, path)) continue;
    await files.write(path, file);
    return path;
  }
  throw new ToolError('execution_error', `There are ${maxTries} files named ${name} in ${folder}.`);
}

async function exists(files: ToolFiles, path: string): Promise<boolean> {
  try {
    await files.stat(path);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.type === 'file_not_found') return false;
    throw error;
  }
}

/** A file name from another system may contain characters that a path of the workspace must not contain. */
function cleanName(name: string): string {
  const clean = name.replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return clean.slice(-120) || 'file';
}

/**
 * The image in a form that models accept, with words on its size; undefined for other files, and for an image that is
 * too large.
 */
export async function asPicture(file: File): Promise<{ media: ToolMedia; size: string } | undefined> {
  if (!file.type.startsWith('image/') || file.size > limits.mediaBytes) return undefined;
  const picture = await pictureForModel(file);
  if (!imageTypes.includes(picture.type)) return undefined;
  const data = new Uint8Array(await picture.arrayBuffer());
  const media: ToolMedia = { type: 'image', media_type: picture.type, data, name: file.name };
  return { media, size: await sizeWords(file, picture) };
}

export const line = (text: string): TextBlock => ({ type: 'text', text });

/** Such as '2026-11-23-204512', in local time, for the name of a file. */
export function timeStamp(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}
