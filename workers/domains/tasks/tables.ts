/** The table of tasks. */
import type { TaskId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import type { Table } from '#workers/contracts/table.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    tasks: { key: TaskId; value: Task };
  }
}

export const tables: readonly Table[] = [{ name: 'tasks', since: 8, keyPath: 'id' }];
