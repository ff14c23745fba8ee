/** Unsent input per chat: text and files survive reloads, crashes and rejected sends. */
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { createDraftStorage, type Draft, type DraftFiles, type DraftStorage } from './draft-storage.ts';

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
  const storage = createDraftStorage(disk, (session, attachments) =>
    restore(session, { text: '', attachments }),
  );
  const left = createLeftDrafts(storage);
  let current: SessionId | null = null;

  const shown = (): Draft => ({ text: text.value, attachments: attachments.value });
  const show = (draft: Draft) =>
    batch(() => ([text.value, attachments.value] = [draft.text, draft.attachments]));

  /** The queue lives in this page only, so it is stored joined with the draft. */
  function change(draft: Draft): void {
    show(draft);
    storage.write(current, joinDrafts([...queue.value, draft]));
  }

  function requeue(next: readonly QueuedDraft[]): void {
    queue.value = next;
    change(shown());
  }

  function restore(session: SessionId | null, lost: Draft): void {
    if (session === current) change(joinDrafts([lost, shown()]));
    else left.restore(session, lost);
  }

  function open(session: SessionId | null): void {
    left.keep(current, { queue: queue.value, draft: shown() });
    current = session;
    const kept = left.take(session);
    queue.value = kept?.queue ?? [];
    show(kept?.draft ?? storage.read(session));
  }

  open(null);
  return {
    ...{ text, attachments, queue, open, restore },
    take() {
      const draft = shown();
      change(empty);
      return draft;
    },
    attach: (session, added) => restore(session, { text: '', attachments: added }),
    isLoading: storage.isLoading,
    write: (next) => change({ ...shown(), text: next }),
    detach: (gone) => change({ ...shown(), attachments: attachments.value.filter((each) => each !== gone) }),
    enqueue: (draft) => requeue([...queue.value, draft]),
    unqueue(session, gone) {
      if (session === current) requeue(queue.value.filter((each) => each !== gone));
      else left.unqueue(session, gone);
    },
    forget: storage.remove,
  };
}

type LeftDraft = { queue: readonly QueuedDraft[]; draft: Draft };

/** Drafts of chats that were left while the engine was storing messages of theirs. */
function createLeftDrafts(storage: Pick<DraftStorage, 'read' | 'write'>) {
  const left = new Map<SessionId | null, LeftDraft>();
  return {
    keep(session: SessionId | null, kept: LeftDraft): void {
      if (kept.queue.length > 0) left.set(session, kept);
    },
    take(session: SessionId | null): LeftDraft | undefined {
      const kept = left.get(session);
      left.delete(session);
      return kept;
    },
    unqueue(session: SessionId | null, gone: QueuedDraft): void {
      const kept = left.get(session);
      if (!kept) return;
      const queue = kept.queue.filter((each) => each !== gone);
      if (queue.length > 0) left.set(session, { ...kept, queue });
      else left.delete(session);
      storage.write(session, joinDrafts([...queue, kept.draft]));
    },
    restore(session: SessionId | null, lost: Draft): void {
      const kept = left.get(session);
      if (kept) left.set(session, { ...kept, draft: joinDrafts([lost, kept.draft]) });
      storage.write(session, joinDrafts([lost, storage.read(session)]));
    },
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
