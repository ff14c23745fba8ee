/** Decodes a Responses stream into model events; https://platform.openai.com/docs/api-reference/responses-streaming */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { readErrorBody, typeOf } from '../http/http-errors.ts';
import { watchStarts, withRestarts, type ReplyDecoder } from '../http/reply-restarts.ts';
import { withTagsAt } from '../http/thinking-tags.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import {
  addArguments,
  addText,
  closeItem,
  endArguments,
  endItems,
  newItems,
  openItem,
  stopReasonOf,
  type Items,
} from './openai-responses-items.ts';
import { countIn, readCount } from '../http/read-json.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

export function createResponsesDecoder(baseUrl = ''): StreamDecoder {
  return withRestarts(
    withTagsAt(baseUrl, createReplyDecoder),
    watchStarts((event) => {
      const { type } = event;
      if (type === 'response.created')
        return { type: 'start', id: isJsonObject(event.response) ? event.response.id : undefined };
      if (type === 'response.output_item.added') return { type: 'item', key: event.output_index ?? null };
      const isContent = typeof type === 'string' && readers.has(type) && type !== 'error';
      return isContent ? { type: 'content' } : undefined;
    }),
  );
}

function createReplyDecoder(): ReplyDecoder {
  const items = newItems();
  let ended = false;

  return {
    push(data, event) {
      if (ended || data.trim() === '[DONE]') return [];
      const events = readEvent(data, event, items);
      ended = events.some(({ type }) => type === 'stop' || type === 'error');
      return events;
    },
    end() {
      if (ended) return [];
      ended = true;
      return [{ type: 'error', error: { type: 'broken_stream' } }];
    },
  };
}

type ReadEvent = (items: Items, event: JsonObject) => ModelEvent[];

const readers: ReadonlyMap<Json | undefined, ReadEvent> = new Map<string, ReadEvent>([
  ['response.output_item.added', openItem],
  ['response.output_text.delta', addText],
  ['response.refusal.delta', addText],
  ['response.reasoning_summary_text.delta', addText],
  ['response.reasoning_text.delta', addText],
  ['response.function_call_arguments.delta', addArguments],
  ['response.custom_tool_call_input.delta', addArguments],
  ['response.function_call_arguments.done', endArguments],
  ['response.custom_tool_call_input.done', endArguments],
  ['response.output_item.done', closeItem],
  ['response.completed', endReply],
  ['response.incomplete', endReply],
  ['response.failed', endReply],
  ['error', (_, event) => [toError(event)]],
]);

function readEvent(data: string, event: Json | undefined, items: Items): ModelEvent[] {
  if (!isJsonObject(event)) return [{ type: 'error', error: { type: 'malformed', detail: data } }];
  const read = readers.get(event.type);
  if (read) return read(items, event);
  // Gateways forward the error of the upstream server as it is, without a type.
  return isJsonObject(event.error) ? [toError(event)] : [];
}

function endReply(items: Items, event: JsonObject): ModelEvent[] {
  const response = isJsonObject(event.response) ? event.response : {};
  const usage = readUsage(response.usage);
  if (event.type === 'response.failed') return [...usage, toError(response)];
  const rest = endItems(items, Array.isArray(response.output) ? response.output : []);
  const details = isJsonObject(response.incomplete_details) ? response.incomplete_details : {};
  const cut = event.type === 'response.incomplete' || response.status === 'incomplete';
  if (cut && details.reason === 'content_filter')
    return [...rest, ...usage, { type: 'stop', reason: 'content_filter' }];
  if (cut) return [...rest, ...usage, { type: 'stop', reason: 'max_tokens' }];
  return [...rest, ...usage, { type: 'stop', reason: stopReasonOf(items) }];
}

function readUsage(usage: Json | undefined): ModelEvent[] {
  if (!isJsonObject(usage)) return [];
  const [input, output] = [readCount(usage.input_tokens), readCount(usage.output_tokens)];
  if (input === undefined || output === undefined) return [];
  const cached = countIn(usage.input_tokens_details, 'cached_tokens');
  const reasoning = countIn(usage.output_tokens_details, 'reasoning_tokens');
  return [
    {
      type: 'usage',
      usage: {
        inputTokens: input,
        outputTokens: output,
        ...(cached === undefined ? {} : { cacheReadTokens: cached }),
        ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
      },
    },
  ];
}

function toError(event: JsonObject): ModelEvent {
  const { code, detail, status = statusOf(code) } = readErrorBody(JSON.stringify(event));
  return { type: 'error', error: { type: typeOf(status, code, detail), detail } };
}

/** An error inside a stream has no HTTP status; its code is used instead. */
function statusOf(code: string): number {
  if (code.includes('rate_limit')) return 429;
  return /invalid|unsupported/.test(code) ? 400 : 500;
}
