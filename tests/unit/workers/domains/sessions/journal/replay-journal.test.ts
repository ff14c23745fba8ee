import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Message, Part } from '#shared/conversation/message.ts';
import { closeOpenCalls } from '#workers/domains/sessions/journal/replay-journal.ts';
import { reportRun, titleFrom } from '#workers/domains/runs/run-report.ts';

const session = asId<'session'>('s');
const run = asId<'run'>('r');
const call = (id: string, status: 'pending' | 'running' | 'success'): Part => ({
  type: 'call',
  id: asId<'call'>(id),
  name: 'noop',
  arguments: {},
  status,
});
const result = (id: string): Part => ({
  type: 'result',
  call: asId<'call'>(id),
  result: { status: 'success', result: 'x' },
  duration_ms: 1,
});
const step = (...parts: Part[]): Message => ({
  id: asId<'message'>('m'),
  session,
  parent: null,
  order: 2,
  run,
  role: 'assistant',
  parts,
  at: 0,
});

describe('closeOpenCalls', () => {
  it('answers the open calls of a dead tab, and says whether they had begun', () => {
    const settled = closeOpenCalls(
      step(call('a', 'success'), call('b', 'running'), call('c', 'pending'), result('a')),
    );
    const results = settled.parts.filter((part) => part.type === 'result');
    expect(results.map((part) => part.call)).toEqual(['a', 'b', 'c']);
    expect(results[1]?.result).toMatchObject({
      error_type: 'interrupted',
      message: expect.stringContaining('may or may not') as string,
    });
    expect(results[2]?.result).toMatchObject({
      error_type: 'interrupted',
      message: expect.stringContaining('nothing happened') as string,
    });
  });

  it('leaves a finished step as it is', () => {
    const whole = step(call('a', 'success'), result('a'));
    expect(closeOpenCalls(whole)).toBe(whole);
  });
});

describe('reportRun', () => {
  it('lists the calls with their results and the text of the last step', () => {
    const messages = [
      step({ type: 'text', text: 'first' }, call('a', 'success'), result('a')),
      step({ type: 'text', text: 'last' }),
    ];
    expect(reportRun(session, run, { type: 'completed' }, messages)).toMatchObject({
      text: 'last',
      calls: [{ id: 'a', name: 'noop', result: { status: 'success' }, duration_ms: 1 }],
    });
  });
});

describe('titleFrom', () => {
  it('takes the first line, cut at a word', () => {
    expect(titleFrom('  Hello\nworld')).toBe('Hello');
    expect(titleFrom('word '.repeat(30))).toMatch(/^(word ){11}word…$/);
    expect(titleFrom('x'.repeat(100))).toHaveLength(61);
  });
});
