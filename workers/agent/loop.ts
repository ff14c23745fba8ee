/** The agent loop: ask the model, run its calls, ask again, until a reply without calls, a guard, a stop or an error. */
import { assertNever } from '../../src/shared/assert-never.ts';
import { asId, type CallId, type MessageId } from '../../src/shared/ids.ts';
import type { JsonObject } from '../../src/shared/json.ts';
import type { Author, Message, Usage } from '../../src/shared/message.ts';
import type { ModelError } from '../../src/shared/provider.ts';
import type { Outcome, RunEvent } from '../../src/shared/run-event.ts';
import type { ToolResult } from '../../src/shared/tool.ts';
import type { ModelEvent } from '../providers/provider.ts';
import { createGuard, type GuardLimits } from './guards.ts';
import { runCalls } from './run-calls.ts';

export type LoopCall = { id: CallId; name: string; arguments: JsonObject | string };

/** Contract: no port throws for an expected reason; whatever the loop emits has been folded when `messages` is asked. */
export type LoopPorts = {
  emit(event: RunEvent): void;
  /** The conversation so far, with everything emitted. */
  messages(): readonly Message[];
  /** One request to the model; without tools where `withTools` is false. */
  stream(messages: readonly Message[], withTools: boolean, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Runs one call to its one result. */
  call(call: LoopCall, signal: AbortSignal): Promise<{ result: ToolResult; duration_ms: number }>;
  newMessageId(): MessageId;
  /** A call id of ours, where the provider's is missing or was used before. */
  newCallId(): CallId;
  now(): number;
};

export type LoopOptions = GuardLimits & {
  author: Author;
  maxSteps: number | 'unlimited';
  parallelCalls: number;
};

/** Emits everything between `run-start` and `run-end`, and returns the outcome. */
export async function runLoop(ports: LoopPorts, options: LoopOptions, signal: AbortSignal): Promise<Outcome> {
  const guard = createGuard(options);
  for (let step = 1; ; step++) {
    const isLast = options.maxSteps !== 'unlimited' && step > options.maxSteps;
    const reply = await runStep(ports, options, !isLast, signal);
    const early = endEarly(reply, isLast, signal);
    if (early) refuseCalls(ports, reply.calls);
    const results = early ? [] : await runCalls(ports, reply.calls, options.parallelCalls, signal);
    ports.emit({ type: 'step-end' });
    if (early) return early;
    if (signal.aborted) return { type: 'stopped' };
    if (reply.calls.length === 0) return { type: 'completed' };
    const verdict = guard.check(reply.calls, results);
    if (verdict) return { type: verdict };
  }
}

/** Why the calls of this reply are not run, if they are not. */
function endEarly(reply: Reply, isLast: boolean, signal: AbortSignal): Outcome | undefined {
  if (signal.aborted) return { type: 'stopped' };
  if (reply.error) return { type: 'failed', error: reply.error };
  return isLast ? { type: 'limit' } : undefined;
}

type Reply = { calls: LoopCall[]; hasText: boolean; usage?: Usage; error?: ModelError };

/** One request and its reply. */
async function runStep(
  ports: LoopPorts,
  options: LoopOptions,
  withTools: boolean,
  signal: AbortSignal,
): Promise<Reply> {
  const history = ports.messages();
  const last = history.at(-1);
  if (!last) throw new Error('A run starts with a message.');
  const usedIds = new Set(
    history.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'call' ? [part.id] : []))),
  );
  ports.emit({
    type: 'step-start',
    message: ports.newMessageId(),
    parent: last.id,
    order: last.order + 1,
    at: ports.now(),
    author: options.author,
  });
  const reply: Reply = { calls: [], hasText: false };
  for await (const event of ports.stream(history, withTools, signal)) {
    if (signal.aborted) break;
    foldReply(event, reply, ports, usedIds);
  }
  return reply;
}

function foldReply(event: ModelEvent, reply: Reply, ports: LoopPorts, usedIds: Set<string>): void {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      if (event.type === 'text-delta') reply.hasText = true;
      return ports.emit({ type: event.type, text: event.text });
    case 'echo':
      return undefined;
    case 'retry':
      return ports.emit({ type: 'step-retry', error: event.error, seconds: event.seconds });
    case 'call': {
      const call = { id: uniqueId(event.id, usedIds, ports), name: event.name, arguments: event.arguments };
      reply.calls.push(call);
      const shown = typeof event.arguments === 'string' ? { arguments: event.arguments } : event.arguments;
      return ports.emit({ type: 'tool-call', call: call.id, name: call.name, arguments: shown });
    }
    case 'usage':
      reply.usage = event.usage;
      return undefined;
    case 'stop':
      if (event.reason === 'end' && !reply.hasText && reply.calls.length === 0)
        reply.error = { type: 'empty' };
      if (event.reason === 'refusal') reply.error = { type: 'refused' };
      if (event.reason === 'max_tokens' && reply.calls.length === 0) reply.error = { type: 'reply_too_long' };
      return undefined;
    case 'error':
      reply.error = event.error;
      return undefined;
    default:
      return assertNever(event);
  }
}

/** Servers leave ids out or repeat them; ours then stand in, in the call and in its result alike. */
function uniqueId(id: string, usedIds: Set<string>, ports: LoopPorts): CallId {
  const unique = id !== '' && !usedIds.has(id) ? asId<'call'>(id) : ports.newCallId();
  usedIds.add(unique);
  return unique;
}

/** Every call gets exactly one result, also one that a stop, an error or the limit kept from starting. */
function refuseCalls(ports: LoopPorts, calls: readonly LoopCall[]): void {
  for (const { id, name } of calls) {
    const result: ToolResult = {
      status: 'error',
      error_type: 'cancelled',
      message: `${name} was not started, because the run ended; nothing happened.`,
    };
    ports.emit({ type: 'tool-end', call: id, result, duration_ms: 0 });
  }
}
