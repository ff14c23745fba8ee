/** The tasks and their settings as the engine has them; null until they have been loaded once. */
import { signal } from '@preact/signals';
import type { TaskId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Task, TaskSettings } from '#shared/tasks/task.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useReload } from '#src/ui/use-reload.ts';

/** `stalled`: by the id of a task, why its run could not be stored. */
export type ShownTasks = {
  tasks: readonly Task[];
  settings: TaskSettings;
  stalled: ReadonlyMap<TaskId, ModelError>;
};

const shown = signal<ShownTasks | null>(null);

export function useTasks(): ShownTasks | null {
  const { tasks } = useApp().connection.api;
  useReload(['tasks'], async () => {
    const loading = [tasks.list(), tasks.settings(), tasks.stalled()] as const;
    const [list, settings, stalled] = await Promise.all(loading);
    if (!settings.ok) return;
    const faults = new Map(stalled.map(({ id, error }) => [id, error]));
    shown.value = { tasks: list, settings: settings.value, stalled: faults };
  });
  return shown.value;
}
