/** The tasks that are due today, and the results of tasks since the user's last visit. */
import { useState } from 'preact/hooks';
import type { SessionId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Task } from '#shared/tasks/task.ts';
import type { TodayFacts } from '#src/state/today/follow-today.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { dueToday, endOf, newResults, type NewResult } from '#src/state/today/results.ts';
import { lastVisit } from '#src/state/today/visit.ts';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { t } from '#src/state/text/text.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { timeText } from './today-text.ts';
import styles from './today.module.css';

/** `faults`: why tasks that are due could not begin. `asking`: how many wait for the user. */
export type TaskNews = {
  due: readonly Task[];
  faults: ReadonlyMap<Task['id'], ModelError>;
  results: readonly NewResult[];
  asking: number;
};

/** `since` does not change, so that the results stay for the whole visit. */
export function useTaskNews({ tasks, stalled, heartbeatResults, isOn }: TodayFacts): TaskNews {
  const [since] = useState(lastVisit.value);
  return {
    due: isOn ? dueToday(tasks, Date.now()) : [],
    faults: new Map(stalled.map(({ id, error }) => [id, error])),
    results: newResults(tasks, heartbeatResults, since),
    asking: tasks.filter(({ isWaiting }) => isWaiting).length,
  };
}

export function TasksPart({ due, faults, results }: TaskNews) {
  return (
    <>
      {due.length > 0 && (
        <Section title={t('today.due')}>
          <ul class="cards">
            {due.map(({ id, name, next }) => (
              <Row
                key={id}
                href={taskAddress(id)}
                name={name}
                note={timeText(next ?? 0)}
                fault={faults.get(id)}
              />
            ))}
          </ul>
        </Section>
      )}
      {results.length > 0 && (
        <Section title={t('today.results')}>
          <ul class="cards">
            {results.map(({ task, result }) => (
              <Row
                key={`${task?.id} ${result.at}`}
                href={result.session ? chatAddress(result.session) : taskAddress(task?.id)}
                name={task?.name ?? t('today.heartbeat')}
                note={t(result.failure ? 'today.failed' : 'today.done', { time: timeText(endOf(result)) })}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function chatAddress(session: SessionId): string {
  return formatRoute({ view: 'chat', session });
}

/** The address of a task; without an id that of the screen of tasks, which contains the heartbeat. */
function taskAddress(id: Task['id'] | undefined): string {
  return formatRoute({ view: 'screen', name: 'tasks', path: id ?? '' });
}

type RowProps = { href: string; name: string; note: string; fault?: ModelError | undefined };

function Row({ href, name, note, fault }: RowProps) {
  return (
    <li class={`card-row ${styles.row}`}>
      <a class={styles.name} href={href}>
        <strong class="own-language" dir="auto">
          {name}
        </strong>
        <small>{note}</small>
        {fault && <small>{t('today.stalled', { reason: sentenceFor(fault) })}</small>}
      </a>
    </li>
  );
}
