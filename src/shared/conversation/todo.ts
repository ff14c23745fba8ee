/** The list of what a model means to do, as it writes it with `todowrite`; the conversation is where it is kept. */
import { isJsonObject, type JsonObject } from '../json.ts';
import type { MessageId } from '../ids.ts';
import type { Message } from './message.ts';

export const todoStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
type TodoStatus = (typeof todoStatuses)[number];

export const todoPriorities = ['high', 'medium', 'low'] as const;
type TodoPriority = (typeof todoPriorities)[number];

export type Todo = { content: string; status: TodoStatus; priority?: TodoPriority; id?: string };

/** `message`: the one it was written in. */
export type TodoList = { message: MessageId; todos: Todo[] };

/** The newest list of a branch: each branch has the one that was written on it. */
export function todosOf(messages: readonly Message[]): TodoList | undefined {
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    const written = message?.parts.findLast(
      (part) => part.type === 'call' && part.name === 'todowrite' && part.status === 'success',
    );
    if (message && written?.type === 'call')
      return { message: message.id, todos: readTodos(written.arguments) };
  }
  return undefined;
}

/** A call keeps its arguments as the model wrote them, which the engine may have mended before it took them. */
export function readTodos({ todos }: JsonObject): Todo[] {
  if (!Array.isArray(todos)) return [];
  return todos.filter(isJsonObject).flatMap(({ content, status, priority, id }): Todo[] => {
    if (typeof content !== 'string') return [];
    const level = match(priority, todoPriorities);
    return [
      {
        content,
        status: match(status, todoStatuses) ?? 'pending',
        ...(level ? { priority: level } : {}),
        ...(typeof id === 'string' ? { id } : {}),
      },
    ];
  });
}

/** Nothing of it is left to do. */
export function isSettled({ status }: Pick<Todo, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

function match<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return typeof value === 'string' ? known.find((each) => each === value.toLowerCase()) : undefined;
}
