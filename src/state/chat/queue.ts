/** The messages that the user sends during a run: stored by the engine, and shown and changed here. */
import type { RunId } from '#shared/ids.ts';
import type { QueueChange } from '#shared/runs/queued-message.ts';
import type { ChatContext } from './chat-context.ts';

/** The number of the newest request: an older answer must not replace its own. */
let newest = 0;

/** Fetches the queue of the shown chat. */
export async function loadQueue({ api, session, queue }: ChatContext): Promise<void> {
  const shown = session.value;
  if (!shown) return;
  const asked = ++newest;
  try {
    const found = await api.chat.queued(shown);
    if (session.value === shown && asked === newest) queue.value = found;
  } catch (error) {
    // Only the list is missing: the messages are stored.
    console.warn(error);
  }
}

/**
 * Passes what was written during the run on to the engine, in order. Not before the run has begun, because its message
 * comes first; not after Stop, because the engine then holds what it has.
 */
export async function storeQueue(chat: ChatContext): Promise<void> {
  const { api, drafts, session, toasts } = chat;
  const target = session.value;
  if (chat.isQueueing || !target) return;
  chat.isQueueing = true;
  for (;;) {
    const [next] = drafts.queue.value;
    const isOver = session.value !== target || chat.sending.value?.session === target;
    const mayStore = !isOver && chat.stopping.value === null;
    if (!next || !mayStore) break;
    const { text, attachments, when } = next;
    const files = attachments.length > 0 && { attachments: [...attachments] };
    const fault = await toasts.attempt(api.chat.enqueue({ session: target, text, ...files }, when));
    drafts.unqueue(target, next);
    if (fault === null) continue;
    drafts.restore(target, { text, attachments });
    if (!fault) continue;
    const { explain } = await import('../text/explain.ts');
    toasts.show(await explain(fault));
  }
  chat.isQueueing = false;
  if (session.value !== target) await storeQueue(chat);
}

export async function changeQueued(
  { api, session, toasts }: ChatContext,
  id: RunId,
  change: QueueChange,
): Promise<void> {
  if (session.value) await toasts.attempt(api.chat.changeQueued(session.value, id, change));
}
