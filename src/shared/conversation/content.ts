/** Content that is more than a string: blocks of text, images and files, whose bytes stay in private storage. */
import type { BlobId } from '../ids.ts';

/** In pixels. */
export type PictureSize = { width: number; height: number };

export type TextBlock = { type: 'text'; text: string };

/** A reference to bytes stored apart from the conversation; messages, events and journals contain only this. */
export type MediaBlock = {
  /** `image`: can be shown, and sent to a model if its type is one of `imageTypes`; an SVG is small enough to be drawn. */
  type: 'image' | 'file';
  /** Such as `image/png`. */
  media_type: string;
  blob: BlobId;
  /** Size of the content. */
  bytes: number;
  /** The file name, if known. */
  name?: string;
  /** The content of an attached text file or document, so that every model can read it. */
  text?: string;
  /** The path of an attached file in the workspace; of a picture, as it was given: `bytes` may differ. */
  path?: string;
  /** Of the picture in `path`, upright. */
  size?: PictureSize;
  /** Of the content, which may be smaller. */
  shown?: PictureSize;
  /** How many pages an attached PDF file has; absent if it could not be read. */
  pages?: number;
};

export type ContentBlock = TextBlock | MediaBlock;

export const svgType = 'image/svg+xml';

/** Image types that every provider accepts. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export const pdfType = 'application/pdf';

/** The image type of a response by its headers; undefined for other content. */
export function imageType(headers: readonly (readonly [name: string, value: string])[]): string | undefined {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const bare = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return imageTypes.find((known) => known === bare);
}

/** A result as text; images and files become one line each. */
export function contentText(content: string | readonly ContentBlock[]): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : describeMedia(block))).join('\n\n');
}

/** An attachment as text for the model: the content of a text file, or one line that describes the file. */
export function attachedWords(block: MediaBlock): string {
  const line = describeMedia(block);
  return block.text === undefined ? line : `${line}\n${block.text}\n[end of ${block.name ?? 'file'}]`;
}

/** What follows an attached picture that a model sees: where tools find it. Empty for one that is in no file. */
export function pictureWords(block: MediaBlock): string[] {
  const { path, size, shown } = block;
  return path === undefined
    ? []
    : [`[the file of this picture: ${[path, sizeText(size, shown)].filter(Boolean).join(', ')}]`];
}

/** For a model, which counts the pixels that it sees. Empty if the size is unknown. */
export function sizeText(size: PictureSize | undefined, shown: PictureSize | undefined): string {
  if (!size) return '';
  const isScaled = shown && (shown.width !== size.width || shown.height !== size.height);
  return `${size.width} x ${size.height} pixels${isScaled ? `, shown at ${shown.width} x ${shown.height}` : ''}`;
}

export function describeMedia({ type, media_type, bytes, name, path, size }: MediaBlock): string {
  const place = path === undefined ? undefined : `in the workspace as ${path}`;
  const words = [type, name, media_type, `${bytes} bytes`, place, sizeText(size, undefined)];
  return `[${words.filter(Boolean).join(', ')}]`;
}
