/** What the user typed and has not sent, per chat: it survives reloads, crashes and rejected sends. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { SessionId } from '../shared/ids.ts';
import { readLocal, writeLocal } from './local-store.ts';

export type Drafts = {
  text: ReadonlySignal<string>;
  /** Messages that go out when the run ends, oldest first. */
  queue: ReadonlySignal<readonly string[]>;
  /** Shows the draft of another chat; `null` is the chat that does not exist yet. */
  open(session: SessionId | null): void;
  write(text: string): void;
  enqueue(text: string): void;
  unqueue(at: number): void;
  /** Puts text back in front of what is being typed, as after a send that failed. */
  restore(session: SessionId | null, text: string): void;
  /** Where the composer takes files. */
  attach?(files: readonly File[]): void;
  /** The chat is deleted for good, and what was typed in it with it. */
  forget(session: SessionId): void;
};

export function createDrafts(): Drafts {
  const text = signal(readLocal(keyOf(null)) ?? '');
  const queue = signal<readonly string[]>([]);
  let current: SessionId | null = null;

  /** The queue lives in this page only, so what is written down is the queue and the draft as one text. */
  function save(): void {
    writeLocal(keyOf(current), joinTexts([...queue.value, text.value]) || null);
  }

  function open(session: SessionId | null): void {
    current = session;
    queue.value = [];
    text.value = readLocal(keyOf(session)) ?? '';
  }

  return {
    text,
    queue,
    open,
    write(next) {
      text.value = next;
      save();
    },
    enqueue(next) {
      queue.value = [...queue.value, next];
      save();
    },
    unqueue(at) {
      queue.value = queue.value.filter((_, position) => position !== at);
      save();
    },
    restore(session, lost) {
      if (session !== current)
        return writeLocal(keyOf(session), joinTexts([lost, readLocal(keyOf(session)) ?? '']));
      text.value = joinTexts([lost, text.value]);
      save();
    },
    forget: (session) => writeLocal(keyOf(session), null),
  };
}

function keyOf(session: SessionId | null): string {
  return `draft.${session ?? 'new'}`;
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}
