/** A reminder in the user's calendar, which opens the app at the time of a task: a closed app runs nothing. */
import type { Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { addReminder } from '#src/state/today/add-reminder.ts';
import { isOnlyNext, repeatOf } from './calendar-repeat.ts';

export function remind(
  { id, name, schedule }: Task,
  next: number,
  app: Pick<AppState, 'connection' | 'toasts'>,
): Promise<void> {
  const { origin, pathname } = globalThis.location;
  const link = origin + pathname + formatRoute({ view: 'screen', name: 'tasks', path: id });
  const repeat = repeatOf(schedule);
  const notes = t(isOnlyNext(schedule) ? 'tasks.remind-next-notes' : 'tasks.remind-notes', { link });
  // The weekdays and hours of cron are those of its time zone, which may differ from that of the device.
  const zone = schedule.type === 'cron' ? schedule.timeZone : undefined;
  return addReminder({ title: name, at: next, notes, repeat, zone }, t('tasks.remind-failed'), app);
}
