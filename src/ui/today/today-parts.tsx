/** The lists of the screen Today: missed alarms, what waits for the user, alarms, and tasks. */
import type { TodayFacts } from '#src/state/today/follow-today.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { AlarmsPart } from './alarms-part.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { MissedPart } from './missed-part.tsx';
import { TasksPart, useTaskNews } from './tasks-part.tsx';
import styles from './today.module.css';

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
