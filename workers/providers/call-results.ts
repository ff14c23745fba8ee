/** The calls of a message and their results as providers send them: one result per call, as text, with its images. */
import { contentText, imageTypes, pdfType, type MediaBlock } from '#shared/conversation/content.ts';
import { pictureTypeIn } from '#shared/images/picture-type.ts';
import type { JsonObject } from '#shared/json.ts';
import { callsWithResults, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { wireJson, type Media } from './http/message-json.ts';

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
export type Image = { mediaType: ImageType; data: string };

/** A call without a result (its tab died) gets one, because servers reject unanswered calls. */
export function answeredCalls(message: Message): { call: CallPart; result: ToolResult }[] {
  return callsWithResults(message).map(({ call, result }) => ({
    call,
    result: result?.result ?? {
      status: 'error',
      error_type: 'interrupted',
      message: `${call.name} was interrupted; it may or may not have taken effect.`,
    },
  }));
}

/** The result as the model reads it: without metadata, with images and files named in the text at their place. */
export function resultJson(result: ToolResult): JsonObject {
  if (result.status === 'success') return { status: 'success', result: contentText(result.result) };
  const { error_type, message } = result;
  return { status: 'error', error_type, message };
}

export function resultImages(result: ToolResult, media: Media): Image[] {
  if (result.status === 'error' || typeof result.result === 'string') return [];
  return result.result.flatMap((block) => (block.type === 'text' ? [] : (imageOf(block, media) ?? [])));
}

/** Undefined if services do not accept the image, or its bytes are missing: it is then described in text. */
export function imageOf({ type, media_type, blob }: MediaBlock, media: Media): Image | undefined {
  const data = media.get(blob);
  if (type !== 'image' || data === undefined || !isImageType(media_type)) return undefined;
  // Services refuse a picture whose declared type is not that of its bytes.
  const mediaType = pictureTypeIn(data);
  return mediaType !== undefined && isImageType(mediaType) ? { mediaType, data } : undefined;
}

/** Base64 of an attached PDF file, for a model that reads it itself. */
export function pdfOf({ type, media_type, blob }: MediaBlock, media: Media): string | undefined {
  return type === 'file' && media_type === pdfType ? media.get(blob) : undefined;
}

function isImageType(type: string): type is ImageType {
  return imageTypes.includes(type);
}

/** A call with its result as text and as data URLs, for the formats of OpenAI. */
export type CallAnswer = { call: CallPart; text: string; imageUrls: string[] };

export function answersOf(message: Message, media: Media): CallAnswer[] {
  return answeredCalls(message).map(({ call, result }) => ({
    call,
    text: wireJson(resultJson(result)),
    imageUrls: resultImages(result, media).map(toDataUrl),
  }));
}

/** Undefined where `imageOf` is. */
export function dataUrl(block: MediaBlock, media: Media): string | undefined {
  const image = imageOf(block, media);
  return image && toDataUrl(image);
}

function toDataUrl({ mediaType, data }: Image): string {
  return `data:${mediaType};base64,${data}`;
}

/** A tool name that every service accepts: a model may have called something that is no valid name. */
export function validToolName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
}
