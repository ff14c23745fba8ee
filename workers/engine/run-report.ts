/** A run in short: what `oneclaw.chat.send` resolves to, and the title of a new session. */
import type { RunId, SessionId } from '../../src/shared/ids.ts';
import { textOf, type Message } from '../../src/shared/message.ts';
import type { RunReport } from '../../src/shared/protocol.ts';
import type { Outcome } from '../../src/shared/run-event.ts';

export function reportRun(
  session: SessionId,
  run: RunId,
  outcome: Outcome,
  messages: readonly Message[],
): RunReport {
  const steps = messages.filter((message) => message.run === run && message.role === 'assistant');
  const parts = steps.flatMap((step) => step.parts);
  const calls = parts.flatMap((part) => {
    if (part.type !== 'call') return [];
    const answer = parts.find((other) => other.type === 'result' && other.call === part.id);
    if (answer?.type !== 'result') return [];
    return [
      {
        id: part.id,
        name: part.name,
        arguments: part.arguments,
        result: answer.result,
        duration_ms: answer.duration_ms,
      },
    ];
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
