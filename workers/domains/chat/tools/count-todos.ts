/** Summarises a to-do list in one line for the model. */
import { todoStatuses, type Todo } from '#shared/conversation/todo.ts';

/** Such as '3 to-dos: 1 in progress, 2 pending.' */
export function countTodos(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The to-do list is empty.';
  const counts = todoStatuses.flatMap((status) => {
    const count = todos.filter((todo) => todo.status === status).length;
    return count > 0 ? [`${count} ${status.replace('_', ' ')}`] : [];
  });
  return `${todos.length} to-do${todos.length === 1 ? '' : 's'}: ${counts.join(', ')}.`;
}
