/**
 * Why tasks are stalled, such as a full disk. In memory, because storing is what fails. All tabs find the
 * same faults, because each of them tries.
 */
import type { TaskId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { StalledTask } from '#shared/tasks/task.ts';
import { explainStorageError } from '#workers/storage/explain-storage-error.ts';

export type TaskFaults = {
  /** `error`: undefined once the fault is over. */
  note(id: TaskId, error: unknown): void;
  list(): StalledTask[];
};

export function createTaskFaults(changed: (id: TaskId) => void): TaskFaults {
  const faults = new Map<TaskId, ModelError>();
  return {
    note(id, error) {
      const before = faults.get(id);
      const now = error === undefined ? undefined : explainStorageError(error);
      if (now) faults.set(id, now);
      else faults.delete(id);
      if (before?.type !== now?.type) changed(id);
    },
    list: () => [...faults].map(([id, error]) => ({ id, error })),
  };
}
