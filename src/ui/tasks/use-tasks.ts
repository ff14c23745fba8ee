/** The tasks and their settings as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Task, TaskSettings } from '#shared/tasks/task.ts';
import { useApp } from '#src/ui/app-context.ts';

export type ShownTasks = { tasks: readonly Task[]; settings: TaskSettings };

const shown = signal<ShownTasks | null>(null);

export function useTasks(): ShownTasks | null {
  const { connection, toasts } = useApp();
  useEffect(() => {
    const { tasks } = connection.api;
    const refresh = async () => {
      const loaded = await toasts.attempt(Promise.all([tasks.list(), tasks.settings()]));
      if (loaded?.[1].ok) shown.value = { tasks: loaded[0], settings: loaded[1].value };
    };
    void refresh();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'tasks')) void refresh();
    });
  }, []);
  return shown.value;
}
