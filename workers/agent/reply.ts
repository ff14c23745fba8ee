/** Reads one reply while it streams: emits its events, gives its calls unique ids, and classifies its end. */
import { assertNever } from '#shared/assert-never.ts';
import { asId, type CallId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import type { JsonObject } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';
import type { Message, Usage } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { canonicalParameters } from '#shared/tools/alias-parameters.ts';
import { foundCall } from '#shared/tools/found-call.ts';
import { canonicalName } from '#shared/tools/tool-aliases.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import type { StopReason } from '#workers/contracts/provider.ts';
import type { LoopCall, LoopDeps } from './loop-deps.ts';
import type { StepEvent } from './step-event.ts';

export type Reply = {
  calls: readonly LoopCall[];
  hasText: boolean;
  /** The service wants to be asked again to continue. */
  isPaused: boolean;
  error?: ModelError;
  usage?: Usage;
  cost?: number;
};

type ReplyContext = {
  deps: Pick<LoopDeps, 'emit' | 'newCallId'>;
  history: readonly Message[];
  signal: AbortSignal;
  onCall(call: LoopCall): void;
  /** The reply starts again: the calls so far are void. */
  onRestart(): void;
};

type CallEvent = StepEvent & { type: 'call' };

/** Replaces arguments that cannot be stored; the model reads it in the validation error. */
const tooDeep = `[JSON nested deeper than ${limits.jsonLevels} levels, of which nothing was kept. Send it flatter.]`;

export async function readReply(events: AsyncIterable<StepEvent>, context: ReplyContext): Promise<Reply> {
  const { deps, history, signal, onCall, onRestart } = context;
  const toCallId = uniqueIds(history, deps.newCallId);
  let reply: Reply = { calls: [], hasText: false, isPaused: false };
  for await (const event of events) {
    if (signal.aborted) break;
    if (event.type === 'restart') onRestart();
    if (event.type !== 'call') {
      reply = foldReply(reply, event);
      const told = toRunEvent(event);
      if (told) deps.emit(told);
      continue;
    }
    const call = await toCall(event, toCallId(event.id));
    deps.emit(callEvent(call, event));
    if (reply.calls.length < limits.callsPerReply) {
      reply = { ...reply, calls: [...reply.calls, call] };
      onCall(call);
    } else deps.emit(refusal(call));
  }
  return reply;
}

/** Servers omit ids or repeat them; generated ones then replace them, in the call and in its result. */
function uniqueIds(history: readonly Message[], newCallId: () => CallId): (id: string) => CallId {
  const used = new Set<string>();
  for (const { parts } of history) for (const part of parts) if (part.type === 'call') used.add(part.id);
  return (id) => {
    const unique = id !== '' && !used.has(id) ? asId<'call'>(id) : newCallId();
    used.add(unique);
    return unique;
  };
}

/**
 * Models put a namespace before the name that they learned elsewhere (`functions.`, `default_api.`, `google:`); no tool
 * here has a point in its name. https://github.com/tontinton/maki/pull/518
 */
function withoutNamespace(name: string): string {
  return namespaced.exec(name.trim())?.[1] ?? name;
}

const namespaced = /^(?:(?:[\w-]+\.)+|(?:(?:functions|default_api|tools?|google|creating):)+)([\w-]+)$/;

/** A model may use another system's name for a tool; the conversation has the tool's own name from here on. */
async function toCall({ name: written, arguments: values }: CallEvent, id: CallId): Promise<LoopCall> {
  const given = withoutNamespace(written);
  const name = canonicalName(given);
  if (measureJson(values).isTooDeep) return { id, name, arguments: tooDeep };
  if (typeof values !== 'string') return { id, ...toOwnCall(given, values) };
  const { repairArguments } = await import('./repair-arguments.ts');
  const repaired = repairArguments(values);
  if (!repaired || measureJson(repaired).isTooDeep) return { id, name, arguments: values };
  return { id, ...toOwnCall(given, repaired), isRepaired: true };
}

/** The call of the tool itself: from here on, nothing sees that it came inside a `call_tool`. */
function toOwnCall(name: string, values: JsonObject): Omit<LoopCall, 'id'> {
  const found = foundCall({ name, arguments: values });
  const { name: given, arguments: own } = found ?? { name, arguments: values };
  return {
    ...{ name: canonicalName(given), arguments: canonicalParameters(given, own) },
    ...(found ? { viaCallTool: true } : {}),
  };
}

function callEvent({ id, name, arguments: values, viaCallTool }: LoopCall, { echo }: CallEvent): RunEvent {
  return {
    type: 'tool-call',
    call: id,
    name,
    // Arguments that are not a JSON object are shown as the model wrote them.
    arguments: typeof values === 'string' ? { arguments: values } : values,
    ...(viaCallTool ? { viaCallTool } : {}),
    ...(echo && !measureJson(echo.data).isTooDeep ? { echo } : {}),
  };
}

/** A call beyond the limit gets its result at once and never runs. */
function refusal({ id, name }: LoopCall): RunEvent {
  const message = `${name} was not started: at most ${limits.callsPerReply} calls of one reply are run, and this was one more. Make the rest of them in the next reply, as far as they are still needed.`;
  const result = { status: 'error', error_type: 'cancelled', message } as const;
  return { type: 'tool-end', call: id, result, duration_ms: 0 };
}

/** Pure. */
function foldReply(reply: Reply, event: Exclude<StepEvent, CallEvent>): Reply {
  switch (event.type) {
    case 'text-delta':
      return reply.hasText ? reply : { ...reply, hasText: true };
    case 'usage': {
      const usage = addUsage(reply.usage, event.usage);
      return event.cost === undefined
        ? { ...reply, usage }
        : { ...reply, usage, cost: (reply.cost ?? 0) + event.cost };
    }
    case 'restart':
      return { ...reply, calls: [], hasText: false };
    case 'stop':
      return { ...reply, isPaused: event.reason === 'pause', ...failureOf(event, reply) };
    case 'error':
      return { ...reply, error: event.error };
    case 'reasoning-delta':
    case 'echo':
    case 'retry':
    case 'note':
      return reply;
    default:
      return assertNever(event);
  }
}

/** A refusal says why, if the service does. */
function failureOf({ reason, detail }: StepEvent & { type: 'stop' }, reply: Reply): Pick<Reply, 'error'> {
  const type = errorOf(reason, reply);
  return type ? { error: { type, ...(type === 'refused' && detail ? { detail } : {}) } } : {};
}

/** Why a reply that ended for this reason is a failure, if it is. */
function errorOf(reason: StopReason, { hasText, calls }: Reply): ModelError['type'] | undefined {
  const isEmpty = calls.length === 0;
  if (reason === 'end' && !hasText && isEmpty) return 'empty';
  if (reason === 'refusal' || reason === 'content_filter') return 'refused';
  if (reason === 'context_exceeded') return 'context_too_long';
  return reason === 'max_tokens' && isEmpty ? 'reply_too_long' : undefined;
}

/** The event that the page sees, if there is one. */
function toRunEvent(event: Exclude<StepEvent, CallEvent>): RunEvent | undefined {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return { type: event.type, text: event.text };
    case 'echo':
      if (measureJson(event.echo.data).isTooDeep) return undefined;
      return { type: 'part-echo', of: event.of, echo: event.echo };
    case 'retry':
      return { type: 'step-retry', error: event.error, seconds: event.seconds };
    case 'note':
      return event;
    case 'restart':
      return { ...event, type: 'step-restart' };
    case 'usage':
    case 'stop':
    case 'error':
      return undefined;
    default:
      return assertNever(event);
  }
}

/** A step may take several requests: a summary, a repeated request. */
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
