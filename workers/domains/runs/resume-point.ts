/** Finds where a run whose tab died has to continue, from the events in its journal. */
import { openCalls, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { Outcome, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ResumePoint } from '#workers/agent/loop.ts';
import type { LoopCall } from '#workers/agent/loop-deps.ts';

export type RunContinuation =
  /** The run had ended; only the commit is missing. */
  | { type: 'ended'; outcome: Outcome }
  /** `from` undefined: with a new step. `doubtful` calls were running and are not repeatable: the user decides. */
  | { type: 'continues'; from: ResumePoint | undefined; doubtful: CallPart[] };

/** Resumptions in a row without progress, after which the run ends: the run itself may crash the tab. */
const maxCrashes = 3;

type ToolTraits = Pick<ToolDefinition, 'repeatable' | 'waitsForUser' | 'mayAsk'>;

export function findContinuation(
  view: SessionView,
  events: readonly SessionEvent[],
  traitsOf: (tool: string) => ToolTraits | undefined,
): RunContinuation {
  const ended = journaledOutcome(events);
  if (ended) return { type: 'ended', outcome: ended };
  const isPatient = isWaitingForUser(view, traitsOf);
  if (!isPatient && crashesSinceProgress(events) >= maxCrashes)
    return { type: 'ended', outcome: { type: 'interrupted' } };
  const last = view.messages.at(-1);
  if (last?.role !== 'assistant' || last.run !== events[0]?.run)
    return { type: 'continues', from: undefined, doubtful: [] };
  const replyEnd = endOfReply(events);
  if (!replyEnd) return { type: 'continues', from: { type: 'reply' }, doubtful: [] };
  const open = openCalls(last);
  if (open.length === 0) return continuationAfter(last, replyEnd.isPaused ?? false);
  const doubtful = open.filter(({ name, status }) => status === 'running' && !traitsOf(name)?.repeatable);
  return { type: 'continues', from: { type: 'calls', calls: open.map(toLoopCall) }, doubtful };
}

/** Whether the run only waits for the user: if its tab was closed then, the run did not crash it. */
function isWaitingForUser(
  { messages }: SessionView,
  traitsOf: (tool: string) => ToolTraits | undefined,
): boolean {
  const last = messages.at(-1);
  const running = last ? openCalls(last).filter(({ status }) => status === 'running') : [];
  const mayWait = (traits: ToolTraits | undefined) => traits?.waitsForUser ?? traits?.mayAsk ?? false;
  return running.length > 0 && running.every(({ name }) => mayWait(traitsOf(name)));
}

/** The outcome in the journal of a run that ended but was not committed. */
function journaledOutcome(events: readonly SessionEvent[]): Outcome | undefined {
  const ended = events.findLast((event) => event.type === 'run-end');
  if (ended) return ended.outcome;
  if (events.some(({ type }) => type === 'run-stop')) return { type: 'stopped' };
  return endOfReply(events)?.outcome;
}

/** A step with calls, or one paused by the service, is followed by another; a step without is the final answer. */
function continuationAfter(last: Message, isPaused: boolean): RunContinuation {
  return isPaused || last.parts.some(({ type }) => type === 'call')
    ? { type: 'continues', from: undefined, doubtful: [] }
    : { type: 'ended', outcome: { type: 'completed' } };
}

function crashesSinceProgress(events: readonly SessionEvent[]): number {
  const progress = events.findLastIndex(({ type }) => type === 'step-end' || type === 'tool-end');
  return events.slice(progress + 1).filter(({ type }) => type === 'run-resume').length;
}

/** The end of the newest reply; undefined if it was still streaming. */
function endOfReply(events: readonly SessionEvent[]): (SessionEvent & { type: 'reply-end' }) | undefined {
  const begun = events.findLastIndex(({ type }) => type === 'step-start' || type === 'step-restart');
  return events.slice(begun + 1).findLast((event) => event.type === 'reply-end');
}

function toLoopCall({ id, name, arguments: values, viaCallTool }: CallPart): LoopCall {
  return { id, name, arguments: values, ...(viaCallTool ? { viaCallTool } : {}) };
}
