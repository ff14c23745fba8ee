/** The calls of a message with what answers each of them on a wire: text, and the pictures beside it. */
import { contentText, imageTypes, type MediaBlock } from '../../src/shared/content.ts';
import { callsWithResults, type CallPart, type Message } from '../../src/shared/message.ts';
import type { ToolResult } from '../../src/shared/tool.ts';
import type { Images } from './message-json.ts';

export type CallAnswer = { call: CallPart; text: string; pictures: string[] };

/** A call without a result (its tab died) still gets an answer, because servers refuse unanswered calls. */
export function answersOf(message: Message, images: Images): CallAnswer[] {
  return callsWithResults(message).map(({ call, result }) =>
    answer(call, result?.result ?? interrupted(call), images),
  );
}

function answer(call: CallPart, result: ToolResult, images: Images): CallAnswer {
  if (result.status === 'error' || typeof result.result === 'string')
    return { call, text: JSON.stringify(result), pictures: [] };
  // Every block stands in the words, a picture as a line about it; so the model can tell them apart.
  const text = JSON.stringify({ status: 'success', result: contentText(result.result) });
  const media = result.result.flatMap((block) => (block.type === 'text' ? [] : [block]));
  return { call, text, pictures: media.flatMap((block) => dataUrl(block, images) ?? []) };
}

/** Undefined where the bytes are not at hand, or no wire takes such a picture. */
export function dataUrl({ type, media_type, blob }: MediaBlock, images: Images): string | undefined {
  const bytes = images.get(blob);
  if (type !== 'image' || bytes === undefined || !imageTypes.includes(media_type)) return undefined;
  return `data:${media_type};base64,${bytes}`;
}

function interrupted({ name }: CallPart): ToolResult {
  const message = `${name} was interrupted; it may or may not have taken effect.`;
  return { status: 'error', error_type: 'interrupted', message };
}
