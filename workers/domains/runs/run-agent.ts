/** Runs the agent loop for one run: wires its dependencies, and turns an unexpected error into an outcome. */
import type { RunId, SessionId } from '#shared/ids.ts';
import { newId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import type { LeftOut } from '#shared/conversation/left-out.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { Spent } from '#shared/runs/spent.ts';
import { createModelRequester } from '#workers/agent/ask-model.ts';
import { overBudgets, spentOn, usedUpAfter } from '#workers/agent/budget.ts';
import { createLeaveOut } from '#workers/agent/leave-out.ts';
import { runLoop, type ResumePoint } from '#workers/agent/loop.ts';
import type { Ending, LoopDeps } from '#workers/agent/loop-deps.ts';
import { systemPromptOf } from '#workers/agent/told.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Spending } from '#workers/domains/budget/spending.ts';
import { placesOf } from '#workers/engine/calls/touches.ts';
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import { cacheKey } from './cache-key.ts';
import { createMediaLoader } from './media/load-media.ts';
import type { MessageQueue } from './message-queue.ts';
import type { RunPlan } from './run-plan.ts';
import type { RunStream } from './run-stream.ts';

export type AgentRunDeps = {
  blobs: Pick<BlobStore, 'read'>;
  executor: Executor;
  registry: Registry;
  spending: Spending;
  /** The messages that the user sends during runs. */
  queue?: Pick<MessageQueue, 'deliver' | 'hold'>;
};

export type AgentRun = {
  session: SessionId;
  /** The conversations above the session, the parent first. */
  ancestors: readonly SessionId[];
  run: RunId;
  plan: RunPlan;
  leftOut?: LeftOut;
  from?: ResumePoint;
};

/** Never throws: a defect ends the run with an error that the user sees. */
export async function runAgent(
  agentRun: AgentRun,
  stream: RunStream,
  signal: AbortSignal,
  deps: AgentRunDeps,
): Promise<Outcome> {
  const { agent } = agentRun.plan;
  const options = {
    run: agentRun.run,
    maxSteps: agent.maxSteps,
    parallelCalls: agent.parallelCalls ?? limits.parallelCalls,
    repeatedSteps: limits.repeatedSteps,
    failedSteps: agent.failedSteps ?? limits.failedSteps,
  };
  const reservation = createBudgetReservation(agentRun, deps.spending);
  try {
    const loop = createLoopDeps(agentRun, stream, deps, reservation);
    return await runLoop(loop, options, signal, agentRun.from);
  } catch (error) {
    return { type: 'failed', error: { type: 'internal', detail: messageOf(error) } };
  } finally {
    reservation.release();
  }
}

type BudgetReservation = {
  /** Checked before each request, because other chats spend at the same time. */
  reserve(mayCost: Spent, lastStep: Spent, signal: AbortSignal): Promise<Outcome | undefined>;
  /** Of the last `reserve`: the budget that another step like the last one would use up. */
  endsAfter(): Ending | undefined;
  release(): void;
};

/** The run's reservation of the budget; it has at most one at a time. */
function createBudgetReservation({ run, plan }: AgentRun, spending: Spending): BudgetReservation {
  const { budget = {} } = plan.agent;
  let release: (() => void) | undefined;
  let ending: Ending | undefined;
  return {
    endsAfter: () => ending,
    async reserve(mayCost, lastStep, signal) {
      const reserved = await spending.reserve(
        mayCost,
        (today, day, held) => {
          const runs = spending.budgetsOf(run, budget, held);
          ending = usedUpAfter(lastStep, runs, today, day);
          return overBudgets(runs, today, day);
        },
        signal,
        run,
      );
      if (!reserved) return { type: 'stopped' };
      if ('over' in reserved) return reserved.over;
      ({ release } = reserved);
      return undefined;
    },
    release() {
      release?.();
      release = undefined;
    },
  };
}

function createLoopDeps(
  { session, ancestors, run, plan, leftOut }: AgentRun,
  stream: RunStream,
  { blobs, executor, registry, queue }: AgentRunDeps,
  reservation: BudgetReservation,
): LoopDeps {
  const { agent } = plan;
  const leaveOut = createLeaveOut(leftOut);
  const requester = createModelRequester({
    chain: plan.chain,
    system: systemPromptOf(agent.systemPrompt, stream.view().messages),
    tools: registry.select(agent),
    finders: registry.finders(),
    named: agent.tools,
    loadMedia: createMediaLoader(blobs),
    cacheKey: rememberKeys((host) => cacheKey(session, host)),
  });
  return {
    emit: stream.emit,
    messages: () => stream.view().messages,
    author: requester.author,
    ask: (history, mayCall, aborted) => requester.ask(leaveOut(history), mayCall, aborted),
    announce: ({ id }) => executor.announce(id, session),
    call: (call, signal) =>
      executor.execute(call, {
        agent,
        session,
        ancestors,
        run,
        conversation: () => stream.view().messages,
        sends: requester.sends,
        signal,
        onQueue: () => stream.emit({ type: 'tool-queued', call: call.id }),
        onStart: () => stream.emit({ type: 'tool-start', call: call.id, at: Date.now() }),
        onProgress: (text) => stream.emit({ type: 'tool-progress', call: call.id, text }),
        onOutput: (text) => stream.emit({ type: 'tool-output', call: call.id, text }),
      }),
    canStartEarly: (name) => canStartEarly(registry.find(name)),
    placesOf: (call) => placesOf(registry.find(call.name), call.arguments),
    overBudget(signal) {
      const { messages } = stream.view();
      const last = messages.findLast((message) => message.run === run && message.role === 'assistant');
      return reservation.reserve(requester.mayCost(leaveOut(messages)), spentOn(last ? [last] : []), signal);
    },
    lastInBudget: reservation.endsAfter,
    // The guide is no model: it reads the newest message alone.
    ...(queue && plan.provider.kind !== 'guide'
      ? { takeSteering: (signal: AbortSignal) => queue.deliver(stream, signal).catch(console.warn) }
      : {}),
    releaseReservation: reservation.release,
    newMessageId: () => newId('message'),
    newCallId: () => newId('call'),
    now: Date.now,
  };
}

/** Computes the hash once per service, not at every step. */
function rememberKeys(make: (host: string) => Promise<string>) {
  const known = new Map<string, Promise<string>>();
  return (host: string): Promise<string> => {
    const key = known.get(host) ?? make(host);
    known.set(host, key);
    return key;
  };
}

/** Not if it waits for the user: a reply that breaks off discards early calls, and the question with them. */
function canStartEarly(tool: ToolDefinition | undefined): boolean {
  return tool !== undefined && tool.repeatable && !tool.waitsForUser && !tool.mayAsk;
}
