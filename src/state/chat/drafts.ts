/** Unsent input per chat: text and files survive reloads, crashes and rejected sends. */
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { createDraftStorage, type Draft, type DraftFiles } from './draft-storage.ts';

export type Drafts = {
  text: ReadonlySignal<string>;
  attachments: ReadonlySignal<readonly Attachment[]>;
  /** Messages of this chat that the engine has not stored yet, oldest first. */
  queue: ReadonlySignal<readonly QueuedDraft[]>;
  /** Files of an earlier page are being read; a message sent now would go without them. */
  isLoading: ReadonlySignal<boolean>;
  /** Shows the draft of another chat; `null` is the chat that has no session yet. */
  open(session: SessionId | null): void;
  write(text: string): void;
  attach(session: SessionId | null, attachments: readonly Attachment[]): void;
  detach(attachment: Attachment): void;
  /** Empties the composer and returns its draft. */
  take(): Draft;
  enqueue(draft: QueuedDraft): void;
  /** It is stored, or will be restored: also in a chat that is no longer shown. */
  unqueue(session: SessionId | null, draft: QueuedDraft): void;
  /** Puts a draft back in front of what has been typed since, as after a send that failed. */
  restore(session: SessionId | null, lost: Draft): void;
  /** Deletes the draft of a deleted chat. */
  forget(session: SessionId): void;
};

export type QueuedDraft = Draft & { when: 'now' | 'next' };

const empty: Draft = { text: '', attachments: [] };

export function createDrafts(disk: DraftFiles): Drafts {
  const text = signal('');
  const attachments = signal<readonly Attachment[]>([]);
  const queue = signal<readonly QueuedDraft[]>([]);
  /** Of chats that were left while the engine was storing messages, with the text in their field. */
  const left = new Map<SessionId | null, { queue: readonly QueuedDraft[]; draft: Draft }>();
  const storage = createDraftStorage(disk, attach);
  let current: SessionId | null = null;

  const shown = (): Draft => ({ text: text.value, attachments: attachments.value });

  function show(draft: Draft): void {
    batch(() => {
      text.value = draft.text;
      attachments.value = draft.attachments;
    });
  }

  /** The queue lives in this page only, so it is stored joined with the draft. */
  function change(draft: Draft): void {
    show(draft);
    storage.write(current, joinDrafts([...queue.value, draft]));
  }

  function requeue(next: readonly QueuedDraft[]): void {
    queue.value = next;
    change(shown());
  }

  function unqueue(session: SessionId | null, gone: QueuedDraft): void {
    if (session === current) return requeue(queue.value.filter((each) => each !== gone));
    const kept = left.get(session);
    if (!kept) return;
    const rest = kept.queue.filter((each) => each !== gone);
    if (rest.length > 0) left.set(session, { ...kept, queue: rest });
    else left.delete(session);
    storage.write(session, joinDrafts([...rest, kept.draft]));
  }

  function restore(session: SessionId | null, lost: Draft): void {
    if (session === current) change(joinDrafts([lost, shown()]));
    else {
      const kept = left.get(session);
      if (kept) left.set(session, { ...kept, draft: joinDrafts([lost, kept.draft]) });
      storage.write(session, joinDrafts([lost, storage.read(session)]));
    }
  }

  function attach(session: SessionId | null, added: readonly Attachment[]): void {
    restore(session, { text: '', attachments: added });
  }

  function open(session: SessionId | null): void {
    if (queue.value.length > 0) left.set(current, { queue: queue.value, draft: shown() });
    current = session;
    const kept = left.get(session);
    left.delete(session);
    queue.value = kept?.queue ?? [];
    show(kept?.draft ?? storage.read(session));
  }

  function take(): Draft {
    const draft = shown();
    change(empty);
    return draft;
  }

  open(null);
  return {
    ...{ text, attachments, queue, open, attach, take, restore },
    isLoading: storage.isLoading,
    write: (next) => change({ ...shown(), text: next }),
    detach: (gone) => change({ ...shown(), attachments: attachments.value.filter((each) => each !== gone) }),
    enqueue: (draft) => requeue([...queue.value, draft]),
    unqueue,
    forget: storage.remove,
  };
}

function joinDrafts(drafts: readonly Draft[]): Draft {
  return {
    text: drafts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n\n'),
    attachments: drafts.flatMap(({ attachments }) => attachments),
  };
}
