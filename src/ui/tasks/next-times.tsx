/** The next five times of a schedule in the user's language, or why the schedule is invalid. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ScheduleInput, TaskAnswer } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { momentText, taskErrorText } from './task-text.ts';
import styles from './tasks.module.css';

export function NextTimes({ schedule, hasHeartbeat }: { schedule: ScheduleInput; hasHeartbeat: boolean }) {
  const { connection, toasts } = useApp();
  const answer = useSignal<TaskAnswer<number[]> | null>(null);
  const { at, cron, time_zone: zone } = schedule;
  const onHeartbeat = schedule.on_heartbeat === true;
  useEffect(() => {
    let isOver = false;
    void toasts.attempt(connection.api.tasks.times(schedule)).then((times) => {
      // A later edit gets its own answer.
      if (times && !isOver) answer.value = times;
    });
    return () => void (isOver = true);
  }, [at, cron, zone, onHeartbeat]);
  if (onHeartbeat)
    return <p class="hint">{t(hasHeartbeat ? 'tasks.with-heartbeat' : 'tasks.heartbeat-is-off')}</p>;
  if (!answer.value) return null;
  if (!answer.value.ok) return <p class="hint">{taskErrorText(answer.value.error.code)}</p>;
  return (
    <section aria-label={t('tasks.times')}>
      <h2 class={styles.timesTitle}>{t('tasks.times')}</h2>
      <ul class={styles.times}>
        {answer.value.value.map((time) => (
          <li key={time}>{momentText(time)}</li>
        ))}
      </ul>
    </section>
  );
}
