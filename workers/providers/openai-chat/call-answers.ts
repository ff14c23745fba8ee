/** The calls of a message with what answers each of them on OpenAI's wires: text, and the pictures as addresses. */
import type { MediaBlock } from '#shared/conversation/content.ts';
import type { CallPart, Message } from '#shared/conversation/message.ts';
import { answeredCalls, pictureOf, resultPictures, resultWords, type Picture } from '../call-results.ts';
import type { Images } from '../http/message-json.ts';

export type CallAnswer = { call: CallPart; text: string; pictures: string[] };

export function answersOf(message: Message, images: Images): CallAnswer[] {
  return answeredCalls(message).map(({ call, result }) => ({
    call,
    text: JSON.stringify(resultWords(result)),
    pictures: resultPictures(result, images).map(toDataUrl),
  }));
}

/** Undefined where the bytes are not at hand, or no wire takes such a picture. */
export function dataUrl(block: MediaBlock, images: Images): string | undefined {
  const picture = pictureOf(block, images);
  return picture && toDataUrl(picture);
}

function toDataUrl({ mediaType, data }: Picture): string {
  return `data:${mediaType};base64,${data}`;
}
