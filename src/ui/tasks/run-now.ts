/** Runs a task at once, and offers its chat; accepts one that waited for the user. */
import type { Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { taskErrorText } from './task-text.ts';

type App = Pick<AppState, 'connection' | 'router' | 'toasts'>;
type Named = Pick<Task, 'id' | 'name'>;

export async function runNow({ id, name }: Named, { connection, router, toasts }: App): Promise<void> {
  const answer = await toasts.attempt(connection.api.tasks.run(id));
  if (!answer) return;
  if (!answer.ok) return void toasts.show(taskErrorText(answer.error.code));
  const session = answer.value;
  const show = { label: t('action.show'), run: () => router.go({ view: 'chat', session }) };
  toasts.show(t('tasks.began', { name }), show);
}

/**
 * Accepts the task as it was shown. If its time passed while it waited, it runs only if the user chooses so
 * in the toast.
 */
export async function acceptTask(task: Task, app: App): Promise<void> {
  const { connection, toasts } = app;
  const { id, name } = task;
  const answer = await toasts.attempt(connection.api.tasks.pause(id, false, task));
  if (!answer) return;
  if (!answer.ok) return void toasts.show(taskErrorText(answer.error.code));
  const { schedule, next } = answer.value;
  if (schedule.type === 'heartbeat' || next !== null) return void toasts.show(t('tasks.accepted', { name }));
  const run = { label: t('tasks.run-now'), run: () => void runNow({ id, name }, app) };
  toasts.show(t('tasks.accepted-late', { name }), run, lateMs);
}

/** Longer than other toasts, because the user has to decide. */
const lateMs = 20_000;
