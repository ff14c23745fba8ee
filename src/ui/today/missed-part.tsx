/** The missed alarms; each is shown on one visit. */
import { useEffect, useRef } from 'preact/hooks';
import { snoozes, type Alarm } from '#shared/alarms/alarm.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';
import styles from './today.module.css';

export function MissedPart({ missed }: { missed: readonly Alarm[] }) {
  const { connection, toasts } = useApp();
  const { alarms } = connection.api;
  const shown = useRef(missed);
  shown.current = missed;
  useEffect(
    () => () => {
      for (const { id } of shown.current) void toasts.attempt(alarms.dismiss(id));
    },
    [],
  );
  async function again(id: Alarm['id'], minutes: number): Promise<void> {
    const answer = await toasts.attempt(alarms.snooze(id, minutes));
    if (answer && !answer.ok) toasts.show(alarmErrorText(answer.error.code));
  }
  return (
    <Section title={t('alarms.missed')} hint={t('alarms.missed-hint')}>
      <ul class="cards">
        {missed.map((alarm) => (
          <li key={alarm.id} class={`card-row ${styles.row}`}>
            <span class={styles.name}>
              <strong class="own-language" dir="auto">
                {alarmName(alarm)}
              </strong>
              <small>{timeText(alarm.at)}</small>
            </span>
            <button
              type="button"
              class="button"
              aria-label={t('alarms.snooze-name', { name: alarmName(alarm), count: snoozes[0] })}
              onClick={() => void again(alarm.id, snoozes[0])}
            >
              {t('alarms.snooze', { count: snoozes[0] })}
            </button>
            <IconButton
              class="quiet"
              icon="close"
              label={t('alarms.dismiss', { name: alarmName(alarm) })}
              onClick={() => void toasts.attempt(alarms.dismiss(alarm.id))}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
