/** What a run that did not complete hands over. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { ResultPart } from '#shared/conversation/message.ts';
import { handOverOf } from '#shared/runs/hand-over.ts';
import { call, message, result, run, text } from '#tests/fixtures/worlds/messages.ts';

const failed = (id: string, error_type: 'timeout' | 'cancelled' | 'interrupted'): ResultPart => ({
  ...result(id),
  result: { status: 'error', error_type, message: 'No.' },
});
const todos = [
  { content: 'Measure', status: 'completed' },
  { content: 'Paint', status: 'pending' },
];

describe('a run that did not complete', () => {
  it('lists what was done, what failed, and what is left, each call once', () => {
    const steps = [
      message('u', 'user', [text('go')]),
      message('a', 'assistant', [
        call('1', { name: 'write_file' }),
        call('2', { name: 'write_file' }),
        call('3', { name: 'fetch_url' }),
        call('4', { name: 'todowrite', arguments: { todos } }),
        ...['1', '2', '4'].map((id) => result(id)),
        failed('3', 'timeout'),
      ]),
      message('b', 'assistant', [
        ...['5', '6', '7'].map((id) => call(id, { name: 'git_push', status: 'running' })),
        failed('5', 'cancelled'),
        failed('6', 'interrupted'),
      ]),
    ];
    expect(handOverOf(steps, run)).toEqual({
      done: [
        { tool: 'write_file', count: 2 },
        { tool: 'todowrite', count: 1 },
      ],
      failed: [{ tool: 'fetch_url', count: 1 }],
      left: [{ tool: 'git_push', count: 3 }],
      todos: ['Paint'],
    });
  });

  it('has nothing to list without calls of its own', () => {
    const other = message('a', 'assistant', [call('1'), result('1')], { run: asId<'run'>('other') });
    expect(handOverOf([other, message('b', 'assistant', [text('Half')])], run)).toBeUndefined();
  });
});
