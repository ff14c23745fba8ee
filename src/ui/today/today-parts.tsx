/** The lists of the screen Today: missed alarms, what waits for the user, alarms, and tasks. */
import type { TodayFacts } from '#src/state/today/follow-today.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { AlarmsPart } from './alarms-part.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { TasksPart, useTaskNews } from './tasks-part.tsx';
import styles from './today.module.css';
import { useEffect, useRef } from 'preact/hooks';
import { snoozes, type Alarm } from '#shared/alarms/alarm.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { alarmErrorText, alarmName, timeText } from './today-text.ts';

export function TodayParts(facts: TodayFacts) {
  const { alarms, memories, hasNewList, isOn } = facts;
  const missed = alarms.filter(({ state }) => state === 'missed');
  const open = alarms.filter(({ state }) => state !== 'missed');
  const news = useTaskNews(facts);
  const waiting = memories + news.asking + Number(hasNewList);
  const isEmpty = alarms.length + waiting + news.due.length + news.results.length === 0;
  return (
    <>
      {!isOn && <SwitchedOff />}
      {isEmpty && <p class="hint">{t('today.empty')}</p>}
      {missed.length > 0 && <MissedPart missed={missed} />}
      {waiting > 0 && (
        <ul class="cards">
          {memories > 0 && <Waiting screen="memory" text={t('today.memories', { count: memories })} />}
          {news.asking > 0 && <Waiting screen="tasks" text={t('today.asking', { count: news.asking })} />}
          {hasNewList && <Waiting screen="tasks" text={t('today.asking-list')} />}
        </ul>
      )}
      {isOn && <AlarmsPart alarms={open} />}
      <TasksPart {...news} />
    </>
  );
}

function Waiting({ screen, text }: { screen: string; text: string }) {
  return (
    <li>
      <a class="row card-action" href={formatRoute({ view: 'screen', name: screen, path: '' })}>
        <span class={styles.waiting}>{text}</span>
        <Icon name="chevron-right" />
      </a>
    </li>
  );
}

function SwitchedOff() {
  return (
    <p class="hint">
      {t('today.off')}{' '}
      <a href={formatRoute({ view: 'screen', name: 'tasks', path: '' })}>{t('today.to-tasks')}</a>
    </p>
  );
}

/** The missed alarms; each is shown on one visit. */
function MissedPart({ missed }: { missed: readonly Alarm[] }) {
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
            <Button
              aria-label={t('alarms.snooze-name', { name: alarmName(alarm), count: snoozes[0] })}
              onClick={() => void again(alarm.id, snoozes[0])}
            >
              {t('alarms.snooze', { count: snoozes[0] })}
            </Button>
            <QuietButton
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
