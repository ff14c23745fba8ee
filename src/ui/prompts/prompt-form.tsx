/** The form of one saved prompt. */
import { placeholdersIn } from '#shared/prompts/placeholders.ts';
import { faultOfPrompt, type SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { readTexts } from '#src/ui/kit/form/stored-draft.ts';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useFormDraft } from '#src/ui/kit/form/use-form-draft.ts';
import { promptErrorText, promptFaultText } from './prompt-error-text.ts';
import styles from './prompts.module.css';

type PromptFormProps = { stored: SavedPrompt | undefined; prompts: readonly SavedPrompt[] };

export function PromptForm({ stored, prompts }: PromptFormProps) {
  const { connection, toasts } = useApp();
  const { fields, feedback, change, fail, saved, cancel } = useFormDraft({
    record: 'prompt',
    id: stored?.id,
    first: () => ({ name: stored?.name ?? '', text: stored?.text ?? '' }),
    read: readTexts,
    list: { view: 'screen', name: 'prompts', path: '' },
    form: { view: 'screen', name: 'prompts', path: stored?.id ?? 'new' },
  });

  async function save(): Promise<void> {
    const draft = { ...fields.value, ...(stored && { id: stored.id }) };
    const fault = faultOfPrompt(draft, prompts);
    if (fault) return fail(promptFaultText(fault));
    const answer = await toasts.attempt(connection.api.prompts.save(draft));
    if (answer?.ok) saved(t('prompts.saved', { name: answer.value.name }));
    else if (answer) fail(promptErrorText(answer.error));
  }

  return (
    <Form layout="page" class={styles.form} feedback={feedback.value} onCancel={cancel} onSubmit={save}>
      <Field label={t('edit.name')} value={fields.value.name} onChange={(name) => change({ name })} />
      <TextField
        label={t('prompts.text')}
        hint={t('prompts.text-hint', { example: '{topic}' })}
        value={fields.value.text}
        onChange={(text) => change({ text })}
      />
      <Placeholders text={fields.value.text} />
    </Form>
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
