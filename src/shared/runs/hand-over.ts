/** What a run that did not complete hands over: what it did, and what it did not, from its calls and to-dos. */
import { callsWithResults, type CallWithResult, type Message } from '../conversation/message.ts';
import { isSettled, todosOf } from '../conversation/todo.ts';
import type { RunId } from '../ids.ts';

export type ToolCount = { tool: string; count: number };

/** `failed`: the call returned an error. `left`: it was not started, it was cancelled, or its result is unknown. */
export type HandOver = { done: ToolCount[]; failed: ToolCount[]; left: ToolCount[]; todos: string[] };

/** Undefined for a run without calls: its text is all there is. */
export function handOverOf(messages: readonly Message[], run: RunId): HandOver | undefined {
  const own = messages.filter((message) => message.run === run && message.role === 'assistant');
  const calls = own.flatMap(callsWithResults);
  if (calls.length === 0) return undefined;
  const todos = todosOf(own)?.todos.filter((todo) => !isSettled(todo)) ?? [];
  const named = (kind: string) => countTools(calls.filter((call) => endOf(call) === kind));
  return {
    ...{ done: named('done'), failed: named('failed'), left: named('left') },
    todos: todos.map(({ content }) => content),
  };
}

function endOf({ result }: CallWithResult): 'done' | 'failed' | 'left' {
  if (!result) return 'left';
  if (result.result.status === 'success') return 'done';
  const { error_type } = result.result;
  return error_type === 'cancelled' || error_type === 'interrupted' ? 'left' : 'failed';
}

export function countTools(calls: readonly CallWithResult[]): ToolCount[] {
  const counts = new Map<string, number>();
  for (const { call } of calls) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
  return [...counts].map(([tool, count]) => ({ tool, count }));
}
