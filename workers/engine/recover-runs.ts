/** After a crash: folds the journals that were left behind and commits what they hold, so that nothing shown is lost. */
import { everydayAgent } from '../../src/shared/agent.ts';
import type { RunId } from '../../src/shared/ids.ts';
import type { CallPart, Message, Part } from '../../src/shared/message.ts';
import type { Outcome, SessionEvent } from '../../src/shared/run-event.ts';
import { foldEvent } from '../../src/shared/run-reducer.ts';
import type { SessionView } from '../../src/shared/session.ts';
import { listJournals, readJournal, removeJournal } from '../storage/journal.ts';
import type { SessionStore } from '../storage/sessions.ts';
import type { CallLog, FinishedCall } from './call-log.ts';
import { lockOf } from './runs.ts';

type RecoveryStores = { sessions: SessionStore; callLog: Pick<CallLog, 'recover'> };

/** Runs that another tab still works on are left alone: that tab holds their lock. A journal that cannot be read stays. */
export async function recoverRuns(
  journals: FileSystemDirectoryHandle,
  sessions: SessionStore,
  callLog: Pick<CallLog, 'recover'>,
): Promise<void> {
  for (const run of await listJournals(journals)) {
    try {
      await recoverIfDead(journals, run, { sessions, callLog });
    } catch (error) {
      // Its tab was quicker and has committed it.
      if (isGone(error)) continue;
      // One bad journal must not keep the app from starting.
      console.error(`The run ${run} could not be recovered.`, error);
    }
  }
}

async function recoverIfDead(
  journals: FileSystemDirectoryHandle,
  run: string,
  stores: RecoveryStores,
): Promise<void> {
  const first = (await readJournal(journals, run))[0];
  if (!first) return discardIfDead(journals, run);
  await navigator.locks.request(lockOf(first.session), { ifAvailable: true }, async (lock) => {
    // Read again: only with the lock is it certain that nobody writes, and that this is all.
    if (lock) await recoverRun(journals, first.run, await readJournal(journals, run), stores);
  });
}

function isGone(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/** An empty journal belongs to a run that died before its first event, or to one that starts at this very moment. */
async function discardIfDead(journals: FileSystemDirectoryHandle, run: string): Promise<void> {
  await journals.removeEntry(`${run}.jsonl`).catch((error: unknown) => {
    // The file is locked while its run lives.
    if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError')) throw error;
  });
}

async function recoverRun(
  journals: FileSystemDirectoryHandle,
  run: RunId,
  events: SessionEvent[],
  { sessions, callLog }: RecoveryStores,
): Promise<void> {
  const first = events[0];
  const session = first && (await sessions.get(first.session));
  if (first && session) {
    const stored = await sessions.messages(session.id);
    const view = foldEvents({ id: session.id, messages: stored }, events);
    const messages = view.messages.filter((message) => message.run === run).map(settleCalls);
    const at = Date.now();
    const outcome: Outcome = view.outcome ?? { type: 'interrupted' };
    const startedAt = first.type === 'run-start' ? first.at : at;
    await sessions.commitRun({ id: run, session: session.id, startedAt, endedAt: at, outcome }, messages);
    await callLog.recover(run, messages.flatMap(callsOf));
  }
  await removeJournal(journals, run);
}

/** The calls of a message with their results, for the log; those that a stop kept from starting were never calls. */
export function callsOf({ session, run, at, parts }: Message): FinishedCall[] {
  return parts.flatMap((call) => {
    if (call.type !== 'call') return [];
    const answer = parts.find((part) => part.type === 'result' && part.call === call.id);
    if (answer?.type !== 'result') return [];
    const { result, duration_ms } = answer;
    const isRefused = result.status === 'error' && result.error_type === 'cancelled' && !call.startedAt;
    if (isRefused) return [];
    const { id, name, arguments: values, startedAt = at } = call;
    const who = { session, run, agent: everydayAgent.name };
    return [{ ...who, id, name, arguments: values, at: startedAt, concurrent: 1, result, duration_ms }];
  });
}

export function foldEvents(view: SessionView, events: readonly SessionEvent[]): SessionView {
  return events.reduce(foldEvent, view);
}

/** Every call gets exactly one result, also one whose tab died: `interrupted`. */
export function settleCalls(message: Message): Message {
  const answered = new Set(message.parts.flatMap((part) => (part.type === 'result' ? [part.call] : [])));
  const open = message.parts.filter(
    (part): part is CallPart => part.type === 'call' && !answered.has(part.id),
  );
  if (open.length === 0) return message;
  const settled = message.parts.map((part): Part =>
    part.type === 'call' && !answered.has(part.id) ? { ...part, status: 'error' } : part,
  );
  return { ...message, parts: [...settled, ...open.map(interrupt)] };
}

function interrupt(call: CallPart): Part {
  const started = call.status === 'running';
  const message = started
    ? `${call.name} was interrupted when its tab closed; it may or may not have taken effect. Check before doing it again.`
    : `${call.name} had not started when its tab closed; nothing happened.`;
  return {
    type: 'result',
    call: call.id,
    result: { status: 'error', error_type: 'interrupted', message },
    duration_ms: 0,
  };
}
