/** The fields of the form of a record, with its unsaved changes: those are kept until they are saved or discarded. */
import { useSignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { JsonObject } from '#shared/json.ts';
import type { Route } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from './feedback.tsx';
import type { FormFault } from './form-fault.ts';
import { storedDraft, storeDraft, type DraftedRecord } from './stored-draft.ts';

type FormDraft<Fields> = {
  fields: Signal<Fields>;
  feedback: Signal<FeedbackState>;
  fault: Signal<FormFault | null>;
  change(part: Partial<Fields>): void;
  /** The record was not saved. */
  fail(text: string): void;
  /** The record was saved: goes to the list and shows `text`. */
  saved(text: string): void;
  /** Discards the changes, goes to the list, and offers to undo that. */
  cancel(): void;
};

type Options<Fields> = {
  record: DraftedRecord;
  /** Absent: a new record. */
  id: string | undefined;
  /** The fields when the form opens. */
  first: () => Fields;
  /** Reads a stored draft, which may be of an older version; `first` for what it lacks. */
  read: (stored: JsonObject, first: Fields) => Fields;
  /** The same text for fields with the same meaning. */
  write?: (fields: Fields) => string;
  /** The screen with all records, and the one with this form. */
  list: Route;
  form: Route;
};

export function useFormDraft<Fields extends object>(options: Options<Fields>): FormDraft<Fields> {
  const { toasts, router } = useApp();
  // The draft stays with the record for which the form was opened, even if that is deleted meanwhile.
  const { record, id, first, read, write = JSON.stringify, list, form } = useMemo(() => options, []);
  const opened = useMemo(first, []);
  const kept = useMemo(() => storedDraft(record, id, (stored) => read(stored, opened)), []);
  const fields = useSignal(kept ?? opened);
  const feedback = useSignal<FeedbackState>(kept ? { isGood: true, text: t('edit.draft-back') } : null);
  const fault = useSignal<FormFault | null>(null);

  /** Null if nothing was changed. */
  function changedText(): string | null {
    const text = write(fields.value);
    return text === write(opened) ? null : text;
  }

  return {
    ...{ fields, feedback, fault },
    change(part) {
      fields.value = { ...fields.value, ...part };
      feedback.value = null;
      fault.value = null;
      storeDraft(record, id, changedText());
    },
    fail: (text) => void (feedback.value = { isGood: false, text }),
    saved(text) {
      storeDraft(record, id, null);
      toasts.show(text);
      router.go(list);
    },
    cancel() {
      const lost = changedText();
      storeDraft(record, id, null);
      router.go(list);
      if (lost === null) return;
      const undo = () => (storeDraft(record, id, lost), router.go(form));
      toasts.show(t('edit.discarded'), { label: t('action.undo'), run: undo });
    },
  };
}
