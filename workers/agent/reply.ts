/** A reply while it comes: its events are passed on, its calls get ids of their own, its end is understood. */
import { assertNever } from '#shared/assert-never.ts';
import { asId, type CallId } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { measureJson } from '#shared/json-size.ts';
import type { Message, Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { StopReason } from '#workers/contracts/provider.ts';
import type { LoopCall, LoopPorts } from './loop.ts';
import type { StepEvent } from './step-event.ts';

export type Reply = {
  readonly calls: readonly LoopCall[];
  readonly error: ModelError | undefined;
  readonly usage: Usage | undefined;
  readonly cost: number | undefined;
  /** The service wants to be asked again to go on. */
  readonly isPaused: boolean;
  fold(event: StepEvent): void;
};

/** Stands where arguments cannot be kept, and reaches the model in the words of its validation error. */
const tooDeep = `[JSON nested deeper than ${limits.jsonLevels} levels, of which nothing was kept. Send it flatter.]`;

type Listeners = { onCall(call: LoopCall): void; onRestart(): void };

export function createReply(
  ports: Pick<LoopPorts, 'emit' | 'newCallId'>,
  history: readonly Message[],
  { onCall, onRestart }: Listeners,
): Reply {
  const usedIds = new Set<string>();
  for (const { parts } of history) for (const part of parts) if (part.type === 'call') usedIds.add(part.id);
  let calls: LoopCall[] = [];
  let hasText = false;
  let isPaused = false;
  let error: ModelError | undefined;
  let usage: Usage | undefined;
  let cost: number | undefined;

  /** Servers leave ids out or repeat them; ours then stand in, in the call and in its result alike. */
  function uniqueId(id: string): CallId {
    const unique = id !== '' && !usedIds.has(id) ? asId<'call'>(id) : ports.newCallId();
    usedIds.add(unique);
    return unique;
  }

  function addCall(event: StepEvent & { type: 'call' }): void {
    const { name, echo } = event;
    const values = measureJson(event.arguments).isTooDeep ? tooDeep : event.arguments;
    const call = { id: uniqueId(event.id), name, arguments: values };
    // What is no JSON object is shown as it came.
    const shown = typeof values === 'string' ? { arguments: values } : values;
    const kept = echo && !measureJson(echo.data).isTooDeep ? { echo } : {};
    ports.emit({ type: 'tool-call', call: call.id, name, arguments: shown, ...kept });
    if (calls.length === limits.callsPerReply) return refuseCall(call);
    calls.push(call);
    onCall(call);
  }

  /** It has its one result at once, and never runs. */
  function refuseCall({ id, name }: LoopCall): void {
    const message = `${name} was not started: at most ${limits.callsPerReply} calls of one reply are run, and this was one more. Make the rest of them in the next reply, as far as they are still needed.`;
    const result: ToolResult = { status: 'error', error_type: 'cancelled', message };
    ports.emit({ type: 'tool-end', call: id, result, duration_ms: 0 });
  }

  function stop(reason: StopReason): void {
    isPaused = reason === 'pause';
    if (reason === 'end' && !hasText && calls.length === 0) error = { type: 'empty' };
    if (reason === 'refusal' || reason === 'content_filter') error = { type: 'refused' };
    if (reason === 'context_exceeded') error = { type: 'context_too_long' };
    if (reason === 'max_tokens' && calls.length === 0) error = { type: 'reply_too_long' };
  }

  function fold(event: StepEvent): void {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        hasText ||= event.type === 'text-delta';
        return ports.emit({ type: event.type, text: event.text });
      case 'echo':
        if (measureJson(event.echo.data).isTooDeep) return undefined;
        return ports.emit({ type: 'part-echo', of: event.of, echo: event.echo });
      case 'call':
        return addCall(event);
      case 'usage':
        usage = addUsage(usage, event.usage);
        if (event.cost !== undefined) cost = (cost ?? 0) + event.cost;
        return undefined;
      case 'retry':
        return ports.emit({ type: 'step-retry', error: event.error, seconds: event.seconds });
      case 'note':
        return ports.emit({ type: 'note', note: event.note });
      case 'restart':
        onRestart();
        calls = [];
        hasText = false;
        return ports.emit({
          type: 'step-restart',
          note: event.note,
          ...(event.author ? { author: event.author } : {}),
        });
      case 'stop':
        return stop(event.reason);
      case 'error':
        error = event.error;
        return undefined;
      default:
        return assertNever(event);
    }
  }

  return {
    fold,
    get calls() {
      return calls;
    },
    get error() {
      return error;
    },
    get usage() {
      return usage;
    },
    get cost() {
      return cost;
    },
    get isPaused() {
      return isPaused;
    },
  };
}

/** A step may take several requests: a summary, a reply that was asked for again. */
function addUsage(sum: Usage | undefined, more: Usage): Usage {
  if (!sum) return more;
  const added: Usage = {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
  };
  for (const key of ['cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const)
    if (sum[key] !== undefined || more[key] !== undefined) added[key] = (sum[key] ?? 0) + (more[key] ?? 0);
  return sum.isEstimate || more.isEstimate ? { ...added, isEstimate: true } : added;
}
