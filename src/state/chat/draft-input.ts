/** What comes into the draft without being typed: files, however they come, and speech. The code for each is fetched with the first. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';
import type { Drafts } from './drafts.ts';
import { isLongText } from './long-text.ts';
import { loadTexts, t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type Intake = {
  /** The user is choosing what to attach. */
  isChoosing: Signal<boolean>;
  /** The user speaks instead of typing. */
  isListening: Signal<boolean>;
  /** Files are being made ready; a message sent now would go without them. */
  isReading: ReadonlySignal<boolean>;
  add(files: Iterable<File>): Promise<void>;
  /** Behind what is typed, or as a file of this name where the field would take long to draw it. */
  addText(text: string, name: string): Promise<void>;
};

type IntakePorts = {
  drafts: Pick<Drafts, 'attach' | 'attachments' | 'isLoading' | 'text' | 'write'>;
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  session: ReadonlySignal<SessionId | null>;
};

export function createIntake({ drafts, toasts, session }: IntakePorts): Intake {
  const reading = signal(0);

  async function add(files: Iterable<File>): Promise<void> {
    const given = [...files];
    // Read before any wait: by then another chat may be on the screen.
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
