/** The Responses format: OpenAI's own, without storage on its side, and compatible servers. */
// Types only, zero bytes: https://platform.openai.com/docs/api-reference/responses
import type {
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { assertNever } from '#shared/assert-never.ts';
import { attachedWords, describeMedia, pictureWords } from '#shared/conversation/content.ts';
import type { JsonObject } from '#shared/json.ts';
import {
  textOf,
  type CallPart,
  type Echo,
  type Message,
  type Part,
  type TextPart,
} from '#shared/conversation/message.ts';
import { quirksOf } from '#shared/models/presets.ts';
import { bearerHeaders, modelIds, modelsRequest, rootOf } from '../http/bearer-server.ts';
import { answersOf, dataUrl, pdfOf, validToolName, type CallAnswer } from '../call-results.ts';
import { fitCallId } from '../fit-call-id.ts';
import { fitSearches, searchableTools, searchesTools, searchIn } from './openai-responses-search.ts';
import { toResponsesTool } from './openai-responses-tools.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { httpProvider } from '../http/http-provider.ts';
import { messageJson, wireJson, withJsonList, type Media } from '../http/message-json.ts';
import { createResponsesDecoder } from './openai-responses-decoder.ts';
import type { ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';

export const openaiResponsesProvider = httpProvider({
  definitions: (tools) => tools.map(toResponsesTool),
  searchesTools,
  request: toRequest,
  decoder: (_, { baseUrl }) => createResponsesDecoder(baseUrl),
  modelsRequest,
  modelIds,
});

const inputJson = messageJson(toItems);

export function toRequest(request: ModelRequest, target: ProviderTarget): HttpRequest {
  const tools = [...request.tools.map(toResponsesTool), ...searchableTools(request.deferred ?? [])];
  const body: Omit<ResponseCreateParamsStreaming, 'input'> = {
    model: target.model,
    instructions: request.system,
    stream: true,
    // Nothing is stored by the service, so reasoning travels encrypted with the messages.
    store: false,
    // Models without reasoning reject these fields.
    ...(target.traits.reasoning
      ? { include: ['reasoning.encrypted_content'], reasoning: { summary: 'auto' } }
      : {}),
    ...(target.replyLimit === undefined ? {} : { max_output_tokens: target.replyLimit }),
    ...(quirksOf(target.baseUrl).cacheKeys && request.cacheKey ? { prompt_cache_key: request.cacheKey } : {}),
    ...(tools.length > 0 ? { tools } : {}),
    ...(tools.length > 0 && request.noCalls ? { tool_choice: 'none' } : {}),
  };
  return {
    url: `${rootOf(target)}/responses`,
    headers: { ...bearerHeaders(target), 'content-type': 'application/json' },
    body: withJsonList(body, 'input', inputJson(fitSearches(request), request.media, target.traits)),
  };
}

/** An item made here, or a reasoning item exactly as the service sent it. */
type Item = ResponseInputItem | JsonObject;

/** One item per part, then the results of the calls. */
function toItems(message: Message, media: Media): Item[] {
  if (message.role === 'user')
    return [{ type: 'message', role: 'user', content: userContent(message, media) }];
  // The service rejects an item with an id if its reasoning item is missing: either all ids go back, or none.
  const hasThought = message.parts.some((part) => part.type === 'reasoning' && ownEcho(part));
  const items = message.parts.flatMap((part) => toItem(part, hasThought));
  // It also rejects a reasoning item without the item that followed it, as after a stop.
  const end = items.findLastIndex(({ type }) => type !== 'reasoning') + 1;
  return [...items.slice(0, end), ...answersOf(message, media).map(toOutput)];
}

function toItem(part: Part, withIds: boolean): Item[] {
  switch (part.type) {
    case 'text': {
      const search = searchIn(part);
      const text = part.text === '' ? [] : [toMessage(part, withIds ? ownEcho(part) : undefined)];
      return search ? [...text, withIds ? search : withoutId(search)] : text;
    }
    case 'reasoning': {
      const thought = ownEcho(part);
      return thought ? [thought] : [];
    }
    case 'call':
      return [toCall(part, ownEcho(part), withIds)];
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

function withoutId({ id: _, ...item }: JsonObject): JsonObject {
  return item;
}

function toCall(
  { id, name, arguments: values }: CallPart,
  echo: JsonObject | undefined,
  withId: boolean,
): ResponseInputItem {
  return {
    type: 'function_call',
    ...(withId && typeof echo?.id === 'string' ? { id: echo.id } : {}),
    ...(typeof echo?.namespace === 'string' ? { namespace: echo.namespace } : {}),
    call_id: fitCallId(id),
    name: validToolName(name),
    arguments: wireJson(values),
  };
}

function toOutput({ call, text, imageUrls }: CallAnswer): ResponseInputItem {
  const shown = imageUrls.map((url) => ({
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

function userContent(message: Message, media: Media): string | ResponseInputContent[] {
  const hasMedia = message.parts.some(({ type }) => type === 'image' || type === 'file');
  if (!hasMedia) return textOf(message);
  return message.parts.flatMap((part): ResponseInputContent[] => {
    if (part.type === 'text') return [{ type: 'input_text', text: part.text }];
    if (part.type !== 'image' && part.type !== 'file') return [];
    const pdf = pdfOf(part, media);
    if (pdf !== undefined)
      return [
        {
          type: 'input_file',
          filename: part.name ?? 'document.pdf',
          file_data: `data:application/pdf;base64,${pdf}`,
        },
        { type: 'input_text', text: describeMedia(part) },
      ];
    const url = dataUrl(part, media);
    if (url === undefined) return [{ type: 'input_text', text: attachedWords(part) }];
    return [
      { type: 'input_image', image_url: url, detail: 'auto' },
      ...pictureWords(part).map((text) => ({ type: 'input_text' as const, text })),
    ];
  });
}

function ownEcho({ echo }: { echo?: Echo }): JsonObject | undefined {
  return echo?.wire === 'openai-responses' ? echo.data : undefined;
}
