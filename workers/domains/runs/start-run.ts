/** Starts runs: for a message, at once or queued behind the active run; for another answer (`regenerate`). */
import { newId, type MessageId, type RunId, type SessionId } from '#shared/ids.ts';
import type { RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { CarriedText } from '#shared/tools/permission.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { explainStorageError } from '#workers/storage/explain-storage-error.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { QueuedInput, WaitingSends } from './waiting-sends.ts';
import { shownBranch, type ShownBranch } from '../sessions/branches.ts';
import { storeAttachments, type StoreAttachmentsDeps } from './media/store-attachments.ts';
import { runToCompletion, type LifecycleDeps, type RunStart } from './run-lifecycle.ts';
import { planRun, type PlanDeps, type RunPlan } from './run-plan.ts';
import { failedReport, stoppedReport } from './empty-report.ts';
import { titleFrom } from './run-report.ts';
import { resumeUnfinished, type ResumeDeps } from './resume-runs.ts';
import type { RunRequest, SessionLock } from './session-lock.ts';
import { createUserMessage, inheritedBefore, type UserMessageDeps } from './user-message.ts';

export type StartDeps = LifecycleDeps &
  PlanDeps &
  UserMessageDeps & { sessions: Pick<SessionStore, 'get' | 'save' | 'messages' | 'commitRun' | 'remove'> };

export type SendDeps = StartDeps &
  ResumeDeps &
  StoreAttachmentsDeps & {
    waitingSends: Pick<WaitingSends, 'add' | 'has' | 'remove'>;
    /** The Web Lock that this engine holds while it lives. */
    tab: string;
    bus: Pick<EventBus, 'announce'>;
  };

/** `onBegun`: called when the user's message is stored. */
export type NewRun = { input: QueuedInput; run: RunId; onBegun?: () => void; spawned?: Spawned };

/** A new conversation below another one, and what that one contained when it spawned it. */
export type Spawned = { parent: SessionId; inherited: CarriedText };

/** Never throws for an expected reason. */
export async function sendMessage(
  sent: SendInput,
  request: RunRequest,
  lock: SessionLock,
  deps: SendDeps,
  spawned?: Spawned,
): Promise<RunReport> {
  const run = newId('run');
  const { attachments = [], media = [], ...said } = sent;
  if (isBlank(said.text) && attachments.length === 0 && media.length === 0)
    return failedReport(said.session, run, { type: 'no_message' });
  try {
    const kept = await storeAttachments(attachments, said.session, deps, request.abort.signal);
    const input: QueuedInput = { ...said, media: [...media, ...kept] };
    const start: NewRun = { input, run, ...(spawned ? { spawned } : {}) };
    const report = await lock.withFreeLock(request, () => startNextRun(start, request, deps));
    if (spawned) return report ?? failedReport(said.session, run, { type: 'busy' });
    return report ?? (await sendLater(input, run, request, lock, deps));
  } catch (error) {
    return failedReport(said.session, run, explainStorageError(error));
  }
}

/** A script can send anything. */
export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

/** Queues a message behind the active run of any tab; it is stored until its own run has begun. */
async function sendLater(
  input: QueuedInput,
  run: RunId,
  request: RunRequest,
  lock: SessionLock,
  deps: SendDeps,
): Promise<RunReport> {
  const { waitingSends, tab } = deps;
  const onBegun = () => void waitingSends.remove(run);
  try {
    await waitingSends.add({ id: run, tab, at: Date.now(), input });
    deps.bus.announce();
    return await lock.withLock(request, async () =>
      // The message is gone if the user withdrew it, or its session is being deleted.
      (await waitingSends.has(run))
        ? startNextRun({ input, run, onBegun }, request, deps)
        : stoppedReport(input.session, run),
    );
  } catch (error) {
    if (!isName(error, 'AbortError')) throw error;
    return stoppedReport(input.session, run);
  } finally {
    await waitingSends.remove(run);
  }
}

/** Answers the last user message of the shown branch again. */
export async function regenerate(
  request: RunRequest,
  lock: SessionLock,
  deps: StartDeps & ResumeDeps,
): Promise<RunReport> {
  const { session } = request;
  const run = newId('run');
  const { messages } = await branchOf(session, deps.sessions);
  const asked = messages.findLast(({ role }) => role === 'user');
  if (!asked) return failedReport(session, run, { type: 'no_message' });
  const input: QueuedInput = { session, text: '', media: [], base: asked.id };
  const report = await lock.withFreeLock(request, () => startNextRun({ input, run }, request, deps));
  return report ?? failedReport(session, run, { type: 'busy' });
}

/**
 * Starts a new run, after an unfinished one was resumed or, if it waits for an answer, interrupted.
 * Contract: called with the lock of the session's runs held.
 */
export async function startNextRun(
  start: NewRun,
  request: RunRequest,
  deps: StartDeps & ResumeDeps,
): Promise<RunReport> {
  const { input, run } = start;
  try {
    const left = await resumeUnfinished(request, {}, deps);
    if (left?.outcome.type === 'waiting')
      await resumeUnfinished(request, { end: { type: 'interrupted' } }, deps);
    if (request.abort.signal.aborted) return stoppedReport(input.session, run);
    return await startRun(start, request, deps);
  } catch (error) {
    // Nothing was started, or it could not be saved; the page still has the text.
    return failedReport(input.session, run, explainStorageError(error));
  }
}

/** Contract: called with the lock of the session's runs held, and without an unfinished run. */
export async function startRun(
  { input, run, onBegun, spawned }: NewRun,
  request: RunRequest,
  deps: StartDeps,
): Promise<RunReport> {
  const known = await deps.sessions.get(input.session);
  const planned = await planRun(input, known, deps);
  if (!planned.ok) return failedReport(input.session, run, planned.error);
  const { plan } = planned;
  const branch = await branchOf(input.session, deps.sessions, input.base);
  const base = input.base === undefined ? (branch.messages.at(-1)?.id ?? null) : input.base;
  const before = branch.messages.find(({ id }) => id === base);
  if (base && !before) {
    const detail = `There is no message '${base}' in this chat to go on from.`;
    return failedReport(input.session, run, { type: 'bad_request', detail });
  }
  const history = branch.messages.slice(0, branch.messages.findIndex(({ id }) => id === base) + 1);
  const inherited = spawned?.inherited ?? (await inheritedBefore(base, known, deps));
  const turn = { input, run, plan, history, inherited };
  const message = isRepeat(input) ? undefined : await createUserMessage(turn, deps);
  const session = await openSession(input, known, plan, deps, spawned);
  const at = Date.now();
  const first: RunEvent = {
    type: 'run-start',
    ...(message ? { message } : {}),
    base,
    plan: plan.planned,
    at,
  };
  const view = { id: input.session, ...branch };
  let isStored = false;
  try {
    const start: RunStart = {
      ...{ session, run, startedAt: at, view, past: [], first: [first], plan },
      onBegun() {
        isStored = true;
        onBegun?.();
      },
    };
    return await runToCompletion(start, request, deps);
  } finally {
    // Set by `onBegun`, which the linter does not follow.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
    if (!known && !isStored) await removeEmptySession(input.session, deps);
  }
}

/** The branch that is shown, or the one that runs through `through`. */
async function branchOf(
  session: SessionId,
  sessions: Pick<SessionStore, 'get' | 'messages'>,
  through?: MessageId | null,
): Promise<ShownBranch> {
  const [stored, all] = await Promise.all([sessions.get(session), sessions.messages(session)]);
  const shown = shownBranch(all, stored?.head ?? null);
  const isShown = !through || shown.messages.some(({ id }) => id === through);
  return isShown ? shown : shownBranch(all, through);
}

/** The session exists from the first message on, so that it is in the list while it runs. */
async function openSession(
  input: QueuedInput,
  known: SessionInfo | undefined,
  plan: RunPlan,
  deps: StartDeps,
  spawned: Spawned | undefined,
): Promise<SessionInfo> {
  const session: SessionInfo = known
    ? { ...known, agent: plan.agent.id, updated: Date.now() }
    : {
        id: input.session,
        title: titleFrom(input.text || (input.media[0]?.name ?? '')),
        agent: plan.agent.id,
        provider: plan.provider.id,
        head: null,
        updated: Date.now(),
        ...(spawned ? { parent: spawned.parent } : {}),
      };
  await deps.sessions.save(session);
  deps.bus.post({ type: 'changed', kind: 'sessions', ids: [session.id] });
  return session;
}

/** Removes a session whose first message could not be stored. */
async function removeEmptySession(session: SessionId, { sessions, bus }: StartDeps): Promise<void> {
  if ((await sessions.messages(session)).length > 0) return;
  await sessions.remove(session);
  bus.post({ type: 'changed', kind: 'sessions', ids: [session] });
}

/** A regenerated answer has its user message already. */
function isRepeat({ text, media }: QueuedInput): boolean {
  return text === '' && media.length === 0;
}
