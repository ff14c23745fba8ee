/** Of tasks: what is due today, and the results since the user looked last. */
import { useState } from 'preact/hooks';
import type { Task } from '#shared/tasks/task.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { dueToday, newResults, type NewResult } from '#src/state/today/results.ts';
import { lastVisit } from '#src/state/today/visit.ts';
import { t } from '#src/state/text/text.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { timeText } from './today-text.ts';
import styles from './today.module.css';

/** `asking`: how many wait for the user's yes. */
export type TaskNews = { due: readonly Task[]; results: readonly NewResult[]; asking: number };

/** The results stay for the whole visit. */
export function useTaskNews(tasks: readonly Task[]): TaskNews {
  const [since] = useState(lastVisit.value);
  return {
    due: dueToday(tasks, Date.now()),
    results: newResults(tasks, since),
    asking: tasks.filter(({ isWaiting }) => isWaiting).length,
  };
}

export function TasksPart({ due, results }: TaskNews) {
  return (
    <>
      {due.length > 0 && (
        <Section title={t('today.due')}>
          <ul class="cards">
            {due.map(({ id, name, next }) => (
              <Row key={id} href={taskAddress(id)} name={name} note={timeText(next ?? 0)} />
            ))}
          </ul>
        </Section>
      )}
      {results.length > 0 && (
        <Section title={t('today.results')}>
          <ul class="cards">
            {results.map(({ task, result }) => (
              <Row
                key={`${task.id} ${result.at}`}
                href={
                  result.session
                    ? formatRoute({ view: 'chat', session: result.session })
                    : taskAddress(task.id)
                }
                name={task.name}
                note={t(result.failure ? 'today.failed' : 'today.done', { time: timeText(result.at) })}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function taskAddress(id: Task['id']): string {
  return formatRoute({ view: 'screen', name: 'tasks', path: id });
}

function Row({ href, name, note }: { href: string; name: string; note: string }) {
  return (
    <li class={`card-row ${styles.row}`}>
      <a class={styles.name} href={href}>
        <strong dir="auto">{name}</strong>
        <small>{note}</small>
      </a>
    </li>
  );
}
