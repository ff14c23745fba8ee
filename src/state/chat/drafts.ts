/** Unsent input per chat: text and files survive reloads, crashes and rejected sends. */
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { createDraftStorage, type Draft, type DraftFiles } from './draft-storage.ts';

export type Drafts = {
  text: ReadonlySignal<string>;
  attachments: ReadonlySignal<readonly Attachment[]>;
  /** Messages to send when the run ends, oldest first. */
  queue: ReadonlySignal<readonly Draft[]>;
  /** Files of an earlier page are being read; a message sent now would go without them. */
  isLoading: ReadonlySignal<boolean>;
  /** Shows the draft of another chat; `null` is the chat that has no session yet. */
  open(session: SessionId | null): void;
  write(text: string): void;
  attach(session: SessionId | null, attachments: readonly Attachment[]): void;
  detach(attachment: Attachment): void;
  /** Empties the composer and returns its draft. */
  take(): Draft;
  enqueue(draft: Draft): void;
  unqueue(index: number): void;
  /** Puts a draft back in front of what has been typed since, as after a send that failed. */
  restore(session: SessionId | null, lost: Draft): void;
  /** Deletes the draft of a deleted chat. */
  forget(session: SessionId): void;
};

const empty: Draft = { text: '', attachments: [] };

export function createDrafts(disk: DraftFiles): Drafts {
  const text = signal('');
  const attachments = signal<readonly Attachment[]>([]);
  const queue = signal<readonly Draft[]>([]);
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

  function requeue(next: readonly Draft[]): void {
    queue.value = next;
    change(shown());
  }

  function restore(session: SessionId | null, lost: Draft): void {
    if (session === current) change(joinDrafts([lost, shown()]));
    else storage.write(session, joinDrafts([lost, storage.read(session)]));
  }

  function attach(session: SessionId | null, added: readonly Attachment[]): void {
    restore(session, { text: '', attachments: added });
  }

  function open(session: SessionId | null): void {
    current = session;
    queue.value = [];
    show(storage.read(session));
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
    unqueue: (index) => requeue(queue.value.filter((_, position) => position !== index)),
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
