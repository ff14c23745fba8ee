/** Adds to the user's queue of a chat, and begins the next run from it. */
import type { ModelError } from '#shared/models/provider.ts';
import type { SendInput } from '#shared/rpc/protocol.ts';
import type { QueuedWhen } from '#shared/runs/queued-message.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { explainStorageError } from '#workers/storage/explain-storage-error.ts';
import type { MessageQueue } from './message-queue.ts';
import { resumeUnfinished, type ResumeDeps } from './resume-runs.ts';
import type { RunRequest } from './session-lock.ts';
import { isBlank, startNextRun, type StartDeps } from './start-run.ts';
import { storeAttachments, type StoreAttachmentsDeps } from './media/store-attachments.ts';

export type AddDeps = StoreAttachmentsDeps & {
  queue: Pick<MessageQueue, 'add'>;
  /** The Web Lock that this engine holds while it lives. */
  tab: string;
  bus: Pick<EventBus, 'announce'>;
};

/** Resolves once the message is stored, or with the reason why it is not. */
export async function addToQueue(
  { attachments = [], media = [], ...said }: SendInput,
  when: QueuedWhen,
  deps: AddDeps,
): Promise<ModelError | null> {
  if (isBlank(said.text) && attachments.length === 0 && media.length === 0) return { type: 'no_message' };
  try {
    const kept = await storeAttachments(attachments, said.session, deps, new AbortController().signal);
    await deps.queue.add({ ...said, media: [...media, ...kept] }, when, deps.tab);
    deps.bus.announce();
    return null;
  } catch (error) {
    return explainStorageError(error);
  }
}

export type StartQueuedDeps = ResumeDeps &
  StartDeps & { queue: MessageQueue; sessions: Pick<SessionStore, 'hasRun' | 'message'> };

/**
 * Contract: called with the lock of the session's runs held. True if a message has left the queue, so that
 * the next one may follow.
 */
export async function startQueued(request: RunRequest, deps: StartQueuedDeps): Promise<boolean> {
  const { session, abort } = request;
  const { queue, sessions } = deps;
  const left = await resumeUnfinished(request, {}, deps);
  if (left?.outcome.type === 'waiting' || abort.signal.aborted) return false;
  const next = await queue.next(session, sessions);
  if (!next) return false;
  if (!(await sessions.get(session))) {
    await queue.remove(next);
    return true;
  }
  let hasBegun = false;
  const onBegun = () => {
    hasBegun = true;
    void queue.remove(next);
  };
  await startNextRun({ input: next.input, run: next.id, onBegun }, request, deps);
  // It could not begin, for example without its provider: it stays, and the user decides. Set by `onBegun`.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
  if (!hasBegun) await queue.hold(session);
  return hasBegun;
}
