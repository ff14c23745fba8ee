/** The report of a run, which `oneclaw.chat.send` resolves to, and the title of a new session. */
import type { RunId, SessionId } from '#shared/ids.ts';
import { handOverOf } from '#shared/runs/hand-over.ts';
import { visibleName } from '#shared/invisible.ts';
import { callsWithResults, textOf, type Message } from '#shared/conversation/message.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { shorten } from '#shared/shorten.ts';

/** UTF-16 units, without the ellipsis. */
const titleCharacters = 60;

export function reportRun(
  session: SessionId,
  run: RunId,
  outcome: Outcome,
  messages: readonly Message[],
): RunReport {
  const steps = messages.filter((message) => message.run === run && message.role === 'assistant');
  const calls = steps.flatMap(callsWithResults).flatMap(({ call, result: answer }) => {
    if (!answer) return [];
    const { result, duration_ms } = answer;
    return [{ id: call.id, name: call.name, arguments: call.arguments, result, duration_ms }];
  });
  // After a guard the last request may have failed and left an empty step.
  const last = steps.findLast(({ parts }) => parts.length > 0);
  // What it has must not look like a result.
  const handOver = outcome.type === 'completed' ? undefined : handOverOf(messages, run);
  return { session, run, outcome, text: last ? textOf(last) : '', calls, ...(handOver ? { handOver } : {}) };
}

/** The first line of the user's message, cut between words where one ends in its second half. */
export function titleFrom(text: string): string {
  const line = visibleName(text.trim().split('\n')[0] ?? '');
  if (line.length <= titleCharacters) return line;
  const cut = shorten(line, titleCharacters, '');
  const space = cut.lastIndexOf(' ');
  return `${space > titleCharacters / 2 ? cut.slice(0, space) : cut}…`;
}
