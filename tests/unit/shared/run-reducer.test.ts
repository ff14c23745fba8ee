import { describe, expect, it } from 'vitest';
import { asId, type CallId } from '../../../src/shared/ids.ts';
import type { Message } from '../../../src/shared/message.ts';
import type { RunEvent, SessionEvent } from '../../../src/shared/run-event.ts';
import { foldEvent } from '../../../src/shared/run-reducer.ts';
import type { SessionView } from '../../../src/shared/session.ts';

const session = asId<'session'>('s');
const run = asId<'run'>('r');
const call: CallId = asId<'call'>('c');

const userMessage: Message = {
  id: asId<'message'>('m1'),
  session,
  parent: null,
  order: 1,
  run,
  role: 'user',
  parts: [{ type: 'text', text: 'hi' }],
  at: 1,
};

const events: RunEvent[] = [
  { type: 'run-start', message: userMessage, base: userMessage.parent, at: 1 },
  {
    type: 'step-start',
    message: asId<'message'>('m2'),
    parent: userMessage.id,
    order: 2,
    at: 2,
    author: { provider: 'p', model: 'm' },
  },
  { type: 'reasoning-delta', text: 'hm' },
  { type: 'text-delta', text: 'Let me ' },
  { type: 'text-delta', text: 'look.' },
  { type: 'tool-call', call, name: 'read_file', arguments: { path: 'a' } },
  { type: 'tool-start', call, at: 3 },
  { type: 'tool-progress', call, text: 'half' },
  { type: 'tool-end', call, result: { status: 'success', result: 'A' }, duration_ms: 4 },
  { type: 'reply-end', usage: { inputTokens: 1, outputTokens: 2 }, cost: 0.5 },
  { type: 'step-end' },
  { type: 'run-end', outcome: { type: 'completed' }, at: 5 },
];

function number(list: readonly RunEvent[]): SessionEvent[] {
  return list.map((event, index) => ({ seq: index + 1, session, run, ...event }));
}

const empty: SessionView = { id: session, messages: [] };
const fold = (list: readonly SessionEvent[], view = empty) => list.reduce(foldEvent, view);

describe('foldEvent', () => {
  it('builds the messages of a run from its events', () => {
    const view = fold(number(events));
    expect(view.run).toBeUndefined();
    expect(view.outcome).toEqual({ type: 'completed' });
    expect(view.messages).toHaveLength(2);
    expect(view.messages[1]?.usage).toEqual({ inputTokens: 1, outputTokens: 2 });
    expect(view.messages[1]?.parts).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Let me look.' },
      {
        type: 'call',
        id: call,
        name: 'read_file',
        arguments: { path: 'a' },
        status: 'success',
        startedAt: 3,
        progress: 'half',
      },
      { type: 'result', call, result: { status: 'success', result: 'A' }, duration_ms: 4 },
    ]);
  });

  it('ignores events it has seen, so that a late joiner may fold them twice', () => {
    const numbered = number(events.slice(0, 6));
    const once = fold(numbered);
    expect(fold(numbered, once)).toEqual(once);
  });

  it('ignores events of another session', () => {
    const [first] = number(events);
    expect(foldEvent({ id: asId<'session'>('other'), messages: [] }, first!)).toEqual({
      id: 'other',
      messages: [],
    });
  });

  it('keeps the messages an event did not touch', () => {
    const before = fold(number(events.slice(0, 4)));
    const after = foldEvent(before, { seq: 5, session, run, type: 'text-delta', text: 'more' });
    expect(after.messages[0]).toBe(before.messages[0]);
    expect(after.messages[1]).not.toBe(before.messages[1]);
  });

  it('shows a failed run as an error part of its last message', () => {
    const failure: RunEvent = {
      type: 'run-end',
      outcome: { type: 'failed', error: { type: 'bad_key' } },
      at: 9,
    };
    const view = fold(number([...events.slice(0, 2), failure]));
    expect(view.messages[1]?.parts).toEqual([{ type: 'error', error: { type: 'bad_key' } }]);
  });

  it('forgets a retry notice at the first sign of a reply', () => {
    const retrying = fold(
      number([...events.slice(0, 2), { type: 'step-retry', error: { type: 'rate_limit' }, seconds: 2 }]),
    );
    expect(retrying.run?.retry?.seconds).toBe(2);
    expect(
      foldEvent(retrying, { seq: 9, session, run, type: 'text-delta', text: 'a' }).run?.retry,
    ).toBeUndefined();
  });
});
