/** The form of one alarm: its label, its first time, and how it repeats. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Alarm } from '#shared/alarms/alarm.ts';
import { localMoment } from '#shared/local-moment.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { repeatText } from '#src/ui/kit/schedule/cron-text.ts';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';

const soonMs = 10 * 60_000;

const choices = ['never', 'daily', 'weekdays', 'weekly'] as const;
type Choice = (typeof choices)[number];

/** `stored`: the alarm that is changed; undefined for a new one. */
type FormProps = { stored: Alarm | undefined; onDone: () => void };

export function AlarmForm({ stored, onDone }: FormProps) {
  const { connection, toasts } = useApp();
  const first = localMoment(stored?.at ?? Date.now() + soonMs);
  const label = useSignal(stored?.label ?? '');
  const moment = useSignal(first);
  const repeat = useSignal(choiceOf(stored?.repeat));
  const feedback = useSignal<FeedbackState>(null);

  async function set(): Promise<void> {
    const kept = repeat.value === 'kept';
    const answer = await toasts.attempt(
      connection.api.alarms.set({
        ...(stored ? { id: stored.id } : {}),
        // An unchanged time is not sent: it may have passed meanwhile.
        ...(stored && moment.value === first && kept ? {} : { at: moment.value }),
        ...(kept ? {} : { repeat: repeat.value }),
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
      <MomentField value={moment.value} onChange={(value) => (moment.value = value)} />
      <RepeatField {...{ stored, repeat: repeat.value }} onChange={(value) => (repeat.value = value)} />
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

type RepeatProps = {
  stored: Alarm | undefined;
  repeat: Choice | 'kept';
  onChange: (value: Choice | 'kept') => void;
};

/** A pattern that has no choice of its own is a choice as it is. */
function RepeatField({ stored, repeat, onChange }: RepeatProps) {
  const own = stored?.repeat && choiceOf(stored.repeat) === 'kept' ? stored.repeat : undefined;
  return (
    <SelectField<Choice | 'kept'>
      label={t('alarms.repeat')}
      options={[
        ...(own ? [{ value: 'kept' as const, label: repeatText(own) }] : []),
        ...choices.map((value) => ({ value, label: t(`alarms.repeat-${value}`) })),
      ]}
      value={repeat}
      onChange={onChange}
    />
  );
}

function choiceOf(repeat: Alarm['repeat']): Choice | 'kept' {
  if (!repeat) return 'never';
  const days = 'cron' in repeat ? /^\d+ \d+ \* \* (\S+)$/.exec(repeat.cron)?.[1] : undefined;
  if (days === '*') return 'daily';
  if (days === '1-5') return 'weekdays';
  return days !== undefined && /^[0-6]$/.test(days) ? 'weekly' : 'kept';
}
