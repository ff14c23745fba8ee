/** What happened in a chat while nobody looked at it: from its messages alone. Which chats were seen last is kept on the device. */
import { callsWithResults } from '#shared/conversation/message.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { RunId, SessionId } from '#shared/ids.ts';
import { countTools, type ToolCount } from '#shared/runs/hand-over.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';

/** When the chat was last in sight, in milliseconds since the epoch, and the run that was active then. */
export type Seen = { at: number; run?: RunId };

/** `runs`: those that went on or began. `tools`: their calls, by tool. */
export type Since = { steps: number; tools: ToolCount[]; failed: number; runs: RunId[] };

const key = 'seen-chats';
/** Bounds the stored value. */
const maxSeen = 50;

export function readSeen(session: SessionId): Seen | undefined {
  return readAll().find(([id]) => id === session)?.[1];
}

export function writeSeen(session: SessionId, seen: Seen): void {
  const others = readAll().filter(([id]) => id !== session);
  writeLocal(key, JSON.stringify([...others, [session, seen]].slice(-maxSeen)));
}

function readAll(): [SessionId, Seen][] {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? '[]');
    return Array.isArray(stored) ? (stored as [SessionId, Seen][]) : [];
  } catch {
    return [];
  }
}

/** Undefined if no step has begun or ended since. */
export function sinceOf({ messages, run }: SessionView, seen: Seen): Since | undefined {
  const steps = messages.filter(({ role, at }) => role === 'assistant' && at > seen.at);
  // The step that was going on then has ended.
  const open = messages.findLast((message) => message.role === 'assistant' && message.at <= seen.at);
  const wasOpen = seen.run !== undefined && open?.run === seen.run;
  const hasEnded = wasOpen && (steps.length > 0 || run?.id !== seen.run);
  const all = hasEnded ? [open, ...steps] : steps;
  if (all.length === 0) return undefined;
  const calls = all.flatMap(callsWithResults);
  return {
    steps: all.length,
    tools: countTools(calls),
    failed: calls.filter(({ result }) => result?.result.status === 'error').length,
    runs: [...new Set(all.map((step) => step.run))],
  };
}
