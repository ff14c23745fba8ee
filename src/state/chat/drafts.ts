/** What the user has not sent, per chat: words and files survive reloads, crashes and rejected sends. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import { isLongText } from './long-text.ts';

export type Draft = { text: string; attachments: readonly Attachment[] };

/** Where the files are kept, by the key of the draft; the words are in the local storage, which takes nothing else. */
export type DraftFiles = {
  keep(key: string, files: readonly Attachment[]): Promise<void>;
  kept(key: string): Promise<readonly Attachment[]>;
};

export type Drafts = {
  text: ReadonlySignal<string>;
  attachments: ReadonlySignal<readonly Attachment[]>;
  /** Messages that go out when the run ends, oldest first. */
  queue: ReadonlySignal<readonly Draft[]>;
  /** Files of before a reload are on their way; a message sent now would go without them. */
  isLoading: ReadonlySignal<boolean>;
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

export function createDrafts(disk: DraftFiles): Drafts {
  const text = signal('');
  const attachments = signal<readonly Attachment[]>([]);
  const queue = signal<readonly Draft[]>([]);
  const loading = signal(0);
  const files = new Map<SessionId | null, Draft['attachments']>();
  let current: SessionId | null = null;

  function kept(session: SessionId | null): Draft {
    if (!files.has(session) && readLocal(filesKeyOf(session))) void load(session);
    const text = readLocal(keyOf(session)) ?? '';
    const attachments = files.get(session) ?? [];
    if (!isLongText(text)) return { text, attachments };
    // It was dropped into the field, or typed for days: shown there, it would hold up every start.
    return {
      text: '',
      attachments: [...attachments, { blob: new Blob([text], { type: 'text/plain' }), name: 'draft.txt' }],
    };
  }

  async function load(session: SessionId | null): Promise<void> {
    files.set(session, []);
    loading.value++;
    const found = await disk.kept(keyOf(session)).catch(warn);
    // Unless the chat was deleted while they came.
    if (found && readLocal(filesKeyOf(session))) restore(session, { text: '', attachments: found });
    loading.value--;
  }

  function keep(session: SessionId | null, { text, attachments }: Draft): void {
    writeLocal(keyOf(session), text || null);
    const before = files.get(session) ?? [];
    files.set(session, attachments);
    // Not with every letter that is typed.
    if (before.length === attachments.length && before.every((each, at) => each === attachments[at])) return;
    writeLocal(filesKeyOf(session), attachments.length > 0 ? '1' : null);
    void disk.keep(keyOf(session), attachments).catch(warn);
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

  show(kept(null));
  return {
    text,
    attachments,
    queue,
    isLoading: computed(() => loading.value > 0),
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
    forget(session) {
      // Also files that this page has not seen.
      if (readLocal(filesKeyOf(session))) void disk.keep(keyOf(session), []).catch(warn);
      writeLocal(filesKeyOf(session), null);
      keep(session, nothing);
    },
  };
}

function keyOf(session: SessionId | null): string {
  return `draft.${session ?? 'new'}`;
}

/** Says that there are some, so that a chat without files asks no database. */
function filesKeyOf(session: SessionId | null): string {
  return `draft-files.${session ?? 'new'}`;
}

/** A browser without storage, or a full one: the files still live as long as the page. */
function warn(error: unknown): void {
  console.warn(error);
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
