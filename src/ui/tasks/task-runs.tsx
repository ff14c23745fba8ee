/** The actions on a task, and the results of its last runs. */
import { missedText } from '#shared/tasks/missed-text.ts';
import type { Task, TaskResult } from '#shared/tasks/task.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { AcceptButton } from './accept-button.tsx';
import { isOnlyNext } from '#src/ui/kit/schedule/calendar-repeat.ts';
import { remindTask } from '#src/ui/calls/offers/remind.ts';
import { removeTask } from './remove-task.ts';
import { acceptTask, runNow } from './run-now.ts';
import { failureText, momentText, spentText, taskErrorText } from './task-text.ts';
import styles from './tasks.module.css';

/** A run that began later than this shows when it was due; smaller delays are those of the timer. */
const lateMs = 120_000;

export function TaskActions({ task }: { task: Task }) {
  const app = useApp();
  const { connection, router, toasts } = app;
  const { id, isWaiting, isPaused = false, running, next } = task;

  async function pause(): Promise<void> {
    const answer = await toasts.attempt(connection.api.tasks.pause(id, !isPaused));
    if (answer && !answer.ok) toasts.show(taskErrorText(answer.error.code));
  }

  async function remove(): Promise<void> {
    if (await removeTask(task, app)) router.go({ view: 'screen', name: 'tasks', path: '' });
  }

  return (
    <div class="chips">
      {!isWaiting && (
        <Button disabled={running !== undefined} onClick={() => void runNow(task, app)}>
          {t(running ? 'tasks.running' : 'tasks.run-now')}
        </Button>
      )}
      {isWaiting ? (
        <AcceptButton shown={JSON.stringify(task)} accept={() => acceptTask(task, app)} />
      ) : (
        <Button onClick={() => void pause()}>{t(isPaused ? 'tasks.resume' : 'tasks.pause')}</Button>
      )}
      {next !== null && (
        <Button icon="bell" onClick={() => void remindTask(task, next, app)}>
          {t(isOnlyNext(task.schedule) ? 'tasks.remind-next' : 'tasks.remind')}
        </Button>
      )}
      <Button icon="trash" onClick={() => void remove()}>
        {t('tasks.remove')}
      </Button>
    </div>
  );
}

export function TaskResults({ task: { results } }: { task: Task }) {
  if (results.length === 0) return null;
  return (
    <Section title={t('tasks.results')}>
      <ul class="cards">
        {results.map((result) => (
          <ResultRow key={`${result.at} ${result.session ?? ''}`} result={result} />
        ))}
      </ul>
    </Section>
  );
}

export function ResultRow({
  result: { due, at, missed, session, tries = 1, spent, failure, isQuiet },
}: {
  result: TaskResult;
}) {
  return (
    <li class={`card-row ${styles.result}`} data-status={failure ? 'error' : 'success'}>
      <Icon name={failure ? 'alert' : 'check'} />
      <div class={styles.whole}>
        <span>{momentText(at)}</span>
        {at - due > lateMs && <small class="hint">{t('tasks.was-due', { time: momentText(due) })}</small>}
        {missed > 0 && <small class="hint">{t('tasks.missed', { count: missedText(missed) })}</small>}
        {tries > 1 && <small class="hint">{t('tasks.tries', { count: tries })}</small>}
        {spent && <small class="hint">{spentText(spent)}</small>}
        <small class={failure ? styles.failed : 'hint'}>
          {failure ? failureText(failure) : doneText(isQuiet)}
        </small>
      </div>
      {session && (
        <a class={styles.toChat} href={formatRoute({ view: 'chat', session })}>
          {t('tasks.open-chat')}
        </a>
      )}
    </li>
  );
}

function doneText(isQuiet: true | undefined): string {
  return t(isQuiet ? 'tasks.quiet' : 'tasks.completed');
}
