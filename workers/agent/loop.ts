/** The agent loop: ask the model, run its calls, ask again, until a reply without calls, a guard, a stop or an error. */
import type { RunId } from '#shared/ids.ts';
import { callsWithResults, type Message } from '#shared/conversation/message.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { createCallRunner } from './call-runner.ts';
import type { Ending, LoopCall, LoopDeps } from './loop-deps.ts';
import { readReply, type Reply } from './reply.ts';

export type LoopOptions = {
  run: RunId;
  maxSteps: number | 'unlimited';
  parallelCalls: number;
  /** Consecutive steps with identical calls. */
  repeatedSteps: number;
  /** Consecutive steps in which every call failed. */
  failedSteps: number;
};

/** Where a run whose tab died continues: in the middle of a reply, or with calls that have no result yet. */
export type ResumePoint = { type: 'reply' } | { type: 'calls'; calls: readonly LoopCall[] };

/** Emits everything between `run-start` and `run-end`, and returns the outcome. */
export async function runLoop(
  deps: LoopDeps,
  options: LoopOptions,
  signal: AbortSignal,
  resume?: ResumePoint,
): Promise<Outcome> {
  const guard = createGuard(options);
  const own = deps.messages().filter(({ run, role }) => run === options.run && role === 'assistant');
  // The guard must know the steps before a crash; the tab may have died before the verdict took effect.
  const verdicts = (resume ? own.slice(0, -1) : own).map((message) => judge(guard, message));
  let verdict = verdicts.at(-1);
  let step = own.length;

  if (resume?.type === 'calls') {
    const runner = createCallRunner(deps, options.parallelCalls, signal);
    resume.calls.forEach((call) => runner.add(call, false));
    await runner.finish(resume.calls);
    deps.emit({ type: 'step-end' });
    if (signal.aborted) return { type: 'stopped' };
    verdict = judge(guard, deps.messages().at(-1));
  }

  for (let redo = resume?.type === 'reply'; ; redo = false) {
    if (!redo) step++;
    const limit = verdict ?? limitAt(step, options);
    // Not before the last words of a run that ends: what comes too late begins the next run.
    if (!redo && !limit) await deps.takeSteering?.(signal);
    const spent = await deps.overBudget(signal);
    const ended = spent ? outcomeOf(spent, verdict) : await runStep(deps, options, { redo, limit }, signal);
    if (ended) return ended;
    verdict = judge(guard, deps.messages().at(-1));
  }
}

/** If a guard ended the run, that stays the outcome, even if the budget allows no last answer. */
function outcomeOf(spent: Outcome, verdict: Ending | undefined): Outcome {
  return spent.type === 'stopped' ? spent : (verdict ?? spent);
}

function limitAt(step: number, { maxSteps }: LoopOptions): Ending | undefined {
  return maxSteps !== 'unlimited' && step > maxSteps ? { type: 'limit' } : undefined;
}

function judge(guard: Guard, step: Message | undefined): Ending | undefined {
  const answered = step ? callsWithResults(step) : [];
  if (answered.length === 0) return undefined;
  const results = answered.flatMap(({ result }) => (result ? [result.result] : []));
  const verdict = guard.check(
    answered.map(({ call }) => call),
    results,
  );
  return verdict && { type: verdict };
}

type StepOptions = { redo: boolean; limit: Ending | undefined };

/** One request, its reply and its calls; returns the outcome if the run ends with it. */
async function runStep(
  deps: LoopDeps,
  options: LoopOptions,
  { redo, limit }: StepOptions,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const ending = limit ?? deps.lastInBudget?.();
  const mayCall = !ending;
  const messages = deps.messages();
  const history = redo ? messages.slice(0, -1) : messages;
  beginStep(deps, history, redo);
  let runner = createCallRunner(deps, options.parallelCalls, signal);
  const reply = await readReply(deps.ask(history, mayCall, signal), {
    deps,
    history,
    signal,
    onCall(call) {
      runner.add(call, mayCall && deps.canStartEarly(call.name));
    },
    onRestart() {
      runner.discard();
      runner = createCallRunner(deps, options.parallelCalls, signal);
    },
  });
  const { calls, usage, cost, isPaused } = reply;
  const early = endEarly(reply, ending, signal);
  deps.emit({
    type: 'reply-end',
    at: deps.now(),
    ...(usage ? { usage } : {}),
    ...(cost === undefined ? {} : { cost }),
    ...(isPaused ? { isPaused } : {}),
    ...(early ? { outcome: early } : {}),
  });
  deps.releaseReservation?.();
  if (early) {
    refuseCalls(
      deps,
      calls.filter((call) => !runner.hasStarted(call)),
    );
    await runner.finish(calls.filter(runner.hasStarted));
  } else await runner.finish(calls);
  deps.emit({ type: 'step-end' });
  if (early) return early;
  if (signal.aborted) return { type: 'stopped' };
  return calls.length === 0 && !isPaused ? { type: 'completed' } : undefined;
}

function beginStep(deps: LoopDeps, history: readonly Message[], redo: boolean): void {
  const last = history.at(-1);
  if (!last) throw new Error('A run starts with a message.');
  const author = deps.author();
  if (redo) return deps.emit({ type: 'step-restart', note: { type: 'resumed' }, author });
  deps.emit({
    type: 'step-start',
    message: deps.newMessageId(),
    parent: last.id,
    order: last.order + 1,
    at: deps.now(),
    author,
  });
}

/** The outcome if the run ends with this reply, without running its calls. */
function endEarly(reply: Reply, ending: Ending | undefined, signal: AbortSignal): Outcome | undefined {
  if (signal.aborted) return { type: 'stopped' };
  // If a guard ended the run, that stays the outcome, even if the last answer failed.
  if (reply.error && (!ending || ending.type === 'limit')) return { type: 'failed', error: reply.error };
  return ending;
}

/** Every call gets exactly one result, also if a stop, an error or the step limit kept it from starting. */
function refuseCalls(deps: LoopDeps, calls: readonly LoopCall[]): void {
  for (const { id, name } of calls) {
    const result: ToolResult = {
      status: 'error',
      error_type: 'cancelled',
      message: `${name} was not started, because the run ended; nothing happened.`,
    };
    deps.emit({ type: 'tool-end', call: id, result, duration_ms: 0 });
  }
}

type Guard = ReturnType<typeof createGuard>;

/** Ends a run without progress: the same calls step after step, or nothing but errors. */
function createGuard({ repeatedSteps, failedSteps }: LoopOptions) {
  let lastSignature = '';
  let repeated = 0;
  let failed = 0;
  return {
    /** To be called after each step with calls; a verdict ends the run. */
    check(
      calls: readonly { name: string; arguments: unknown }[],
      results: readonly ToolResult[],
    ): 'repeated' | 'errors' | undefined {
      const signature = JSON.stringify(calls.map((call) => [call.name, call.arguments]));
      repeated = signature === lastSignature ? repeated + 1 : 1;
      lastSignature = signature;
      failed = results.every(({ status }) => status === 'error') ? failed + 1 : 0;
      if (repeated >= repeatedSteps) return 'repeated';
      return failed >= failedSteps ? 'errors' : undefined;
    },
  };
}
