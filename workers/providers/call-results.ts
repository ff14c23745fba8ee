/** The results of a message as wires send them: one per call, in words, and the pictures beside the words. */
import { contentText, imageTypes, type MediaBlock } from '#shared/conversation/content.ts';
import type { JsonObject } from '#shared/json.ts';
import { callsWithResults, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { Images } from './http/message-json.ts';

type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
export type Picture = { mediaType: PictureType; data: string };

/** A call without a result (its tab died) still gets one, because servers refuse unanswered calls. */
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

/** The wire form of a result; pictures and files are named in it where they stood. */
export function resultWords(result: ToolResult): JsonObject {
  return result.status === 'success' ? { ...result, result: contentText(result.result) } : { ...result };
}

export function resultPictures(result: ToolResult, images: Images): Picture[] {
  if (result.status === 'error' || typeof result.result === 'string') return [];
  return result.result.flatMap((block) => (block.type === 'text' ? [] : (pictureOf(block, images) ?? [])));
}

/** Undefined where it is no picture, or its bytes are not at hand: then it is said in words. */
export function pictureOf({ type, media_type, blob }: MediaBlock, images: Images): Picture | undefined {
  const data = images.get(blob);
  return type === 'image' && data !== undefined && isPictureType(media_type)
    ? { mediaType: media_type, data }
    : undefined;
}

function isPictureType(type: string): type is PictureType {
  return imageTypes.includes(type);
}

/** A name as every wire takes it: a model may have called something that no tool could be named. */
export function wireName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
}
