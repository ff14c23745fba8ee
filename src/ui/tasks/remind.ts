/** A reminder in the user's calendar, which opens the app at the time of a task: a closed app runs nothing. */
import type { Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { localMoment, repeatOf, whenOf } from './when-fields.ts';

const minutes = 60_000;

/** The tool of agents writes the file, and its sheet hands it over. */
export async function remind(
  { id, name, schedule }: Task,
  next: number,
  { connection, toasts }: Pick<AppState, 'connection' | 'toasts'>,
): Promise<void> {
  const { origin, pathname } = location;
  const link = origin + pathname + formatRoute({ view: 'screen', name: 'tasks', path: id });
  const repeat = repeatOf(whenOf(schedule, next));
  const report = await toasts.attempt(
    connection.api.tools.call('create_calendar_event', {
      ...{ title: name, start: localMoment(next), end: localMoment(next + 15 * minutes) },
      ...{ notes: t('tasks.remind-notes', { link }), reminder: [0] },
      ...(repeat ? { repeat } : {}),
    }),
  );
  if (!report || report.status === 'success') return;
  // The user put the sheet away.
  if (report.error_type !== 'permission_denied') toasts.show(t('tasks.remind-failed'));
}
