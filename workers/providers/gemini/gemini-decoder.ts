/** Decodes a generateContent stream into model events: every chunk is a complete response with the new parts. */
import { asText, isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { createPartialCall, type PartialCall } from './gemini-partial-call.ts';
import { watchIds, withRestarts, type ReplyDecoder } from '../http/reply-restarts.ts';
import { withTagsAt } from '../http/thinking-tags.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import { readCount } from '../http/read-json.ts';
import type { ModelEvent, StopReason } from '#workers/contracts/provider.ts';
import { explainStreamError } from '../http/stream-error.ts';

/** The model wrote a call or a response that the service cannot parse. */
const failures = /^(MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_RESPONSE)$/;
const filters =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT|IMAGE_RECITATION|MODEL_ARMOR|JAILBREAK)$/;

/** What has been read of a reply. */
type Reply = {
  /** The part to which text is being added, and its length: a signature covers only the text that came with it. */
  open: { of: 'text' | 'reasoning'; length: number } | undefined;
  partial: PartialCall | undefined;
  usage: Usage | undefined;
  hasCalls: boolean;
  finish: StopReason | undefined;
  /** Why a filter ended the reply. */
  explanation: string;
  isOver: boolean;
};

export function createGeminiDecoder(baseUrl = ''): StreamDecoder {
  return withRestarts(
    withTagsAt(baseUrl, createReplyDecoder),
    watchIds((chunk) => {
      const candidate = Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined;
      const { content, finishReason } = isJsonObject(candidate) ? candidate : {};
      const parts = isJsonObject(content) && Array.isArray(content.parts) ? content.parts : [];
      const hasContent = parts.length > 0 || typeof finishReason === 'string';
      return { id: chunk.responseId, mayStart: hasContent, hasContent };
    }),
  );
}

function createReplyDecoder(): ReplyDecoder {
  const reply: Reply = {
    open: undefined,
    partial: undefined,
    usage: undefined,
    hasCalls: false,
    finish: undefined,
    explanation: '',
    isOver: false,
  };
  return {
    push: (data, parsed) => (reply.isOver ? [] : readChunk(reply, data, parsed)),
    end: () => (reply.isOver ? [] : endReply(reply)),
  };
}

function readChunk(reply: Reply, data: string, parsed: Json | undefined): ModelEvent[] {
  // Some proxies send each chunk as a list of one.
  const chunk = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isJsonObject(chunk)) return fail(reply, { type: 'malformed', detail: data });
  if (isJsonObject(chunk.error)) return fail(reply, explainStreamError(data));
  reply.usage = readUsage(chunk.usageMetadata) ?? reply.usage;
  const { promptFeedback } = chunk;
  if (isJsonObject(promptFeedback) && typeof promptFeedback.blockReason === 'string') {
    reply.finish = 'content_filter';
    reply.explanation = asText(promptFeedback.blockReasonMessage) || promptFeedback.blockReason;
  }
  const candidate = Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined;
  return isJsonObject(candidate) ? readCandidate(reply, candidate) : [];
}

function readCandidate(reply: Reply, { content, finishReason, finishMessage }: JsonObject): ModelEvent[] {
  const parts = isJsonObject(content) && Array.isArray(content.parts) ? content.parts : [];
  const events = parts.flatMap((part) => (isJsonObject(part) ? readPart(reply, part) : []));
  // Gateways also write it in lower case.
  const reason = asText(finishReason).toUpperCase();
  if (reason === '' || reason === 'FINISH_REASON_UNSPECIFIED') return events;
  if (failures.test(reason)) {
    const detail = typeof finishMessage === 'string' ? finishMessage : reason;
    return [...events, ...fail(reply, { type: 'server_error', detail })];
  }
  reply.finish = toStopReason(reason);
  if (reply.finish === 'content_filter') reply.explanation = asText(finishMessage) || reason;
  return events;
}

function readPart(reply: Reply, part: JsonObject): ModelEvent[] {
  const { text, thought, thoughtSignature: signature, functionCall } = part;
  if (isJsonObject(functionCall)) return readCall(reply, functionCall, asText(signature));
  if (typeof text !== 'string') return [];
  const of = thought === true ? 'reasoning' : 'text';
  const at = reply.open?.of === of ? reply.open.length : 0;
  const events: ModelEvent[] = text === '' ? [] : [{ type: `${of}-delta`, text }];
  if (asText(signature) !== '') {
    reply.open = undefined;
    const data = { thoughtSignature: asText(signature), ...(at > 0 ? { at } : {}) };
    return [...events, { type: 'echo', of, data }];
  }
  if (text !== '') reply.open = { of, length: at + text.length };
  return events;
}

/** Usually complete; some services send the name, then pieces of arguments, then an empty call as the end. */
function readCall(reply: Reply, call: JsonObject, signature: string): ModelEvent[] {
  reply.open = undefined;
  const isPiece = call.willContinue === true || Array.isArray(call.partialArgs);
  const left = reply.partial && asText(call.name) !== '' ? closePartial(reply) : [];
  if (!isPiece && !reply.partial) return [...left, callEvent(reply, call, signature)];
  reply.partial ??= createPartialCall(call, signature);
  reply.partial.add(call);
  return call.willContinue === true ? left : [...left, ...closePartial(reply)];
}

function closePartial(reply: Reply): ModelEvent[] {
  if (!reply.partial) return [];
  const { call, signature } = reply.partial;
  reply.partial = undefined;
  return [callEvent(reply, call, signature)];
}

function callEvent(reply: Reply, { id, name, args }: JsonObject, thoughtSignature: string): ModelEvent {
  reply.hasCalls = true;
  const echo = {
    ...(asText(id) ? { id: asText(id) } : {}),
    ...(thoughtSignature ? { thoughtSignature } : {}),
  };
  return {
    type: 'call',
    id: asText(id),
    name: asText(name),
    arguments: isJsonObject(args) ? args : {},
    ...(Object.keys(echo).length > 0 ? { echo } : {}),
  };
}

function endReply(reply: Reply): ModelEvent[] {
  const { finish, usage } = reply;
  if (!finish) return fail(reply, { type: 'broken_stream' });
  const left = closePartial(reply);
  reply.isOver = true;
  const reason = finish === 'end' && reply.hasCalls ? 'tool_calls' : finish;
  const detail = reply.explanation === '' ? {} : { detail: reply.explanation };
  return [
    ...left,
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
    { type: 'stop', reason, ...detail },
  ];
}

function fail(reply: Reply, error: ModelError): ModelEvent[] {
  reply.isOver = true;
  return [{ type: 'error', error }];
}

function toStopReason(reason: string): StopReason {
  if (reason === 'MAX_TOKENS') return 'max_tokens';
  return filters.test(reason) ? 'content_filter' : 'end';
}

/** `candidatesTokenCount` excludes reasoning tokens; `Usage.outputTokens` includes them. */
function readUsage(metadata: Json | undefined): Usage | undefined {
  if (!isJsonObject(metadata)) return undefined;
  const input = readCount(metadata.promptTokenCount);
  if (input === undefined) return undefined;
  const thoughts = readCount(metadata.thoughtsTokenCount);
  const cached = readCount(metadata.cachedContentTokenCount);
  return {
    inputTokens: input + (readCount(metadata.toolUsePromptTokenCount) ?? 0),
    outputTokens: (readCount(metadata.candidatesTokenCount) ?? 0) + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cacheReadTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
  };
}
