/** A run in short: what `oneclaw.chat.send` resolves to, and the title of a new session. */
import type { RunId, SessionId } from '#shared/ids.ts';
import { callsWithResults, textOf, type Message } from '#shared/conversation/message.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome } from '#shared/runs/run-event.ts';

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
  const last = steps.at(-1);
  return { session, run, outcome, text: last ? textOf(last) : '', calls };
}

/** The first line of what the user said, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? '';
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 30 ? cut.lastIndexOf(' ') : 60)}…`;
}
