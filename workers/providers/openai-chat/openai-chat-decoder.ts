/** Decodes a Chat Completions stream into model events; lenient, because compatible servers differ. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { addFragment, endCalls, newChatCalls } from './openai-chat-calls.ts';
import { createChatThoughts } from './openai-chat-thoughts.ts';
import { readErrorBody, typeOf } from '../http/http-errors.ts';
import { watchIds, withRestarts, type ReplyDecoder } from '../http/reply-restarts.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import { readCount } from '../http/read-json.ts';
import type { ModelEvent, StopReason } from '#workers/contracts/provider.ts';

export function createChatDecoder(): StreamDecoder {
  return withRestarts(
    createReplyDecoder,
    watchIds((chunk) => {
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      const { delta, finish_reason: finish } = isJsonObject(choice) ? choice : {};
      const said = isJsonObject(delta) ? delta : {};
      return {
        id: chunk.id,
        // Many servers repeat the role in each chunk; no reply begins without it.
        mayStart: typeof said.role === 'string',
        hasContent: typeof finish === 'string' || contentFields.some((field) => isFilled(said[field])),
      };
    }),
  );
}

const contentFields = [
  'content',
  'refusal',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'tool_calls',
] as const;

function isFilled(value: Json | undefined): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}

function createReplyDecoder(): ReplyDecoder {
  const calls = newChatCalls();
  const thoughts = createChatThoughts();
  /** Known once `finish_reason` came; usage may still follow it. */
  let finish: StopReason | undefined;
  let isRefused = false;
  let ended = false;

  function end(): ModelEvent[] {
    if (ended) return [];
    ended = true;
    if (!finish) return [{ type: 'error', error: { type: 'broken_stream' } }];
    // A refusal is streamed in its own field, and ends like an answer.
    const plain = isRefused ? 'refusal' : finish;
    return [{ type: 'stop', reason: calls.all.length > 0 && plain === 'end' ? 'tool_calls' : plain }];
  }

  return {
    end,
    push(data, chunk) {
      if (ended) return [];
      if (data.trim() === '[DONE]') return end();
      if (!isJsonObject(chunk)) return fail({ type: 'error', error: { type: 'malformed', detail: data } });
      if (chunk.error !== undefined && chunk.error !== null) return fail(toError(data));
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      const events = isJsonObject(choice) ? readChoice(choice) : [];
      return isJsonObject(chunk.usage) ? [...events, ...readUsage(chunk.usage)] : events;
    },
  };

  function fail(event: ModelEvent): ModelEvent[] {
    ended = true;
    return [event];
  }

  function readChoice(choice: JsonObject): ModelEvent[] {
    // A server that does not stream sends the whole message at once.
    const delta = choice.delta ?? choice.message;
    const events = isJsonObject(delta) ? readDelta(delta) : [];
    if (typeof choice.finish_reason !== 'string') return events;
    finish = toStopReason(choice.finish_reason);
    return [...events, ...thoughts.take(), ...endCalls(calls)];
  }

  function readDelta(delta: JsonObject): ModelEvent[] {
    if (typeof delta.refusal === 'string' && delta.refusal !== '') isRefused = true;
    // One list, because there are thousands of these in a reply.
    const events: ModelEvent[] = [];
    addText(events, 'reasoning-delta', delta.reasoning_content ?? delta.reasoning);
    addText(events, 'text-delta', delta.content);
    addText(events, 'text-delta', delta.refusal);
    thoughts.add(delta.reasoning_details);
    if (!Array.isArray(delta.tool_calls)) return events;
    const whole = delta.tool_calls.flatMap((fragment) => addFragment(calls, fragment));
    // The reasoning is emitted before the calls that followed it, because the reply may be cut off here.
    return whole.length > 0 ? [...events, ...thoughts.take(), ...whole] : events;
  }
}

/** Mistral sends a list of reasoning and text parts. */
function addText(events: ModelEvent[], type: 'text-delta' | 'reasoning-delta', text: Json | undefined): void {
  if (Array.isArray(text)) for (const part of text) addPart(events, part);
  else if (typeof text === 'string' && text !== '') events.push({ type, text });
}

function addPart(events: ModelEvent[], part: Json): void {
  if (!isJsonObject(part)) return;
  if (part.type !== 'thinking') return addText(events, 'text-delta', part.text);
  const inner = Array.isArray(part.thinking) ? part.thinking : [part.thinking ?? null];
  for (const each of inner) addText(events, 'reasoning-delta', isJsonObject(each) ? each.text : each);
}

function readUsage(usage: JsonObject): ModelEvent[] {
  const [input, output] = [readCount(usage.prompt_tokens), readCount(usage.completion_tokens)];
  if (input === undefined || output === undefined) return [];
  const reasoning = countIn(usage.completion_tokens_details, 'reasoning_tokens');
  const cached =
    countIn(usage.prompt_tokens_details, 'cached_tokens') ?? countIn(usage, 'prompt_cache_hit_tokens');
  const written = countIn(usage.prompt_tokens_details, 'cache_write_tokens');
  // xAI does not include reasoning tokens in the completion tokens, others do; the total shows which.
  const isBeside = reasoning !== undefined && usage.total_tokens === input + output + reasoning;
  return [
    {
      type: 'usage',
      usage: {
        inputTokens: input,
        outputTokens: isBeside ? output + reasoning : output,
        ...(cached === undefined ? {} : { cacheReadTokens: cached }),
        ...(written === undefined ? {} : { cacheWriteTokens: written }),
        ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
      },
    },
  ];
}

function countIn(details: Json | undefined, field: string): number | undefined {
  return isJsonObject(details) ? readCount(details[field]) : undefined;
}

function toStopReason(reason: string): StopReason {
  if (reason === 'length') return 'max_tokens';
  if (reason === 'content_filter') return 'content_filter';
  return reason === 'tool_calls' || reason === 'function_call' ? 'tool_calls' : 'end';
}

function toError(data: string): ModelEvent {
  const { code, detail, status = 500 } = readErrorBody(data);
  return { type: 'error', error: { type: typeOf(status, code, detail), detail } };
}
