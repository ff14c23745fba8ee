/** Replays the events of a journal, closes the calls left open, and lists the calls for the call log. */
import { callsWithResults, openCalls, type Message, type Part } from '#shared/conversation/message.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { interruptedResult } from '#workers/agent/interrupted-result.ts';
import type { FinishedCall } from '#workers/domains/activity/call-writer.ts';

export function foldEvents(view: SessionView, events: readonly SessionEvent[]): SessionView {
  return events.reduce(foldEvent, view);
}

/** Gives every call without a result an `interrupted` one: a call has exactly one result. */
export function closeOpenCalls(message: Message): Message {
  const open = openCalls(message);
  if (open.length === 0) return message;
  const isOpen = new Set<Part>(open);
  const parts = message.parts.map((part): Part =>
    part.type === 'call' && isOpen.has(part) ? { ...part, status: 'error' } : part,
  );
  return { ...message, parts: [...parts, ...open.map(interruptedResult)] };
}

/** The calls of a message with their results, for the call log; without those that a stop kept from starting. */
export function callsOf(message: Message, agent: string): FinishedCall[] {
  const { session, run, at } = message;
  return callsWithResults(message).flatMap(({ call, result: answer }) => {
    if (!answer) return [];
    const { result, duration_ms } = answer;
    const neverStarted = result.status === 'error' && result.error_type === 'cancelled' && !call.startedAt;
    if (neverStarted) return [];
    const { id, name, arguments: values, startedAt = at } = call;
    const who = { session, run, agent };
    return [{ ...who, id, name, arguments: values, at: startedAt, concurrent: 1, result, duration_ms }];
  });
}
