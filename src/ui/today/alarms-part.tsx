/** The alarms that are planned, and the form to set one. */
import { useSignal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { remind } from '#src/ui/calls/remind.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { AlarmForm } from './alarm-form.tsx';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';
import styles from './today.module.css';

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
        <button type="button" class="button" onClick={() => void toasts.attempt(runNotices.ask())}>
          {t('alarms.notify')}
        </button>
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
      <IconButton
        class="quiet"
        icon="share"
        label={t('alarms.calendar', { name })}
        onClick={() => void remind(alarm, app)}
      />
      <IconButton
        class="quiet"
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
