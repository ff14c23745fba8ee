/** Decodes a generateContent stream into model events: every chunk is a complete response with the new parts. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { createPartialCall, type PartialCall } from './gemini-partial-call.ts';
import type { StreamDecoder } from '../http/exchange.ts';
import { parseJson, readCount } from '../http/read-json.ts';
import type { ModelEvent, StopReason } from '#workers/contracts/provider.ts';
import { explainStreamError } from '../http/stream-error.ts';

/** The model wrote a call or a response that the service cannot parse. */
const failures = /^(MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_RESPONSE)$/;
const filters =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT|IMAGE_RECITATION|MODEL_ARMOR|JAILBREAK)$/;

export function createGeminiDecoder(): StreamDecoder {
  /** The part to which text is being added, and its length: a signature covers only the text that came with it. */
  let open: { of: 'text' | 'reasoning'; length: number } | undefined;
  let partial: PartialCall | undefined;
  let usage: Usage | undefined;
  let hasCalls = false;
  let finish: StopReason | undefined;
  let ended = false;

  return { end, push: (data) => (ended ? [] : read(data)) };

  function read(data: string): ModelEvent[] {
    const parsed = parseJson(data);
    // Some proxies send each chunk as a list of one.
    const chunk = Array.isArray(parsed) ? parsed[0] : parsed;
    if (!isJsonObject(chunk)) return fail({ type: 'malformed', detail: data });
    if (isJsonObject(chunk.error)) return fail(explainStreamError(data));
    usage = readUsage(chunk.usageMetadata) ?? usage;
    const { promptFeedback } = chunk;
    if (isJsonObject(promptFeedback) && typeof promptFeedback.blockReason === 'string')
      finish = 'content_filter';
    const candidate = Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined;
    return isJsonObject(candidate) ? readCandidate(candidate) : [];
  }

  function readCandidate({ content, finishReason, finishMessage }: JsonObject): ModelEvent[] {
    const parts = isJsonObject(content) && Array.isArray(content.parts) ? content.parts : [];
    const events = parts.flatMap((part) => (isJsonObject(part) ? readPart(part) : []));
    if (typeof finishReason !== 'string' || finishReason === 'FINISH_REASON_UNSPECIFIED') return events;
    if (failures.test(finishReason)) {
      const detail = typeof finishMessage === 'string' ? finishMessage : finishReason;
      return [...events, ...fail({ type: 'server_error', detail })];
    }
    finish = toStopReason(finishReason);
    return events;
  }

  function readPart(part: JsonObject): ModelEvent[] {
    const { text, thought, thoughtSignature: signature, functionCall } = part;
    if (isJsonObject(functionCall)) return readCall(functionCall, asText(signature));
    if (typeof text !== 'string') return [];
    const of = thought === true ? 'reasoning' : 'text';
    const at = open?.of === of ? open.length : 0;
    const events: ModelEvent[] = text === '' ? [] : [{ type: `${of}-delta`, text }];
    if (asText(signature) !== '') {
      open = undefined;
      const data = { thoughtSignature: asText(signature), ...(at > 0 ? { at } : {}) };
      return [...events, { type: 'echo', of, data }];
    }
    if (text !== '') open = { of, length: at + text.length };
    return events;
  }

  /** Usually complete; some services send the name, then pieces of arguments, then an empty call as the end. */
  function readCall(call: JsonObject, signature: string): ModelEvent[] {
    open = undefined;
    const isPiece = call.willContinue === true || Array.isArray(call.partialArgs);
    const left = partial && asText(call.name) !== '' ? closePartial() : [];
    if (!isPiece && !partial) return [...left, callEvent(call, asText(signature))];
    partial ??= createPartialCall(call, signature);
    partial.add(call);
    return call.willContinue === true ? left : [...left, ...closePartial()];
  }

  function closePartial(): ModelEvent[] {
    if (!partial) return [];
    const { call, signature } = partial;
    partial = undefined;
    return [callEvent(call, signature)];
  }

  function callEvent({ id, name, args }: JsonObject, thoughtSignature: string): ModelEvent {
    hasCalls = true;
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

  function end(): ModelEvent[] {
    if (ended) return [];
    if (!finish) return fail({ type: 'broken_stream' });
    const left = closePartial();
    ended = true;
    const reason = finish === 'end' && hasCalls ? 'tool_calls' : finish;
    return [...left, ...(usage ? [{ type: 'usage' as const, usage }] : []), { type: 'stop', reason }];
  }

  function fail(error: ModelError): ModelEvent[] {
    ended = true;
    return [{ type: 'error', error }];
  }
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

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
