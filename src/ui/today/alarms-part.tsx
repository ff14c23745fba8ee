/** The alarms that are planned, and the form to set one. */
import { useSignal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { remind } from '#src/ui/calls/remind.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';
import styles from './today.module.css';
import { useId } from 'preact/hooks';
import { localMoment } from '#shared/local-moment.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';

export function AlarmsPart({ alarms }: { alarms: readonly Alarm[] }) {
  const { runNotices, toasts } = useApp();
  const isSetting = useSignal(false);
  return (
    <Section title={t('alarms.title')} hint={t('alarms.hint')}>
      <ul class="cards">
        {alarms.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
        {!isSetting.value && (
          <li>
            <button type="button" class="row card-action" onClick={() => (isSetting.value = true)}>
              <Icon name="plus" />
              {t('alarms.new')}
            </button>
          </li>
        )}
      </ul>
      {isSetting.value && <AlarmForm onDone={() => (isSetting.value = false)} />}
      {runNotices.permission.value === 'default' && alarms.length > 0 && (
        <Button onClick={() => void toasts.attempt(runNotices.ask())}>{t('alarms.notify')}</Button>
      )}
    </Section>
  );
}

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const app = useApp();
  const name = alarmName(alarm);
  return (
    <li class={`card-row ${styles.row}`}>
      <span class={styles.name}>
        <strong class="own-language" dir="auto">
          {name}
        </strong>
        <small>{timeText(alarm.at)}</small>
        {alarm.origin.outside && <small class="hint">{t('alarms.outside')}</small>}
      </span>
      <QuietButton
        icon="share"
        label={t('alarms.calendar', { name })}
        onClick={() => void remind(alarm, app)}
      />
      <QuietButton
        icon="close"
        label={t('alarms.cancel', { name })}
        onClick={() => void cancel(alarm, app)}
      />
    </li>
  );
}

async function cancel(alarm: Alarm, { connection, toasts }: AppState): Promise<void> {
  const { alarms } = connection.api;
  const cancelled = await toasts.attempt(alarms.cancel(alarm.id));
  if (!cancelled) return;
  toasts.show(t('alarms.cancelled', { name: alarmName(alarm) }), {
    label: t('action.undo'),
    run: () => void restore(),
  });

  async function restore(): Promise<void> {
    const answer = await toasts.attempt(alarms.restore(alarm));
    if (answer && !answer.ok) toasts.show(alarmErrorText(answer.error.code));
  }
}

const soonMs = 10 * 60_000;

/** A form to set an alarm: its label and its time. */
function AlarmForm({ onDone }: { onDone: () => void }) {
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
