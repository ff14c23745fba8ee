/** A reminder in the user's calendar, which opens the app at the time of a task: a closed app runs nothing. */
import type { Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { addReminder } from '#src/state/today/add-reminder.ts';
import { repeatOf, whenOf } from './when-fields.ts';

export function remind(
  { id, name, schedule }: Task,
  next: number,
  app: Pick<AppState, 'connection' | 'toasts'>,
): Promise<void> {
  const { origin, pathname } = location;
  const link = origin + pathname + formatRoute({ view: 'screen', name: 'tasks', path: id });
  const repeat = repeatOf(whenOf(schedule, next));
  const notes = t('tasks.remind-notes', { link });
  return addReminder({ title: name, at: next, notes, repeat }, t('tasks.remind-failed'), app);
}
