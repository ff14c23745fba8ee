/** A form to set an alarm: its label and its time. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { localMoment } from '#shared/local-moment.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';

const soonMs = 10 * 60_000;

export function AlarmForm({ onDone }: { onDone: () => void }) {
  const { connection, toasts } = useApp();
  const label = useSignal('');
  const moment = useSignal(localMoment(Date.now() + soonMs));
  const feedback = useSignal<FeedbackState>(null);
  const id = useId();

  async function set(): Promise<void> {
    const answer = await toasts.attempt(connection.api.alarms.set({ at: moment.value, label: label.value }));
    if (!answer) return;
    if (!answer.ok) return void (feedback.value = { isGood: false, text: alarmErrorText(answer.error.code) });
    toasts.show(t('alarms.set-toast', { name: alarmName(answer.value), time: timeText(answer.value.at) }));
    onDone();
  }

  return (
    <Form
      layout="page"
      class="wide"
      feedback={feedback.value}
      action={t('alarms.set')}
      onCancel={onDone}
      onSubmit={set}
    >
      <Field label={t('alarms.label')} value={label.value} onChange={(value) => (label.value = value)} />
      <div class="form-field">
        <label for={id}>{t('alarms.when')}</label>
        <input
          id={id}
          type="datetime-local"
          value={moment.value}
          onInput={({ currentTarget }) => (moment.value = currentTarget.value)}
        />
      </div>
    </Form>
  );
}
