/** Deletes a task, and offers to undo that. */
import type { Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { storeDraft } from '#src/ui/kit/form/stored-draft.ts';
import { taskErrorText } from './task-text.ts';

/** False if it could not be deleted. */
export async function removeTask(
  { id, name }: Task,
  { connection, toasts }: Pick<AppState, 'connection' | 'toasts'>,
): Promise<boolean> {
  const { tasks } = connection.api;
  const removed = await toasts.attempt(tasks.remove(id));
  if (!removed) return false;
  storeDraft('task', id, null);
  toasts.show(t('tasks.removed', { name }), { label: t('action.undo'), run: () => void restore(removed) });
  return true;

  async function restore(task: Task): Promise<void> {
    const answer = await toasts.attempt(tasks.restore(task));
    if (answer && !answer.ok) toasts.show(taskErrorText(answer.error.code));
  }
}
