/** The alarms that are planned, and the form to set one. */
import { useSignal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { remindAlarm } from '#src/ui/calls/offers/remind.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { AlarmForm } from './alarm-form.tsx';
import { repeatText } from '#src/ui/kit/schedule/cron-text.ts';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';
import styles from './today.module.css';
import { useId } from 'preact/hooks';

export function AlarmsPart({ alarms }: { alarms: readonly Alarm[] }) {
  const { runNotices, toasts } = useApp();
  /** The alarm that is changed, or a new one. */
  const editing = useSignal<Alarm | 'new' | null>(null);
  return (
    <Section title={t('alarms.title')} hint={t('alarms.hint')}>
      <ul class="cards">
        {alarms.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} onEdit={() => (editing.value = alarm)} />
        ))}
        {!editing.value && (
          <li>
            <button type="button" class="row card-action" onClick={() => (editing.value = 'new')}>
              <Icon name="plus" />
              {t('alarms.new')}
            </button>
          </li>
        )}
      </ul>
      {editing.value && (
        <AlarmForm
          key={editing.value === 'new' ? 'new' : editing.value.id}
          stored={editing.value === 'new' ? undefined : editing.value}
          onDone={() => (editing.value = null)}
        />
      )}
      {runNotices.permission.value === 'default' && alarms.length > 0 && (
        <Button onClick={() => void toasts.attempt(runNotices.ask())}>{t('alarms.notify')}</Button>
      )}
    </Section>
  );
}

function AlarmRow({ alarm, onEdit }: { alarm: Alarm; onEdit: () => void }) {
  const app = useApp();
  const name = alarmName(alarm);
  const facts = useId();
  return (
    <li class={`card-row ${styles.row}`}>
      <button
        type="button"
        class={styles.name}
        aria-label={t('alarms.change', { name })}
        aria-describedby={facts}
        onClick={onEdit}
      >
        <strong class="own-language" dir="auto">
          {name}
        </strong>
        <small id={facts}>{alarm.repeat ? repeatText(alarm.repeat) : timeText(alarm.at)}</small>
        {alarm.repeat && <small>{t('alarms.next', { time: timeText(alarm.at) })}</small>}
        {alarm.origin.outside && <small class="hint">{t('alarms.outside')}</small>}
      </button>
      <QuietButton
        icon="share"
        label={t('alarms.calendar', { name })}
        onClick={() => void remindAlarm(alarm, app)}
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
