/** The agent loop: ask the model, run its calls, ask again, until a reply without calls, a guard, a stop or an error. */
import type { CallId, MessageId, RunId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import { callsWithResults, type Author, type Message } from '#shared/conversation/message.ts';
import type { Outcome, RunEvent } from '#shared/runs/run-event.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { createCallRunner } from './call-runner.ts';
import { createGuard, type GuardLimits } from './guards.ts';
import { createReply, type Reply } from './reply.ts';
import type { StepEvent } from './step-event.ts';

export type LoopCall = { id: CallId; name: string; arguments: JsonObject | string };

/** Contract: no port throws for an expected reason; whatever the loop emits has been folded when `messages` is asked. */
export type LoopPorts = {
  emit(event: RunEvent): void;
  /** The conversation so far, with everything emitted. */
  messages(): readonly Message[];
  /** Who answers now. */
  author(): Author;
  /** One reply; without tools where `withTools` is false. */
  ask(history: readonly Message[], withTools: boolean, signal: AbortSignal): AsyncIterable<StepEvent>;
  /** Runs one call to its one result. */
  call(call: LoopCall, signal: AbortSignal): Promise<{ result: ToolResult; duration_ms: number }>;
  /** A tool whose call may run before the reply has ended, because running it once too often does no harm. */
  canStartEarly(name: string): boolean;
  /** The outcome that ends the run before the next request, where its budget is spent. */
  overBudget(): Promise<Outcome | undefined>;
  newMessageId(): MessageId;
  /** A call id of ours, where the provider's is missing or was used before. */
  newCallId(): CallId;
  now(): number;
};

export type LoopOptions = GuardLimits & {
  run: RunId;
  maxSteps: number | 'unlimited';
  parallelCalls: number;
};

/** Where a run goes on whose tab died: in the middle of a reply, or with calls that have no result yet. */
export type ResumePoint = { type: 'reply' } | { type: 'calls'; calls: readonly LoopCall[] };

/** Emits everything between `run-start` and `run-end`, and returns the outcome. */
export async function runLoop(
  ports: LoopPorts,
  options: LoopOptions,
  signal: AbortSignal,
  resume?: ResumePoint,
): Promise<Outcome> {
  const guard = createGuard(options);
  const own = ports.messages().filter(({ run, role }) => run === options.run && role === 'assistant');
  // A run that goes on is judged by what it did before, too; its tab may have died before the verdict was told.
  const verdicts = (resume ? own.slice(0, -1) : own).map(judge);
  const before = verdicts.at(-1);
  if (before && !resume) return before;
  let step = own.length;

  function judge(message: Message | undefined): Outcome | undefined {
    const answered = message ? callsWithResults(message) : [];
    if (answered.length === 0) return undefined;
    const results = answered.flatMap(({ result }) => (result ? [result.result] : []));
    const verdict = guard.check(
      answered.map(({ call }) => call),
      results,
    );
    return verdict && { type: verdict };
  }

  if (resume?.type === 'calls') {
    await createCallRunner(ports, options.parallelCalls, signal).finish(resume.calls);
    ports.emit({ type: 'step-end' });
    const verdict = signal.aborted ? ({ type: 'stopped' } as const) : judge(ports.messages().at(-1));
    if (verdict) return verdict;
  }

  for (let redo = resume?.type === 'reply'; ; redo = false) {
    const spent = await ports.overBudget();
    if (spent) return spent;
    if (!redo) step++;
    const isLast = options.maxSteps !== 'unlimited' && step > options.maxSteps;
    const ended = await runStep(ports, options, { withTools: !isLast, redo }, signal);
    if (ended) return ended;
    const verdict = judge(ports.messages().at(-1));
    if (verdict) return verdict;
  }
}

type StepOptions = { withTools: boolean; redo: boolean };

/** One request, its reply and its calls; the outcome where the run ends with it. */
async function runStep(
  ports: LoopPorts,
  options: LoopOptions,
  { withTools, redo }: StepOptions,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const messages = ports.messages();
  const history = redo ? messages.slice(0, -1) : messages;
  beginStep(ports, history, redo);
  let runner = createCallRunner(ports, options.parallelCalls, signal);
  const reply = createReply(ports, history, {
    onCall: (call) => {
      if (withTools && ports.canStartEarly(call.name)) runner.start(call);
    },
    onRestart: () => {
      runner.discard();
      runner = createCallRunner(ports, options.parallelCalls, signal);
    },
  });
  for await (const event of ports.ask(history, withTools, signal)) {
    if (signal.aborted) break;
    reply.fold(event);
  }
  const { usage, cost, isPaused } = reply;
  const early = endEarly(reply, withTools, signal);
  ports.emit({
    type: 'reply-end',
    ...(usage ? { usage } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(isPaused ? { isPaused } : {}),
    ...(early ? { outcome: early } : {}),
  });
  if (early) {
    refuseCalls(
      ports,
      reply.calls.filter((call) => !runner.hasStarted(call)),
    );
    await runner.finish(reply.calls.filter(runner.hasStarted));
  } else await runner.finish(reply.calls);
  ports.emit({ type: 'step-end' });
  if (early) return early;
  if (signal.aborted) return { type: 'stopped' };
  return reply.calls.length === 0 && !isPaused ? { type: 'completed' } : undefined;
}

function beginStep(ports: LoopPorts, history: readonly Message[], redo: boolean): void {
  const last = history.at(-1);
  if (!last) throw new Error('A run starts with a message.');
  const author = ports.author();
  if (redo) return ports.emit({ type: 'step-restart', note: { type: 'resumed' }, author });
  ports.emit({
    type: 'step-start',
    message: ports.newMessageId(),
    parent: last.id,
    order: last.order + 1,
    at: ports.now(),
    author,
  });
}

/** Why the calls of this reply are not run, if they are not. */
function endEarly(reply: Reply, withTools: boolean, signal: AbortSignal): Outcome | undefined {
  if (signal.aborted) return { type: 'stopped' };
  if (reply.error) return { type: 'failed', error: reply.error };
  return withTools ? undefined : { type: 'limit' };
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
