/** The fields of a form; unsaved changes are kept in local storage: they survive leaving the form and a reload. */
import { useSignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { readLocal, writeLocal } from '#src/state/base/local-store.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from './feedback.tsx';

type FormDraft<Fields> = {
  fields: Signal<Fields>;
  feedback: Signal<FeedbackState>;
  change(part: Partial<Fields>): void;
  /** After saving. */
  clear(): void;
  /** Discards the changes, goes to the list, and offers to undo that. `path`: that of the form. */
  cancel(go: (path: string) => void, path: string): void;
};

type Options<Fields> = {
  /** In local storage. */
  key: string;
  /** The fields when the form opens. */
  first: () => Fields;
  /** Reads a stored draft, which may be of an older version; `first` for what it lacks. */
  read: (stored: JsonObject, first: Fields) => Fields;
};

export function useFormDraft<Fields extends object>({ key, ...options }: Options<Fields>): FormDraft<Fields> {
  const { toasts } = useApp();
  const first = useMemo(options.first, []);
  const kept = useMemo(() => storedDraft(key, first, options.read), []);
  const fields = useSignal(kept ?? first);
  const feedback = useSignal<FeedbackState>(kept ? { isGood: true, text: t('edit.draft-back') } : null);

  return {
    ...{ fields, feedback },
    change(part) {
      fields.value = { ...fields.value, ...part };
      feedback.value = null;
      writeLocal(key, changedText(fields.value, first));
    },
    clear: () => writeLocal(key, null),
    cancel(go, path) {
      const lost = changedText(fields.value, first);
      writeLocal(key, null);
      go('');
      if (lost === null) return;
      const undo = () => (writeLocal(key, lost), go(path));
      toasts.show(t('edit.discarded'), { label: t('action.undo'), run: undo });
    },
  };
}

/** Null if nothing was changed. */
function changedText(fields: object, first: object): string | null {
  const text = JSON.stringify(fields);
  return text === JSON.stringify(first) ? null : text;
}

function storedDraft<Fields>(
  key: string,
  first: Fields,
  read: (stored: JsonObject, first: Fields) => Fields,
): Fields | null {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? 'null');
    return isJsonObject(stored) ? read(stored, first) : null;
  } catch {
    // Not a valid draft; the form opens without it.
    return null;
  }
}

/** The texts of `first`, each replaced by the stored one if there is one. */
export function readTexts<Texts extends Record<string, string>>(stored: unknown, first: Texts): Texts {
  if (!isJsonObject(stored)) return first;
  const entries = Object.entries(first).map(([name, text]) => {
    const value = stored[name];
    return [name, typeof value === 'string' ? value : text];
  });
  return Object.fromEntries(entries) as Texts;
}
