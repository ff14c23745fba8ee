/** The Responses wire: OpenAI's own, without anything stored there, and the servers that speak it, too. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/responses
import type {
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { assertNever } from '#shared/assert-never.ts';
import { attachedWords, describeMedia } from '#shared/conversation/content.ts';
import type { JsonObject } from '#shared/json.ts';
import {
  textOf,
  type CallPart,
  type Echo,
  type Message,
  type Part,
  type TextPart,
} from '#shared/conversation/message.ts';
import { bearerHeaders, modelIds, modelsRequest, rootOf } from '../http/bearer-server.ts';
import { answersOf, dataUrl, type CallAnswer } from '../openai-chat/call-answers.ts';
import { wireName } from '../call-results.ts';
import { toResponsesTool } from '../definitions/openai-responses.ts';
import { fitCallId } from '../openai-chat/fit-call-id.ts';
import { httpProvider, type WireRequest } from '../http/http-provider.ts';
import { messageJson, withJsonField, type Images } from '../http/message-json.ts';
import { createResponsesDecoder } from './openai-responses-decoder.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

export const openaiResponsesProvider = httpProvider({
  request: toRequest,
  decoder: createResponsesDecoder,
  modelsRequest,
  modelIds,
});

const inputJson = messageJson(toItems);

export function toRequest(request: ModelRequest, target: ProviderTarget): WireRequest {
  const body: Omit<ResponseCreateParamsStreaming, 'input'> = {
    model: target.model,
    instructions: request.system,
    stream: true,
    // The conversation is ours: nothing is kept there, so thoughts travel encrypted with the messages.
    store: false,
    // Models that do not think refuse to be asked for their thoughts.
    ...(target.traits.reasoning
      ? { include: ['reasoning.encrypted_content'], reasoning: { summary: 'auto' } }
      : {}),
    ...(target.replyLimit === undefined ? {} : { max_output_tokens: target.replyLimit }),
    ...(request.tools.length > 0 ? { tools: request.tools.map(toResponsesTool) } : {}),
  };
  return {
    url: `${rootOf(target)}/responses`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: withJsonField(body, 'input', inputJson(request.messages, request.images, target.traits.images)),
  };
}

/** An item as we make it, or a thought as the service made it. */
type Item = ResponseInputItem | JsonObject;

/** One message of ours is one item per part, and the results of its calls after them. */
function toItems(message: Message, images: Images): Item[] {
  if (message.role === 'user')
    return [{ type: 'message', role: 'user', content: userContent(message, images) }];
  // The service pairs items by id and refuses one whose thought is missing: either all ids go back, or none.
  const hasThought = message.parts.some((part) => part.type === 'reasoning' && ownEcho(part));
  const items = message.parts.flatMap((part) => toItem(part, hasThought));
  // A thought that a stop cut off from what follows it is refused as well.
  const end = items.findLastIndex(({ type }) => type !== 'reasoning') + 1;
  return [...items.slice(0, end), ...answersOf(message, images).map(toOutput)];
}

function toItem(part: Part, withIds: boolean): Item[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [toMessage(part, withIds ? ownEcho(part) : undefined)];
    case 'reasoning': {
      const thought = ownEcho(part);
      return thought ? [thought] : [];
    }
    case 'call':
      return [toCall(part, withIds ? ownEcho(part) : undefined)];
    case 'image':
    case 'file':
      return [{ type: 'message', role: 'assistant', content: describeMedia(part) }];
    case 'result':
    case 'error':
    case 'note':
      return [];
    default:
      return assertNever(part);
  }
}

function toMessage({ text }: TextPart, echo: JsonObject | undefined): ResponseInputItem {
  if (typeof echo?.id !== 'string') return { type: 'message', role: 'assistant', content: text };
  const { id, phase } = echo;
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    id,
    ...(phase === 'commentary' || phase === 'final_answer' ? { phase } : {}),
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}

function toCall({ id, name, arguments: values }: CallPart, echo: JsonObject | undefined): ResponseInputItem {
  return {
    type: 'function_call',
    ...(typeof echo?.id === 'string' ? { id: echo.id } : {}),
    call_id: fitCallId(id),
    name: wireName(name),
    arguments: JSON.stringify(values),
  };
}

function toOutput({ call, text, pictures }: CallAnswer): ResponseInputItem {
  const shown = pictures.map((url) => ({
    type: 'input_image' as const,
    image_url: url,
    detail: 'auto' as const,
  }));
  return {
    type: 'function_call_output',
    call_id: fitCallId(call.id),
    output: shown.length === 0 ? text : [{ type: 'input_text', text }, ...shown],
  };
}

function userContent(message: Message, images: Images): string | ResponseInputContent[] {
  const hasMedia = message.parts.some(({ type }) => type === 'image' || type === 'file');
  if (!hasMedia) return textOf(message);
  return message.parts.flatMap((part): ResponseInputContent[] => {
    if (part.type === 'text') return [{ type: 'input_text', text: part.text }];
    if (part.type !== 'image' && part.type !== 'file') return [];
    const url = dataUrl(part, images);
    return [
      url === undefined
        ? { type: 'input_text', text: attachedWords(part) }
        : { type: 'input_image', image_url: url, detail: 'auto' },
    ];
  });
}

function ownEcho({ echo }: { echo?: Echo }): JsonObject | undefined {
  return echo?.wire === 'openai-responses' ? echo.data : undefined;
}
