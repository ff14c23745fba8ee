/** The reader service that fetches pages which do not let web pages read them: its address. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

export function ReaderSection() {
  const { connection, toasts } = useApp();
  const stored = useSignal<string | null>(null);
  const typed = useSignal<string | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  const reader = (template?: string | null) => toasts.attempt(connection.api.network.reader(template));

  async function set(template: string | null): Promise<void> {
    const answer = await reader(template);
    if (!answer) return;
    if (answer.ok) {
      stored.value = answer.value;
      typed.value = null;
    }
    const good = template === null ? null : { isGood: true, text: t('settings.reader-saved') };
    feedback.value = answer.ok ? good : { isGood: false, text: t('settings.reader-bad') };
  }

  useEffect(() => void reader().then((answer) => answer?.ok && (stored.value = answer.value)), []);
  return (
    <Section title={t('settings.reader')} hint={t('settings.reader-hint')}>
      <form
        class="wide fields"
        noValidate
        aria-label={t('settings.reader')}
        onSubmit={(event) => {
          event.preventDefault();
          void set(typed.value);
        }}
      >
        <Field
          label={t('settings.reader-address')}
          hint={t('settings.reader-address-hint')}
          placeholder="https://reader.example/{url}"
          inputMode="url"
          value={typed.value ?? stored.value ?? ''}
          onChange={(template) => {
            feedback.value = null;
            typed.value = template;
          }}
        />
        <Feedback state={feedback.value} />
        <div class="form-actions">
          {stored.value !== null && (
            <button type="button" class="button" onClick={() => void set(null)}>
              {t('settings.reader-remove')}
            </button>
          )}
          <button type="submit" class="button" disabled={typed.value === null}>
            {t('edit.save')}
          </button>
        </div>
      </form>
    </Section>
  );
}
