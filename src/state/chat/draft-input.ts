/** Input of the draft besides typing: files, pasted texts and speech. The code for each loads at first use. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Drafts } from './drafts.ts';
import { isLongText } from './long-text.ts';
import { loadTexts, t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type DraftInput = {
  /** The attachment menu is open. */
  isChoosing: Signal<boolean>;
  /** Dictation is on. */
  isListening: Signal<boolean>;
  /** Files are being read; a message sent now would go without them. */
  isReading: ReadonlySignal<boolean>;
  add(files: Iterable<File>): Promise<void>;
  /** Appends to the draft; a text too long for the field is attached as a file of this name. */
  addText(text: string, name: string): Promise<void>;
};

type DraftInputDeps = {
  drafts: Pick<Drafts, 'attach' | 'attachments' | 'isLoading' | 'text' | 'write'>;
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  session: ReadonlySignal<SessionId | null>;
};

export function createDraftInput({ drafts, toasts, session }: DraftInputDeps): DraftInput {
  const reading = signal(0);

  async function add(files: Iterable<File>): Promise<void> {
    const given = [...files];
    // Read before the first await: another chat may be shown after it.
    const [target, room] = [session.value, drafts.attachments.value.length];
    reading.value++;
    const read = Promise.all([import('./read-files.ts'), loadTexts('chat')]).then(([{ readFiles }]) =>
      readFiles(given, room, toasts),
    );
    const attachments = await toasts.attempt(read, 'problem.load-failed');
    if (attachments) drafts.attach(target, attachments);
    reading.value--;
  }

  return {
    isChoosing: signal(false),
    isListening: signal(false),
    isReading: computed(() => reading.value > 0 || drafts.isLoading.value),
    add,
    async addText(text, name) {
      if (!isLongText(text)) return drafts.write([drafts.text.value, text].filter(Boolean).join('\n\n'));
      await add([new File([text], name, { type: 'text/plain' })]);
      toasts.show(t('attach.long-text'));
    },
  };
}
