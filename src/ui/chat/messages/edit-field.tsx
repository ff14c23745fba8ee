/** Edits a message in place. */
import { useSignal } from '@preact/signals';
import { t } from '#src/state/text/text.ts';
import { Form } from '#src/ui/kit/form/form.tsx';
import styles from './messages.module.css';

type EditFieldProps = { text: string; onSave(text: string): void; onCancel(): void };

export function EditField({ text, onSave, onCancel }: EditFieldProps) {
  const changed = useSignal(text);
  return (
    <Form
      layout="bare"
      class={styles.editField}
      label={t('chat.edit')}
      onSubmit={() => changed.value.trim() !== '' && onSave(changed.value.trim())}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <textarea
        dir="auto"
        rows={3}
        aria-label={t('chat.edit')}
        value={changed.value}
        onInput={(event) => (changed.value = event.currentTarget.value)}
        ref={(element) => element?.focus()}
      />
      <div class="chips">
        <button type="submit" class="button primary" disabled={changed.value.trim() === ''}>
          {t('composer.send')}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {t('action.cancel')}
        </button>
      </div>
    </Form>
  );
}
