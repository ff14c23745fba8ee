/** Saves a message as a prompt under a name. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { placeholdersIn } from '#shared/prompts/placeholders.ts';
import { faultOfPrompt, promptLimits } from '#shared/prompts/saved-prompt.ts';
import { shorten } from '#shared/shorten.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { PromptSheet } from './prompt-sheet.tsx';
import { promptErrorText, promptFaultText } from './prompt-error-text.ts';
import styles from './prompts.module.css';
import { usePrompts } from './use-prompts.ts';

export function SaveSheet({ text, onClose }: { text: string; onClose: () => void }) {
  const { connection, router, toasts } = useApp();
  const prompts = usePrompts();
  const [firstLine = ''] = text.trim().split('\n');
  const name = useSignal(shorten(firstLine, promptLimits.nameCharacters / 2, ''));
  const fault = useSignal<FormFault | null>(null);
  const fail = (reason: string) => void (fault.value = { field: 'name', text: reason });

  useEffect(() => {
    // The dialog has focused the field: typing replaces the suggested name.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  }, []);

  async function save(): Promise<void> {
    const draft = { name: name.value, text };
    const found = faultOfPrompt(draft, prompts ?? []);
    if (found) return fail(promptFaultText(found));
    const saved = await toasts.attempt(connection.api.prompts.save(draft));
    if (!saved) return;
    if (!saved.ok) return fail(promptErrorText(saved.error));
    onClose();
    toasts.show(t('prompts.saved', { name: saved.value.name }), {
      label: t('action.show'),
      run: () => router.go({ view: 'screen', name: 'prompts', path: saved.value.id }),
    });
  }

  return (
    <PromptSheet
      title={t('prompts.save-title')}
      action={t('edit.save')}
      fault={fault.value}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={t('edit.name')}
        value={name.value}
        name="name"
        onChange={(value) => {
          name.value = value;
          fault.value = null;
        }}
      />
      <blockquote class={styles.quote} dir="auto">
        {text.slice(0, 600)}
      </blockquote>
      {placeholdersIn(text).length === 0 && (
        <p class="hint">{t('prompts.save-hint', { example: '{topic}' })}</p>
      )}
    </PromptSheet>
  );
}
