/** The to-do list is that of the newest `todowrite` call in a branch. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallStatus, Message } from '#shared/conversation/message.ts';
import type { JsonObject } from '#shared/json.ts';
import { readTodos, todosOf, todoStatuses } from '#shared/conversation/todo.ts';
import { call, message } from '#tests/fixtures/worlds/messages.ts';

let count = 0;
function wrote(todos: JsonObject[], status: CallStatus = 'success', name = 'todowrite'): Message {
  count++;
  return message(`m${count}`, 'assistant', [call(`c${count}`, { name, arguments: { todos }, status })]);
}

describe('todosOf', () => {
  it('is the newest successfully written list, not a failed or pending one', () => {
    const messages = [
      wrote([{ content: 'old', status: 'pending' }]),
      wrote([{ content: 'new', status: 'in_progress' }]),
      wrote([{ content: 'failed', status: 'pending' }], 'error'),
      wrote([{ content: 'coming', status: 'pending' }], 'running'),
      wrote([{ content: 'other', status: 'pending' }], 'success', 'todoread'),
    ];
    expect(todosOf(messages)).toEqual({
      message: messages[1]?.id,
      todos: [{ content: 'new', status: 'in_progress' }],
    });
    expect(todosOf([])).toBeUndefined();
  });

  it('is an empty list where the newest call emptied it', () => {
    expect(todosOf([wrote([{ content: 'old', status: 'pending' }]), wrote([])])?.todos).toEqual([]);
  });
});

describe('readTodos', () => {
  it('reads values in any case, and leaves out unreadable ones', () => {
    const todos = [
      { content: 'a', status: 'COMPLETED', priority: 'High', id: '1', more: 1 },
      { content: 'b', status: 'soon', priority: null },
      { status: 'pending' },
      'c',
    ];
    expect(readTodos({ todos })).toEqual([
      { content: 'a', status: 'completed', priority: 'high', id: '1' },
      { content: 'b', status: 'pending' },
    ]);
  });

  it('never throws, and returns only to-dos, for any input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (more, todos) => {
        for (const { content, status } of readTodos({ ...more, todos } as JsonObject)) {
          expect(content).toBeTypeOf('string');
          expect(todoStatuses).toContain(status);
        }
      }),
    );
  });
});
