/** The screen of saved prompts: the list, or one of them in a form. */
import '#src/ui/styles/screens.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { PromptList } from './prompt-list.tsx';
import { usePrompts } from './use-prompts.ts';
import { placeholdersIn } from '#shared/prompts/placeholders.ts';
import { faultOfPrompt, type SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { readTexts } from '#src/ui/kit/form/stored-draft.ts';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useFormDraft } from '#src/ui/kit/form/use-form-draft.ts';
import { promptErrorText, promptFaultText } from './prompt-error-text.ts';
import styles from './prompts.module.css';

export function PromptsView() {
  const { router } = useApp();
  const prompts = usePrompts();
  const route = router.route.value;
  const id = route.view === 'screen' ? route.path : '';
  const stored = prompts?.find((prompt) => prompt.id === id);
  const toList = () => router.go({ view: 'screen', name: 'prompts', path: '' });
  const isForm = id === 'new' || stored !== undefined;
  const title = id === '' ? t('prompts.title') : (stored?.name ?? t('prompts.new'));
  return (
    <Page title={title} shows={id} onBack={id === '' ? undefined : toList}>
      {prompts && id === '' && <PromptList prompts={prompts} />}
      {prompts && isForm && <PromptForm key={id} stored={stored} prompts={prompts} />}
      {prompts && id !== '' && !isForm && <p class="hint">{t('prompts.missing')}</p>}
    </Page>
  );
}

type PromptFormProps = { stored: SavedPrompt | undefined; prompts: readonly SavedPrompt[] };

/** The form of one saved prompt. */
function PromptForm({ stored, prompts }: PromptFormProps) {
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
