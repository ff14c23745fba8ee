/** The head of a chat that the scheduler created: its task, and how many times were missed. */
import { missedText } from '#shared/tasks/missed-text.ts';
import type { ScheduledRun } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { language, t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './scheduled-line.module.css';

export function ScheduledLine({ scheduled: { id, due, missed } }: { scheduled: ScheduledRun }) {
  const time = new Date(due).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' });
  const path = id === heartbeatId ? '' : id;
  return (
    <p class={styles.line}>
      <Icon name="clock" />
      <span>
        {t('tasks.scheduled', { time })}
        {missed > 0 && ` · ${t('tasks.missed', { count: missedText(missed) })}`}
      </span>
      <a href={formatRoute({ view: 'screen', name: 'tasks', path })}>{t('tasks.open-task')}</a>
    </p>
  );
}
