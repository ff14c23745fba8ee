/** Decodes a Messages stream into model events: https://docs.anthropic.com/en/api/messages-streaming */
import { asText, isJsonObject, parseJson, type Json, type JsonObject } from '#shared/json.ts';
import type { Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { watchStarts, withRestarts, type ReplyDecoder } from '../http/reply-restarts.ts';
import { withTagsAt } from '../http/thinking-tags.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import { readCount } from '../http/read-json.ts';
import type { ModelEvent, StopReason } from '#workers/contracts/provider.ts';
import { isSearch } from './anthropic-search.ts';
import { explainStreamError } from '../http/stream-error.ts';

type Block =
  | { type: 'text' }
  | { type: 'thinking'; signature: string }
  | { type: 'redacted'; data: string }
  /** `input` is empty in a stream, except from servers that do not stream arguments. */
  | { type: 'call'; id: string; name: string; input: JsonObject; text: string }
  /** Of the search for tools: the call, whose input is streamed, or the result. */
  | { type: 'search'; block: JsonObject; text: string }
  /** Of other server-side tools, which are never requested. */
  | { type: 'other' };

type Counts = {
  input?: number;
  cacheRead?: number;
  cacheWrite?: number;
  output?: number;
  reasoning?: number;
};

const stopReasons: ReadonlyMap<string, StopReason> = new Map([
  ['end_turn', 'end'],
  ['stop_sequence', 'end'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'max_tokens'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_exceeded'],
]);

/** What has been read of a reply. */
type Reply = {
  /** The blocks that are not closed, by index. */
  open: Map<number, Block>;
  newest: number;
  counts: Counts;
  hasCalls: boolean;
  /** Known once `message_delta` came. */
  finish: StopReason | undefined;
  /** Why the model declined. */
  explanation: string;
  isOver: boolean;
};

export function createAnthropicDecoder(baseUrl = ''): StreamDecoder {
  return withRestarts(
    withTagsAt(baseUrl, createReplyDecoder),
    watchStarts((event) => {
      switch (event.type) {
        case 'message_start':
          return { type: 'start', id: isJsonObject(event.message) ? event.message.id : undefined };
        case 'content_block_start':
          return { type: 'item', key: event.index ?? null };
        case 'content_block_delta':
        case 'content_block_stop':
        case 'message_delta':
          return { type: 'content' };
        default:
          return undefined;
      }
    }),
  );
}

function createReplyDecoder(): ReplyDecoder {
  const reply: Reply = {
    open: new Map(),
    newest: 0,
    counts: {},
    hasCalls: false,
    finish: undefined,
    explanation: '',
    isOver: false,
  };
  return {
    push(data, event) {
      if (reply.isOver) return [];
      return data.trim() === '[DONE]' ? endReply(reply) : readEvent(reply, data, event);
    },
    end: () => (reply.isOver ? [] : endReply(reply)),
  };
}

function readEvent(reply: Reply, data: string, event: Json | undefined): ModelEvent[] {
  if (!isJsonObject(event)) return fail(reply, { type: 'malformed', detail: data });
  switch (event.type) {
    case 'message_start':
      // Proxies may repeat it within a reply.
      if (isJsonObject(event.message)) reply.counts = readCounts(event.message.usage, reply.counts);
      return [];
    case 'content_block_start':
      return startBlock(reply, event);
    case 'content_block_delta':
      return isJsonObject(event.delta) ? addDelta(event.delta, reply.open.get(indexOf(reply, event))) : [];
    case 'content_block_stop':
      return closeBlock(reply, indexOf(reply, event));
    case 'message_delta':
      if (isJsonObject(event.delta)) readEnd(reply, event.delta);
      reply.counts = readCounts(event.usage, reply.counts);
      return [];
    case 'message_stop':
      return endReply(reply);
    case 'error':
      return fail(reply, explainStreamError(data));
    default:
      // Gateways forward the error of the server behind them as it is, without a type.
      return event.type === undefined && event.error ? fail(reply, explainStreamError(data)) : [];
  }
}

/** https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
function readEnd(reply: Reply, { stop_reason: reason, stop_details: details }: JsonObject): void {
  if (typeof reason === 'string') reply.finish = stopReasons.get(reason) ?? 'end';
  if (isJsonObject(details)) reply.explanation = asText(details.explanation);
}

function startBlock(reply: Reply, event: JsonObject): ModelEvent[] {
  const index = typeof event.index === 'number' ? event.index : reply.newest + 1;
  const closed = closeBlock(reply, index);
  reply.newest = index;
  const content = isJsonObject(event.content_block) ? event.content_block : {};
  const block = toBlock(content);
  reply.open.set(index, block);
  if (block.type === 'call') reply.hasCalls = true;
  return [
    ...closed,
    ...(block.type === 'text' ? textEvent('text-delta', content.text) : []),
    ...(block.type === 'thinking' ? textEvent('reasoning-delta', content.thinking) : []),
  ];
}

function closeBlock({ open }: Reply, index: number): ModelEvent[] {
  const block = open.get(index);
  open.delete(index);
  return block ? closingEvents(block) : [];
}

function indexOf({ newest }: Reply, { index }: JsonObject): number {
  return typeof index === 'number' ? index : newest;
}

function endReply(reply: Reply): ModelEvent[] {
  const { finish, open, counts } = reply;
  if (!finish) return fail(reply, { type: 'broken_stream' });
  reply.isOver = true;
  const reason = finish === 'end' && reply.hasCalls ? 'tool_calls' : finish;
  const closed = [...open.values()].flatMap(closingEvents);
  const detail = reply.explanation === '' ? {} : { detail: reply.explanation };
  return [...closed, ...usageEvent(counts), { type: 'stop', reason, ...detail }];
}

function fail(reply: Reply, error: ModelError): ModelEvent[] {
  reply.isOver = true;
  return [{ type: 'error', error }];
}

function toBlock(content: JsonObject): Block {
  const { type, id, name, input, signature, data } = content;
  if (type === 'text') return { type };
  if (type === 'thinking') return { type, signature: asText(signature) };
  if (type === 'redacted_thinking') return { type: 'redacted', data: asText(data) };
  if (isSearch(content)) return { type: 'search', block: content, text: '' };
  if (type !== 'tool_use') return { type: 'other' };
  return {
    type: 'call',
    id: asText(id),
    name: asText(name),
    input: isJsonObject(input) ? input : {},
    text: '',
  };
}

function addDelta(delta: JsonObject, block: Block | undefined): ModelEvent[] {
  if (delta.type === 'text_delta') return textEvent('text-delta', delta.text);
  if (delta.type === 'thinking_delta') return textEvent('reasoning-delta', delta.thinking);
  if (delta.type === 'signature_delta' && block?.type === 'thinking')
    block.signature += asText(delta.signature);
  if (delta.type === 'input_json_delta' && (block?.type === 'call' || block?.type === 'search'))
    block.text += asText(delta.partial_json);
  return [];
}

function closingEvents(block: Block): ModelEvent[] {
  // Most compatible servers do not sign.
  if (block.type === 'thinking')
    return [{ type: 'echo', of: 'reasoning', data: { signature: block.signature } }];
  if (block.type === 'redacted' && block.data)
    return [{ type: 'echo', of: 'reasoning', data: { redacted: block.data } }];
  if (block.type === 'search') return [{ type: 'echo', of: 'text', data: { block: withInput(block) } }];
  if (block.type !== 'call') return [];
  const { id, name, input, text } = block;
  const parsed = text.trim() === '' ? input : parseJson(text);
  return [{ type: 'call', id, name, arguments: isJsonObject(parsed) ? parsed : text }];
}

function withInput({ block, text }: Block & { type: 'search' }): JsonObject {
  const input = parseJson(text);
  return isJsonObject(input) ? { ...block, input } : block;
}

/**
 * Keeps the larger count: counts only grow during a stream, and some servers send 0 for unknown. Input counted before
 * the first counts of the cache included the cached tokens: https://github.com/maximhq/bifrost/pull/6598
 */
function readCounts(usage: Json | undefined, before: Counts): Counts {
  if (!isJsonObject(usage)) return before;
  const details = isJsonObject(usage.output_tokens_details) ? usage.output_tokens_details : {};
  const read = {
    input: usage.input_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite: usage.cache_creation_input_tokens,
    output: usage.output_tokens,
    reasoning: details.thinking_tokens,
  };
  const { cacheRead, cacheWrite } = before;
  const isSplit = !cacheRead && !cacheWrite && (countOf(read.cacheRead) > 0 || countOf(read.cacheWrite) > 0);
  const isWhole = isSplit && readCount(read.input) !== undefined;
  const counts: Counts = { ...before, ...(isWhole ? { input: 0 } : {}) };
  for (const key of ['input', 'cacheRead', 'cacheWrite', 'output', 'reasoning'] as const) {
    const value = readCount(read[key]);
    if (value !== undefined) counts[key] = Math.max(value, counts[key] ?? 0);
  }
  return counts;
}

function countOf(value: Json | undefined): number {
  return readCount(value) ?? 0;
}

/** `input_tokens` excludes cached tokens; `Usage.inputTokens` includes them. */
function usageEvent({ input, cacheRead, cacheWrite, output, reasoning }: Counts): ModelEvent[] {
  if (input === undefined && output === undefined) return [];
  const usage: Usage = {
    inputTokens: (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0),
    outputTokens: output ?? 0,
    ...(cacheRead === undefined ? {} : { cacheReadTokens: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWriteTokens: cacheWrite }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
  return [{ type: 'usage', usage }];
}

function textEvent(type: 'text-delta' | 'reasoning-delta', text: Json | undefined): ModelEvent[] {
  return typeof text === 'string' && text !== '' ? [{ type, text }] : [];
}
