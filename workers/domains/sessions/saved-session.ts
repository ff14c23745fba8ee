/**
 * A session in a backup: a line for the session, one per run, one per message. All of them must belong to the
 * session.
 */
import * as v from 'valibot';
import { callsWithResults, mediaOf, type Message, type Part } from '#shared/conversation/message.ts';
import { resultMedia } from '#shared/tools/tool.ts';
import type { MediaBlock } from '#shared/conversation/content.ts';
import type { LeftOut } from '#shared/conversation/left-out.ts';
import type { MessageId, ProviderId, SessionId } from '#shared/ids.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { ScheduledRun } from '#shared/tasks/task.ts';
import type { RunWork } from '#shared/runs/run-work.ts';
import type { Spent as SpentByTools } from '#shared/runs/spent.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { visibleName } from '#shared/invisible.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';
import { closeOpenCalls } from './journal/replay-journal.ts';
import { titleCharacters } from './change-session.ts';
import type { RunRecord } from './tables.ts';
import { BackupError, most } from '../backup/format.ts';
import { checkValue, id, list, matching, record, text, time, amount, type Schema } from '../backup/shape.ts';
import { message as messageShape, modelError } from './message-shapes.ts';

/** Ids as `newId` makes them, or a script chooses them. The address of a chat takes no other characters. */
const sessionId = matching<SessionId>((value) => /^[\w-]{1,200}$/.test(value));

const sessionShape = record<SessionInfo>({
  id: sessionId,
  title: text(),
  agent: id(),
  provider: v.optional(id<ProviderId>()),
  head: v.nullable(id<MessageId>()),
  updated: time,
  named: v.optional(v.picklist(['user', 'model'])),
  pinned: v.optional(v.boolean()),
  task: v.optional(record<ScheduledRun>({ id: id(), due: time, missed: amount })),
  parent: v.optional(sessionId),
  leftOut: v.optional(record<LeftOut>({ media: list(text()), messages: list(id()) })),
});

type Plain = Exclude<Outcome, { type: 'failed' | 'budget' }>;
type Spent = Extract<Outcome, { type: 'budget' }>;
type Failed = Extract<Outcome, { type: 'failed' }>;
export const outcome: Schema<Outcome> = v.union([
  record<{ type: Plain['type'] }>({
    type: v.picklist(['completed', 'stopped', 'limit', 'repeated', 'errors', 'interrupted', 'waiting']),
  }),
  record<Spent>({
    type: v.literal('budget'),
    limit: v.picklist(['run-tokens', 'run-cost', 'day-tokens', 'day-cost']),
    most: amount,
  }),
  record<Failed>({ type: v.literal('failed'), error: modelError }),
]);

const runShape = record<RunRecord>({
  id: id(),
  session: id(),
  startedAt: time,
  endedAt: time,
  outcome,
  charged: v.optional(record<SpentByTools>({ tokens: amount, cost: amount })),
  work: v.optional(record<RunWork>({ steps: amount, modelMs: amount, toolMs: amount, retries: amount })),
});

export type SavedSession = { session: SessionInfo; runs: RunRecord[]; messages: Message[] };

export function* sessionLines({ session, runs, messages }: SavedSession): Generator<string> {
  yield `${JSON.stringify({ session })}\n`;
  for (const run of runs) yield `${JSON.stringify({ run })}\n`;
  for (const message of messages) yield `${JSON.stringify({ message })}\n`;
}

/** Throws a `BackupError` if any line is invalid: half a chat is worse than none. */
export async function readSession(part: string, lines: AsyncIterable<Json>): Promise<SavedSession> {
  const saved: SavedSession[] = [];
  for await (const line of lines) {
    const fields = isJsonObject(line) ? line : {};
    const [first] = saved;
    if (!first) {
      checkValue(sessionShape, fields.session, part);
      saved.push({ session: fields.session, runs: [], messages: [] });
    } else if (v.is(runShape, fields.run)) first.runs.push(fields.run);
    else {
      checkValue(messageShape, fields.message, part);
      first.messages.push(fields.message);
    }
  }
  const [whole] = saved;
  if (!whole || !isConsistent(whole)) throw new BackupError('invalid', part);
  return asEnded(whole);
}

/** Ends waiting runs and open calls: no tab continues a chat that comes from a file. */
function asEnded({ session, runs, messages }: SavedSession): SavedSession {
  return {
    session: { ...session, title: shorten(visibleName(session.title), titleCharacters, '') },
    runs: runs.map((run) =>
      run.outcome.type === 'waiting' ? { ...run, outcome: { type: 'interrupted' } } : run,
    ),
    messages: messages.map((message) => withStatuses(closeOpenCalls(message))),
  };
}

/** Sets the status of pending and running calls by their results. */
function withStatuses(message: Message): Message {
  const results = new Map(callsWithResults(message).map(({ call, result }) => [call, result?.result.status]));
  const parts = message.parts.map((part): Part => {
    if (part.type !== 'call' || part.status === 'success' || part.status === 'error') return part;
    return { ...part, status: results.get(part) ?? 'error' };
  });
  return { ...message, parts };
}

function isConsistent({ session, runs, messages }: SavedSession): boolean {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const own = [...runs, ...messages];
  return (
    own.length <= most.entries * 10 &&
    session.parent !== session.id &&
    byId.size === messages.length &&
    new Set(runs.map(({ id }) => id)).size === runs.length &&
    own.every((each) => each.session === session.id) &&
    // A parent must come before its children: a cycle of parents would make every view of the chat loop
    // forever.
    messages.every(({ parent, order }) => {
      const before = parent && byId.get(parent);
      return !before || before.order < order;
    }) &&
    messages.flatMap(keptMedia).every(({ blob }) => blob.startsWith(`${session.id}/`))
  );
}

/** The images and files of a message, those of its results among them. */
export function keptMedia(message: Message): MediaBlock[] {
  return [
    ...mediaOf(message),
    ...message.parts.flatMap((part) => (part.type === 'result' ? resultMedia(part.result) : [])),
  ];
}

/** `<session>/<sha256>` without the session. */
export function hashIn({ blob }: MediaBlock): string {
  return blob.slice(blob.lastIndexOf('/') + 1);
}
