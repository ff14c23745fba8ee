/** Content that is more than a string: blocks of text, images and files, whose bytes stay in private storage. */
import type { BlobId } from '../ids.ts';

export type TextBlock = { type: 'text'; text: string };

/** Bytes kept beside the conversation; a message, an event and the journal hold only this. */
export type MediaBlock = {
  /** `image`: a picture the model can look at (PNG, JPEG, GIF or WebP). */
  type: 'image' | 'file';
  /** Such as `image/png`. */
  media_type: string;
  blob: BlobId;
  /** Size of the content. */
  bytes: number;
  /** A file name, where there is one. */
  name?: string;
  /** What an attached text file says, so that any model can read it. */
  text?: string;
};

export type ContentBlock = TextBlock | MediaBlock;

/** The pictures that every wire takes. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The kind of picture that a response holds, where it holds one that every wire takes. */
export function imageType(headers: readonly (readonly [name: string, value: string])[]): string | undefined {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const bare = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return imageTypes.find((known) => known === bare);
}

/** What a result says in words; media by a line of its own. */
export function contentText(content: string | readonly ContentBlock[]): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : describeMedia(block))).join('\n\n');
}

/** What a model reads of something attached that it does not look at: a text file whole, anything else by its line. */
export function attachedWords(block: MediaBlock): string {
  const line = describeMedia(block);
  return block.text === undefined ? line : `${line}\n${block.text}\n[end of ${block.name ?? 'file'}]`;
}

export function describeMedia({ type, media_type, bytes, name }: MediaBlock): string {
  return `[${[type, name, media_type, `${bytes} bytes`].filter(Boolean).join(', ')}]`;
}
