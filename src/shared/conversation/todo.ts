/** To-do lists that a model writes with `todowrite`. They are stored only as calls in the conversation. */
import { isJsonObject, type JsonObject } from '../json.ts';
import type { MessageId } from '../ids.ts';
import type { Message } from './message.ts';

export const todoStatuses = ['pending', 'in_progress', 'completed', 'cancelled'] as const;
type TodoStatus = (typeof todoStatuses)[number];

export const todoPriorities = ['high', 'medium', 'low'] as const;
type TodoPriority = (typeof todoPriorities)[number];

export type Todo = { content: string; status: TodoStatus; priority?: TodoPriority; id?: string };

/** `message`: the message that contains the call. */
export type TodoList = { message: MessageId; todos: Todo[] };

/** The newest list of a branch. */
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

/** Tolerant, because a stored call has the arguments as the model wrote them, before the engine normalised them. */
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

/** Completed or cancelled. */
export function isSettled({ status }: Pick<Todo, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}

function match<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return typeof value === 'string' ? known.find((each) => each === value.toLowerCase()) : undefined;
}
