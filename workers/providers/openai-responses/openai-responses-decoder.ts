/** Decodes a Responses stream into model events; https://platform.openai.com/docs/api-reference/responses-streaming */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { readErrorBody, typeOf } from '../http/http-errors.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import { createItems, type Items } from './openai-responses-items.ts';
import { parseJson, readCount } from '../http/read-json.ts';
import type { ModelEvent } from '#workers/contracts/provider.ts';

export function createResponsesDecoder(): StreamDecoder {
  const items = createItems();
  let ended = false;

  return {
    push(data) {
      if (ended || data.trim() === '[DONE]') return [];
      const events = readEvent(data, items);
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

function readEvent(data: string, items: Items): ModelEvent[] {
  const event = parseJson(data);
  if (!isJsonObject(event)) return [{ type: 'error', error: { type: 'malformed', detail: data } }];
  switch (event.type) {
    case 'response.output_item.added':
      return items.open(event);
    case 'response.output_text.delta':
    case 'response.refusal.delta':
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return items.addText(event);
    case 'response.function_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
      return items.addArguments(event);
    case 'response.function_call_arguments.done':
    case 'response.custom_tool_call_input.done':
      return items.endArguments(event);
    case 'response.output_item.done':
      return items.close(event);
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return endReply(event, items);
    case 'error':
      return [toError(event)];
    default:
      // Gateways forward the error of the upstream server as it is, without a type.
      return isJsonObject(event.error) ? [toError(event)] : [];
  }
}

function endReply(event: JsonObject, items: Items): ModelEvent[] {
  const response = isJsonObject(event.response) ? event.response : {};
  const usage = readUsage(response.usage);
  if (event.type === 'response.failed') return [...usage, toError(response)];
  const rest = items.end(Array.isArray(response.output) ? response.output : []);
  const details = isJsonObject(response.incomplete_details) ? response.incomplete_details : {};
  const cut = event.type === 'response.incomplete' || response.status === 'incomplete';
  if (cut && details.reason === 'content_filter')
    return [...rest, ...usage, { type: 'stop', reason: 'content_filter' }];
  if (cut) return [...rest, ...usage, { type: 'stop', reason: 'max_tokens' }];
  return [...rest, ...usage, { type: 'stop', reason: items.stopReason() }];
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

function countIn(details: Json | undefined, field: string): number | undefined {
  return isJsonObject(details) ? readCount(details[field]) : undefined;
}

function toError(event: JsonObject): ModelEvent {
  const { code, detail, status = statusOf(code) } = readErrorBody(JSON.stringify(event));
  return { type: 'error', error: { type: typeOf(status, code, detail), detail } };
}

/** An error inside a stream has no HTTP status; its code stands in for one. */
function statusOf(code: string): number {
  if (code.includes('rate_limit')) return 429;
  return /invalid|unsupported/.test(code) ? 400 : 500;
}
