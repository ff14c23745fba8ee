/** Where a run goes on whose tab died, read from what its journal holds (design section 4.2). */
import type { CallPart, Message, ResultPart } from '#shared/conversation/message.ts';
import type { Outcome, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ResumePoint } from '#workers/agent/loop.ts';
import type { LoopCall } from '#workers/agent/loop-deps.ts';

export type RunRemains =
  /** It had ended; only the commit is missing. */
  | { type: 'ended'; outcome: Outcome }
  /** `undefined`: with a step of its own. `doubtful` calls were running and must not simply be repeated. */
  | { type: 'goes-on'; from: ResumePoint | undefined; doubtful: CallPart[] };

/** Deaths in a row without a finished step, after which the run is not tried again: it may be what kills the tab. */
const mostDeaths = 3;

type ToolTraits = Pick<ToolDefinition, 'repeatable' | 'waitsForUser'>;

export function findRemains(
  view: SessionView,
  events: readonly SessionEvent[],
  traitsOf: (tool: string) => ToolTraits | undefined,
): RunRemains {
  const said = saidOutcome(events);
  if (said) return { type: 'ended', outcome: said };
  const isPatient = onlyWaitsForUser(view, traitsOf);
  if (!isPatient && deathsSinceProgress(events) >= mostDeaths)
    return { type: 'ended', outcome: { type: 'interrupted' } };
  const last = view.messages.at(-1);
  if (last?.role !== 'assistant' || last.run !== events[0]?.run)
    return { type: 'goes-on', from: undefined, doubtful: [] };
  const replyEnd = endOfReply(events);
  if (!replyEnd) return { type: 'goes-on', from: { type: 'reply' }, doubtful: [] };
  const open = openCalls(last);
  if (open.length === 0) return goOnAfter(last, replyEnd.isPaused ?? false);
  const doubtful = open.filter(({ name, status }) => status === 'running' && !traitsOf(name)?.repeatable);
  return { type: 'goes-on', from: { type: 'calls', calls: open.map(toLoopCall) }, doubtful };
}

/** A tab that is closed while a question waits is no tab that the run has killed, however often it happens. */
function onlyWaitsForUser(
  { messages }: SessionView,
  traitsOf: (tool: string) => ToolTraits | undefined,
): boolean {
  const last = messages.at(-1);
  const running = last ? openCalls(last).filter(({ status }) => status === 'running') : [];
  return running.length > 0 && running.every(({ name }) => traitsOf(name)?.waitsForUser);
}

/** How the run ended, or was to end when its tab died. */
function saidOutcome(events: readonly SessionEvent[]): Outcome | undefined {
  const ended = events.findLast((event) => event.type === 'run-end');
  if (ended) return ended.outcome;
  if (events.some(({ type }) => type === 'run-stop')) return { type: 'stopped' };
  return endOfReply(events)?.outcome;
}

/** A step that had calls or was cut short by the service is followed by another; one without was the answer. */
function goOnAfter(last: Message, isPaused: boolean): RunRemains {
  return isPaused || last.parts.some(({ type }) => type === 'call')
    ? { type: 'goes-on', from: undefined, doubtful: [] }
    : { type: 'ended', outcome: { type: 'completed' } };
}

function deathsSinceProgress(events: readonly SessionEvent[]): number {
  const progress = events.findLastIndex(({ type }) => type === 'step-end' || type === 'tool-end');
  return events.slice(progress + 1).filter(({ type }) => type === 'run-resume').length;
}

/** The end of the newest reply; undefined where it was still coming. */
function endOfReply(events: readonly SessionEvent[]): (SessionEvent & { type: 'reply-end' }) | undefined {
  const begun = events.findLastIndex(({ type }) => type === 'step-start' || type === 'step-restart');
  return events.slice(begun + 1).findLast((event) => event.type === 'reply-end');
}

export function openCalls({ parts }: Message): CallPart[] {
  const answered = new Set(
    parts.flatMap((part): ResultPart['call'][] => (part.type === 'result' ? [part.call] : [])),
  );
  return parts.filter((part): part is CallPart => part.type === 'call' && !answered.has(part.id));
}

function toLoopCall({ id, name, arguments: values }: CallPart): LoopCall {
  return { id, name, arguments: values };
}
