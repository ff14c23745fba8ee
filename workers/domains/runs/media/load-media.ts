/** The images and PDF files of a conversation as base64, for models that take them; each is read once per run. */
import type { BlobId } from '#shared/ids.ts';
import { imageTypes, pdfType, type MediaBlock } from '#shared/conversation/content.ts';
import * as limits from '#shared/limits.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ModelTraits } from '#shared/models/provider.ts';
import { resultMedia } from '#shared/tools/tool.ts';
import { toBase64 } from '#workers/text/base64.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';

export type MediaLoader = (
  messages: readonly Message[],
  traits: ModelTraits,
) => Promise<ReadonlyMap<BlobId, string>>;

/** What services count for a page of a PDF file, which they read as text and as a picture. */
const pageTokens = 2_000;

/** Media that are too large or were deleted are not in the result: they are described in text instead. */
export function createMediaLoader(blobs: Pick<BlobStore, 'read'>): MediaLoader {
  const known = new Map<BlobId, string>();

  async function load(blob: BlobId): Promise<string | undefined> {
    if (known.has(blob)) return known.get(blob);
    const file = await blobs.read(blob);
    if (file) known.set(blob, toBase64(new Uint8Array(await file.arrayBuffer())));
    return known.get(blob);
  }

  return async (messages, traits) => {
    const all = messages.flatMap(mediaOf);
    const taken = [...(traits.images ? all.filter(isModelImage) : []), ...pdfsFor(all, traits)];
    const loaded = new Map<BlobId, string>();
    for (const { blob } of taken) {
      const data = await load(blob);
      if (data !== undefined) loaded.set(blob, data);
    }
    return loaded;
  };
}

function isModelImage({ type, media_type, bytes }: MediaBlock): boolean {
  return type === 'image' && imageTypes.includes(media_type) && bytes <= limits.modelImageBytes;
}

/** The first PDF files that take up to a quarter of the window; token estimates count their text only. */
function pdfsFor(all: readonly MediaBlock[], { documents, contextTokens }: ModelTraits): MediaBlock[] {
  const { modelBytes, modelPages } = limits.documents;
  let tokens = contextTokens / 4;
  let bytes: number = modelBytes;
  return all.filter((block) => {
    const pages = block.media_type === pdfType && block.type === 'file' ? block.pages : undefined;
    if (!documents || pages === undefined || pages > modelPages) return false;
    const fits = pages * pageTokens <= tokens && block.bytes <= bytes;
    if (fits) [tokens, bytes] = [tokens - pages * pageTokens, bytes - block.bytes];
    return fits;
  });
}

function mediaOf({ parts }: Message): MediaBlock[] {
  return parts.flatMap((part) => {
    if (part.type === 'image' || part.type === 'file') return [part];
    return part.type === 'result' ? resultMedia(part.result) : [];
  });
}
