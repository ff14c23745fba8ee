/** Decodes a Chat Completions stream into model events; lenient, because compatible servers differ. */
import { isJsonObject, type Json, type JsonObject } from '../../src/shared/json.ts';
import { readErrorBody, typeOf } from './http-errors.ts';
import type { WireDecoder } from './http-provider.ts';
import type { ModelEvent, StopReason } from './provider.ts';

type PartialCall = { id: string; name: string; text: string };

export function createChatDecoder(): WireDecoder {
  /** Calls by the wire's index; a server that leaves it out gets the next one. */
  const calls = new Map<number, PartialCall>();
  /** Known once `finish_reason` came; usage may still follow it. */
  let finish: StopReason | undefined;
  let ended = false;

  function end(): ModelEvent[] {
    if (ended) return [];
    ended = true;
    if (!finish) return [{ type: 'error', error: { type: 'broken_stream' } }];
    const events = [...calls.values()].map(toCallEvent);
    return [...events, { type: 'stop', reason: calls.size > 0 && finish === 'end' ? 'tool_calls' : finish }];
  }

  return {
    end,
    push(data) {
      if (ended) return [];
      if (data.trim() === '[DONE]') return end();
      const chunk = parse(data);
      if (!isJsonObject(chunk))
        return fail({ type: 'error', error: { type: 'malformed', detail: data.slice(0, 200) } });
      if (chunk.error !== undefined && chunk.error !== null) return fail(toError(data));
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      const events = isJsonObject(choice) ? readChoice(choice) : [];
      return [...events, ...readUsage(chunk.usage)];
    },
  };

  function fail(event: ModelEvent): ModelEvent[] {
    ended = true;
    return [event];
  }

  function readChoice(choice: JsonObject): ModelEvent[] {
    const delta = isJsonObject(choice.delta) ? choice.delta : {};
    if (Array.isArray(delta.tool_calls)) for (const fragment of delta.tool_calls) addFragment(fragment);
    if (typeof choice.finish_reason === 'string') finish = toStopReason(choice.finish_reason);
    return [
      ...textEvent('reasoning-delta', delta.reasoning_content ?? delta.reasoning),
      ...textEvent('text-delta', delta.content),
      ...textEvent('text-delta', delta.refusal),
    ];
  }

  function addFragment(fragment: Json): void {
    if (!isJsonObject(fragment)) return;
    const { id, index, function: called } = fragment;
    const name = isJsonObject(called) && typeof called.name === 'string' ? called.name : '';
    const text = isJsonObject(called) ? argumentText(called.arguments) : '';
    const key = keyFor(typeof index === 'number' ? index : undefined, typeof id === 'string' ? id : '', name);
    const known = calls.get(key) ?? { id: '', name: '', text: '' };
    calls.set(key, {
      id: known.id || (typeof id === 'string' ? id : ''),
      // The name comes once; servers that repeat it in every fragment mean the same call.
      name: known.name || name,
      text: known.text + text,
    });
  }

  /** Without an index a new id or name opens a call, and anything else continues the last one. */
  function keyFor(index: number | undefined, id: string, name: string): number {
    if (index !== undefined) return index;
    const known = [...calls].find(([, call]) => id !== '' && call.id === id);
    if (known) return known[0];
    return id !== '' || name !== '' || calls.size === 0 ? calls.size : calls.size - 1;
  }
}

function toCallEvent({ id, name, text }: PartialCall): ModelEvent {
  const parsed = text.trim() === '' ? {} : parse(text);
  return { type: 'call', id, name, arguments: isJsonObject(parsed) ? parsed : text };
}

/** Some servers send the arguments as an object instead of a string. */
function argumentText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return isJsonObject(value) ? JSON.stringify(value) : '';
}

function textEvent(type: 'text-delta' | 'reasoning-delta', text: Json | undefined): ModelEvent[] {
  return typeof text === 'string' && text !== '' ? [{ type, text }] : [];
}

function readUsage(usage: Json | undefined): ModelEvent[] {
  if (!isJsonObject(usage)) return [];
  const { prompt_tokens: input, completion_tokens: output } = usage;
  if (typeof input !== 'number' || typeof output !== 'number') return [];
  return [{ type: 'usage', usage: { inputTokens: input, outputTokens: output } }];
}

function toStopReason(reason: string): StopReason {
  if (reason === 'length') return 'max_tokens';
  if (reason === 'content_filter') return 'refusal';
  return reason === 'tool_calls' || reason === 'function_call' ? 'tool_calls' : 'end';
}

function toError(data: string): ModelEvent {
  const { code, detail, status = 500 } = readErrorBody(data);
  return { type: 'error', error: { type: typeOf(status, code, detail), detail: detail.slice(0, 300) } };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The caller decides what text that is no JSON means.
    return undefined;
  }
}
