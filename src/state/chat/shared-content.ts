/**
 * Content that another app or site shared, kept apart from the user's draft until they use or
 * discard it. Survives a reload.
 */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { asId } from '#shared/ids.ts';
import { createDraftStorage, type Draft, type DraftFiles } from './draft-storage.ts';
import type { DraftInput } from './draft-input.ts';

export type SharedContent = {
  /** `null`: nothing waits. */
  waiting: ReadonlySignal<Draft | null>;
  /** Adds to the content that waits already. */
  keep(text: string, files: readonly File[]): void;
  /**
   * Attaches it to the draft of the shown chat. The text becomes a file, so that it does not pass
   * for the user's words.
   */
  use(): void;
  discard(): void;
};

/** The key in the storage of drafts, in place of a session's id. */
const place = asId<'session'>('shared');

export function createSharedContent(disk: DraftFiles, input: Pick<DraftInput, 'add'>): SharedContent {
  const draft = signal<Draft>({ text: '', attachments: [] });
  const storage = createDraftStorage(disk, (_, files) => add({ text: '', attachments: files }));

  function change(next: Draft): void {
    draft.value = next;
    storage.write(place, next);
  }

  function add({ text, attachments }: Draft): void {
    change({
      text: [draft.value.text, text].filter(Boolean).join('\n\n'),
      attachments: [...draft.value.attachments, ...attachments],
    });
  }

  draft.value = storage.read(place);
  return {
    waiting: computed(() =>
      draft.value.text === '' && draft.value.attachments.length === 0 ? null : draft.value,
    ),
    keep: (text, files) => add({ text, attachments: files.map((file) => ({ blob: file, name: file.name })) }),
    use() {
      const { text, attachments } = draft.value;
      change({ text: '', attachments: [] });
      const note = text === '' ? [] : [new File([text], 'shared.txt', { type: 'text/plain' })];
      const files = attachments.map(({ blob, name = 'file' }) => new File([blob], name, { type: blob.type }));
      void input.add([...note, ...files]);
    },
    discard: () => change({ text: '', attachments: [] }),
  };
}
