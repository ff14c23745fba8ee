/** The tasks and their settings as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TaskId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Task, TaskSettings } from '#shared/tasks/task.ts';
import { useApp } from '#src/ui/app-context.ts';

/** `stalled`: by the id of a task, why its run could not be stored. */
export type ShownTasks = {
  tasks: readonly Task[];
  settings: TaskSettings;
  stalled: ReadonlyMap<TaskId, ModelError>;
};

const shown = signal<ShownTasks | null>(null);

export function useTasks(): ShownTasks | null {
  const { connection, toasts } = useApp();
  useEffect(() => {
    const { tasks } = connection.api;
    const refresh = async () => {
      const loading = Promise.all([tasks.list(), tasks.settings(), tasks.stalled()]);
      const [list, settings, stalled] = (await toasts.attempt(loading)) ?? [];
      if (!list || !settings?.ok) return;
      const faults = new Map(stalled?.map(({ id, error }) => [id, error]));
      shown.value = { tasks: list, settings: settings.value, stalled: faults };
    };
    void refresh();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'tasks')) void refresh();
    });
  }, []);
  return shown.value;
}
