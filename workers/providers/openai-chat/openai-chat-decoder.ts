/** Decodes a Chat Completions stream into model events; lenient, because compatible servers differ. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { addFragment, endCalls, newChatCalls, takeComplete, type ChatCalls } from './openai-chat-calls.ts';
import { createChatThoughts, thoughtFields, type ChatThoughts } from './openai-chat-thoughts.ts';
import { readErrorBody, typeOf } from '../http/http-errors.ts';
import { watchIds, withRestarts, type ReplyDecoder } from '../http/reply-restarts.ts';
import { withThinkingTags } from '../http/thinking-tags.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import { countIn, readCount } from '../http/read-json.ts';
import { withWrittenCalls } from './written-calls.ts';
import type { ModelEvent, ModelRequest, StopReason } from '#workers/contracts/provider.ts';

export function createChatDecoder({ tools, noCalls }: Partial<ModelRequest> = {}): StreamDecoder {
  const offered = noCalls ? [] : (tools ?? []);
  return withRestarts(
    () => withWrittenCalls(withThinkingTags(createReplyDecoder()), offered),
    watchIds((chunk) => {
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      const { delta, finish_reason: finish } = isJsonObject(choice) ? choice : {};
      const said = isJsonObject(delta) ? delta : {};
      return {
        id: chunk.id,
        // Many servers repeat the role in each chunk; no reply begins without it.
        mayStart: typeof said.role === 'string',
        hasContent: isFilled(finish) || contentFields.some((field) => isFilled(said[field])),
      };
    }),
  );
}

const contentFields = ['content', 'refusal', ...thoughtFields, 'reasoning_details', 'tool_calls'] as const;

function isFilled(value: Json | undefined): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
}

function createReplyDecoder(): ReplyDecoder {
  const calls = newChatCalls();
  const thoughts = createChatThoughts();
  /** The last `finish_reason`; more of the reply may follow it. */
  let finish: StopReason | undefined;
  let isRefused = false;
  let hasContent = false;
  let ended = false;

  /** `isDone`: the server said that the reply is over. */
  function end(isDone: boolean): ModelEvent[] {
    if (ended) return [];
    ended = true;
    // Without a finish reason only the server's `[DONE]` shows that nothing was cut off.
    if (!finish && !(isDone && hasContent)) return [{ type: 'error', error: { type: 'broken_stream' } }];
    // A refusal is streamed in its own field, and ends like an answer.
    const plain = isRefused ? 'refusal' : (finish ?? 'end');
    const reason = calls.all.length > 0 && plain === 'end' ? 'tool_calls' : plain;
    return [...thoughts.take(calls.all.length > 0), ...endCalls(calls), { type: 'stop', reason }];
  }

  return {
    end: () => end(false),
    push(data, chunk) {
      if (ended) return [];
      if (data.trim() === '[DONE]') return end(true);
      if (!isJsonObject(chunk)) return fail({ type: 'error', error: { type: 'malformed', detail: data } });
      if (isError(chunk)) return fail(toError(data));
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      const events = isJsonObject(choice) ? readChoice(choice) : [];
      const usage = usageIn(chunk, choice);
      return usage ? [...events, ...readUsage(usage)] : events;
    },
  };

  function fail(event: ModelEvent): ModelEvent[] {
    ended = true;
    return [event];
  }

  function readChoice(choice: JsonObject): ModelEvent[] {
    // A server that does not stream sends the whole message at once.
    const delta = choice.delta ?? choice.message;
    const events = isJsonObject(delta) ? readDelta(delta, calls, thoughts) : [];
    if (isJsonObject(delta)) isRefused ||= isFilled(delta.refusal);
    hasContent ||= events.length > 0 || calls.all.length > 0;
    // Some servers send an empty reason in each chunk, or the final one while arguments still come.
    if (typeof choice.finish_reason !== 'string' || choice.finish_reason === '') return events;
    const failure = failures.get(choice.finish_reason);
    if (failure) return [...events, ...fail(toFailure(failure, choice))];
    finish = stopReasons.get(choice.finish_reason) ?? 'end';
    const complete = takeComplete(calls);
    return complete.length > 0 ? [...events, ...thoughts.take(true), ...complete] : events;
  }
}

/** Reads the text, the reasoning and the fragments of calls in a delta. */
function readDelta(delta: JsonObject, calls: ChatCalls, thoughts: ChatThoughts): ModelEvent[] {
  // One list, because there are thousands of these in a reply.
  const events: ModelEvent[] = [];
  for (const field of thoughtFields) {
    if (!isFilled(delta[field])) continue;
    addText(events, 'reasoning-delta', delta[field]);
    thoughts.noteField(field);
    // Some servers send the same text in both fields.
    break;
  }
  addText(events, 'text-delta', delta.content);
  addText(events, 'text-delta', delta.refusal);
  thoughts.add(delta.reasoning_details);
  if (!Array.isArray(delta.tool_calls)) return events;
  const whole = delta.tool_calls.flatMap((fragment) => addFragment(calls, fragment));
  // The reasoning is emitted before the calls that followed it, because the reply may be cut off here.
  return whole.length > 0 ? [...events, ...thoughts.take(true), ...whole] : events;
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

/** In the chunk; in the choice (Moonshot); in a field of the server's own (Groq). */
function usageIn({ usage, x_groq: own }: JsonObject, choice: Json | undefined): JsonObject | undefined {
  const places = [
    usage,
    isJsonObject(choice) ? choice.usage : undefined,
    isJsonObject(own) ? own.usage : undefined,
  ];
  return places.find(isJsonObject);
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

/** Also those of one service: Mistral (`model_length`) and Z.ai (`sensitive`, `model_context_window_exceeded`). */
const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ['length', 'max_tokens'],
  ['content_filter', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['model_length', 'context_exceeded'],
  ['model_context_window_exceeded', 'context_exceeded'],
]);

/**
 * Reasons for the end of a reply that failed at the server: gateways such as OpenRouter, Z.ai, DeepSeek.
 * https://api-docs.deepseek.com/api/create-chat-completion
 */
const failures: ReadonlyMap<string, ModelErrorType> = new Map([
  ['error', 'server_error'],
  ['network_error', 'server_error'],
  ['insufficient_system_resource', 'overloaded'],
]);

/** What went wrong may stand in the choice, or nowhere. */
function toFailure(type: ModelErrorType, { error }: JsonObject): ModelEvent {
  if (isJsonObject(error) || isFilled(error)) return toError(JSON.stringify({ error }));
  return { type: 'error', error: { type } };
}

/** An error takes the place of a chunk: in `error`, or as the whole object (vLLM, FastAPI, gateways). */
function isError({ error, object, choices, detail, message }: JsonObject): boolean {
  if (error !== undefined && error !== null) return true;
  return object === 'error' || (choices === undefined && (isFilled(detail) || isFilled(message)));
}

function toError(data: string): ModelEvent {
  const { code, detail, status = 500 } = readErrorBody(data);
  return { type: 'error', error: { type: typeOf(status, code, detail), detail } };
}
