/** The form of one saved prompt; typed text is kept when the user leaves the screen. */
import { useSignal } from '@preact/signals';
import type { SavedPromptId } from '#shared/ids.ts';
import { placeholdersIn } from '#shared/prompts/placeholders.ts';
import { faultOfPrompt, type SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { FormEnd } from '#src/ui/kit/form/form-end.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { promptErrorText, promptFaultText } from './prompt-error-text.ts';
import styles from './prompts.module.css';

type Fields = { name: string; text: string };
type PromptFormProps = { stored: SavedPrompt | undefined; prompts: readonly SavedPrompt[] };

/** Unsaved changes while the page lives. */
const drafts = new Map<SavedPromptId | 'new', Fields>();

export function PromptForm({ stored, prompts }: PromptFormProps) {
  const { connection, router, toasts } = useApp();
  const key = stored?.id ?? 'new';
  const fields = useSignal<Fields>(drafts.get(key) ?? { name: stored?.name ?? '', text: stored?.text ?? '' });
  const feedback = useSignal<FeedbackState>(null);
  const toList = () => router.go({ view: 'screen', name: 'prompts', path: '' });

  function change(part: Partial<Fields>): void {
    fields.value = { ...fields.value, ...part };
    feedback.value = null;
    drafts.set(key, fields.value);
  }

  async function save(): Promise<void> {
    const draft = { ...fields.value, ...(stored && { id: stored.id }) };
    const fail = (text: string) => (feedback.value = { isGood: false, text });
    const fault = faultOfPrompt(draft, prompts);
    if (fault) return void fail(promptFaultText(fault));
    const saved = await toasts.attempt(connection.api.prompts.save(draft));
    if (!saved) return;
    if (!saved.ok) return void fail(promptErrorText(saved.error));
    drafts.delete(key);
    toasts.show(t('prompts.saved', { name: saved.value.name }));
    toList();
  }

  function cancel(): void {
    const lost = drafts.get(key);
    drafts.delete(key);
    toList();
    if (!lost) return;
    toasts.show(t('edit.discarded'), {
      label: t('action.undo'),
      run: () => {
        drafts.set(key, lost);
        router.go({ view: 'screen', name: 'prompts', path: key });
      },
    });
  }

  return (
    <form
      class={`form ${styles.form}`}
      noValidate
      onSubmit={(event) => (event.preventDefault(), void save())}
    >
      <Field label={t('edit.name')} value={fields.value.name} onChange={(name) => change({ name })} />
      <TextField
        label={t('prompts.text')}
        hint={t('prompts.text-hint', { example: '{topic}' })}
        value={fields.value.text}
        onChange={(text) => change({ text })}
      />
      <Placeholders text={fields.value.text} />
      <FormEnd feedback={feedback.value} onCancel={cancel} />
    </form>
  );
}

/** The placeholders for which the user will be asked. */
function Placeholders({ text }: { text: string }) {
  const names = placeholdersIn(text);
  return (
    <div role="status" class={styles.placeholders}>
      {names.length > 0 && (
        <>
          <span class="hint">{t('prompts.placeholders')}</span>
          {names.map((name) => (
            <code key={name} dir="auto">
              {name}
            </code>
          ))}
        </>
      )}
    </div>
  );
}
