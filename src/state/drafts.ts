/** What the user has not sent, per chat: words survive reloads, crashes and rejected sends, files live with the page. */
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '../shared/ids.ts';
import type { Attachment } from '../shared/protocol.ts';
import { readLocal, writeLocal } from './local-store.ts';

export type Draft = { text: string; attachments: readonly Attachment[] };

export type Drafts = {
  text: ReadonlySignal<string>;
  attachments: ReadonlySignal<readonly Attachment[]>;
  /** Messages that go out when the run ends, oldest first. */
  queue: ReadonlySignal<readonly Draft[]>;
  /** Shows the draft of another chat; `null` is the chat that does not exist yet. */
  open(session: SessionId | null): void;
  write(text: string): void;
  attach(session: SessionId | null, attachments: readonly Attachment[]): void;
  detach(attachment: Attachment): void;
  /** Empties the field, and gives what was in it. */
  take(): Draft;
  enqueue(draft: Draft): void;
  unqueue(at: number): void;
  /** Puts a draft back in front of what is being typed, as after a send that failed. */
  restore(session: SessionId | null, lost: Draft): void;
  /** The chat is deleted for good, and what was typed in it with it. */
  forget(session: SessionId): void;
};

const nothing: Draft = { text: '', attachments: [] };

export function createDrafts(): Drafts {
  const text = signal(readLocal(keyOf(null)) ?? '');
  const attachments = signal<readonly Attachment[]>([]);
  const queue = signal<readonly Draft[]>([]);
  const files = new Map<SessionId | null, Draft['attachments']>();
  let current: SessionId | null = null;

  const kept = (session: SessionId | null): Draft => ({
    text: readLocal(keyOf(session)) ?? '',
    attachments: files.get(session) ?? [],
  });

  function keep(session: SessionId | null, draft: Draft): void {
    writeLocal(keyOf(session), draft.text || null);
    files.set(session, draft.attachments);
  }

  const shown = (): Draft => ({ text: text.value, attachments: attachments.value });

  function show(draft: Draft): void {
    batch(() => {
      text.value = draft.text;
      attachments.value = draft.attachments;
    });
  }

  /** The queue lives in this page only, so what is kept is the queue and the draft as one. */
  function change(draft: Draft): void {
    show(draft);
    keep(current, joinDrafts([...queue.value, draft]));
  }

  function requeue(next: readonly Draft[]): void {
    queue.value = next;
    change(shown());
  }

  function restore(session: SessionId | null, lost: Draft): void {
    if (session === current) change(joinDrafts([lost, shown()]));
    else keep(session, joinDrafts([lost, kept(session)]));
  }

  return {
    text,
    attachments,
    queue,
    open(session) {
      current = session;
      queue.value = [];
      show(kept(session));
    },
    write: (next) => change({ ...shown(), text: next }),
    attach: (session, added) => restore(session, { text: '', attachments: added }),
    detach: (gone) => change({ ...shown(), attachments: attachments.value.filter((each) => each !== gone) }),
    take() {
      const draft = shown();
      change(nothing);
      return draft;
    },
    enqueue: (draft) => requeue([...queue.value, draft]),
    unqueue: (at) => requeue(queue.value.filter((_, position) => position !== at)),
    restore,
    forget: (session) => keep(session, nothing),
  };
}

function keyOf(session: SessionId | null): string {
  return `draft.${session ?? 'new'}`;
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
