/** Adds images that a script wrote to the workspace to its card, as if it had called `show()` for each. */
import * as limits from '#shared/limits.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import type { TreeChanges } from './file-tree.ts';

/** Maximum number of such images: a script may unpack an archive. */
const maxWritten = 4;

const kinds: readonly (readonly [media_type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** `shown`: the images that the script has already shown. */
export async function writtenImages(
  writes: TreeChanges['writes'],
  shown: readonly ToolMedia[],
): Promise<{ images: ToolMedia[]; notes: string[] }> {
  const images: ToolMedia[] = [];
  const left: string[] = [];
  for (const { path, content } of writes) {
    const media_type = await kindOf(content);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isShown = shown.some((each) => each.name === name && each.data.byteLength === content.size);
    if (media_type === undefined || isShown || content.size > limits.mediaBytes) continue;
    if (images.length >= maxWritten || shown.length + images.length >= limits.mediaBlocks) left.push(path);
    else images.push({ type: 'image', media_type, name, data: new Uint8Array(await content.arrayBuffer()) });
  }
  const notes = left.length > 0 ? [`${left.length} more images were written; show(path) shows one`] : [];
  return { images, notes };
}

async function kindOf(content: Blob): Promise<string | undefined> {
  const start = String.fromCharCode(...new Uint8Array(await content.slice(0, 12).arrayBuffer()));
  return kinds.find(([, pattern]) => pattern.test(start))?.[0];
}
