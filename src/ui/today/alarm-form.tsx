/** The form of one alarm: its label, its first time, and how it repeats. */
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Alarm } from '#shared/alarms/alarm.ts';
import { localMoment } from '#shared/local-moment.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { draftOf, repeatOf, type RepeatFields } from './repeat-fields.ts';
import { RepeatInputs } from './repeat-inputs.tsx';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';

const soonMs = 10 * 60_000;

/** `stored`: the alarm that is changed; undefined for a new one. */
type FormProps = { stored: Alarm | undefined; onDone: () => void };

export function AlarmForm({ stored, onDone }: FormProps) {
  const { connection, toasts } = useApp();
  const first = localMoment(stored?.at ?? Date.now() + soonMs);
  const label = useSignal(stored?.label ?? '');
  const moment = useSignal(first);
  const repeat = useSignal<RepeatFields>(repeatOf(stored?.repeat, first));
  const before = useRef(draftOf(repeat.value));
  const feedback = useSignal<FeedbackState>(null);

  async function set(): Promise<void> {
    const draft = draftOf(repeat.value);
    const { kind } = repeat.value;
    const isSameTime = stored !== undefined && moment.value === first;
    // A new time moves the day of what repeats weekly, but not the dates, of which some may have passed.
    const isKept =
      stored !== undefined &&
      JSON.stringify(draft) === JSON.stringify(before.current) &&
      (isSameTime || kind === 'dates');
    const answer = await toasts.attempt(
      connection.api.alarms.set({
        ...(stored ? { id: stored.id } : {}),
        // An unchanged time is not sent: it may have passed meanwhile.
        ...((isKept && isSameTime) || kind === 'cron' ? {} : { at: moment.value }),
        ...(isKept ? {} : draft),
        label: label.value,
      }),
    );
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
      action={t(stored ? 'alarms.save' : 'alarms.set')}
      onCancel={onDone}
      onSubmit={set}
    >
      <Field label={t('alarms.label')} value={label.value} onChange={(value) => (label.value = value)} />
      {repeat.value.kind !== 'cron' && (
        <MomentField value={moment.value} onChange={(value) => (moment.value = value)} />
      )}
      <RepeatInputs
        fields={repeat.value}
        onChange={(part) => (repeat.value = { ...repeat.value, ...part })}
      />
    </Form>
  );
}

function MomentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div class="form-field">
      <label for={id}>{t('alarms.when')}</label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
