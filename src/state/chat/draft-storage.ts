/** Drafts that survive a reload: the text in the local storage, the files in a database that loads with the first. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { readLocal, writeLocal } from '../base/local-store.ts';
import { isLongText } from './long-text.ts';

export type Draft = { text: string; attachments: readonly Attachment[] };

/** The files of drafts on disk. `key` names the draft; an empty list deletes the entry. */
export type DraftFiles = {
  write(key: string, files: readonly Attachment[]): Promise<void>;
  read(key: string): Promise<readonly Attachment[]>;
};

/** `null` is the chat that has no session yet. */
export type DraftStorage = {
  /** Files are being read from disk; a message sent now would go without them. */
  isLoading: ReadonlySignal<boolean>;
  /** The draft as far as this page knows it. Files of an earlier page follow through `onFiles`. */
  read(session: SessionId | null): Draft;
  write(session: SessionId | null, draft: Draft): void;
  /** Deletes a draft, also files that this page has not read. */
  remove(session: SessionId): void;
};

export function createDraftStorage(
  disk: DraftFiles,
  onFiles: (session: SessionId | null, files: readonly Attachment[]) => void,
): DraftStorage {
  const loading = signal(0);
  const files = new Map<SessionId | null, readonly Attachment[]>();

  async function loadFiles(session: SessionId | null): Promise<void> {
    files.set(session, []);
    loading.value++;
    const found = await disk.read(textKey(session)).catch(warn);
    // The draft may have been deleted in the meantime.
    if (found && readLocal(filesKey(session))) onFiles(session, found);
    loading.value--;
  }

  function write(session: SessionId | null, { text, attachments }: Draft): void {
    writeLocal(textKey(session), text || null);
    const before = files.get(session) ?? [];
    files.set(session, attachments);
    // Typing changes the text only.
    if (before.length === attachments.length && before.every((each, at) => each === attachments[at])) return;
    writeLocal(filesKey(session), attachments.length > 0 ? '1' : null);
    void disk.write(textKey(session), attachments).catch(warn);
  }

  return {
    isLoading: computed(() => loading.value > 0),
    read(session) {
      if (!files.has(session) && readLocal(filesKey(session))) void loadFiles(session);
      return withLongTextAsFile(readLocal(textKey(session)) ?? '', files.get(session) ?? []);
    },
    write,
    remove(session) {
      if (readLocal(filesKey(session))) void disk.write(textKey(session), []).catch(warn);
      writeLocal(filesKey(session), null);
      write(session, { text: '', attachments: [] });
    },
  };
}

/** A long text in the field would make every start slow. */
function withLongTextAsFile(text: string, attachments: Draft['attachments']): Draft {
  if (!isLongText(text)) return { text, attachments };
  const file = { blob: new Blob([text], { type: 'text/plain' }), name: 'draft.txt' };
  return { text: '', attachments: [...attachments, file] };
}

function textKey(session: SessionId | null): string {
  return `draft.${session ?? 'new'}`;
}

/** Set while a draft has files, so that the database is not opened for one that has none. */
function filesKey(session: SessionId | null): string {
  return `draft-files.${session ?? 'new'}`;
}

/** The browser may have no storage, or a full one; the files then live as long as the page. */
function warn(error: unknown): void {
  console.warn(error);
}
