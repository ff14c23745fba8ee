/** What happened in a chat since it was last in sight. */
import { beforeEach, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { readSeen, sinceOf, writeSeen } from '#src/state/chat/since.ts';
import { call, message, result, run, session, text } from '#tests/fixtures/worlds/messages.ts';

const later = asId<'run'>('run_2');
const messages = [
  message('u', 'user', [text('go')], { at: 1 }),
  message('a', 'assistant', [call('1', { name: 'look' }), result('1')], { at: 2 }),
  message('b', 'assistant', [call('2', { name: 'look' }), result('2')], { at: 10 }),
  message('c', 'assistant', [text('Done.')], { at: 12, run: later }),
];
const view = { id: session, messages };

describe('what happened since', () => {
  it('is what began later, with the step that was going on', () => {
    expect(sinceOf(view, { at: 5, run })).toEqual({
      ...{ steps: 3, failed: 0, runs: [run, later] },
      tools: [{ tool: 'look', count: 2 }],
    });
    expect(sinceOf(view, { at: 5 })).toMatchObject({ steps: 2, tools: [{ tool: 'look', count: 1 }] });
  });

  it('is nothing if the same step still goes on, or nothing ran', () => {
    const live = { ...view, messages: messages.slice(0, 2), run: { id: run, seq: 1, startedAt: 0 } };
    expect(sinceOf(live, { at: 5, run })).toBeUndefined();
    expect(sinceOf(view, { at: 20 })).toBeUndefined();
    expect(sinceOf({ ...view, messages: messages.slice(0, 2) }, { at: 5, run })).toMatchObject({ steps: 1 });
  });
});

describe('when a chat was last in sight', () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    Object.assign(globalThis, {
      localStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => void stored.set(name, value),
      },
    });
  });

  it('is kept for the last fifty chats, and a damaged value is ignored', () => {
    for (let at = 0; at < 60; at++) writeSeen(asId<'session'>(`s${at}`), { at });
    writeSeen(asId<'session'>('s30'), { at: 99, run });
    expect(readSeen(asId<'session'>('s9'))).toBeUndefined();
    expect(readSeen(asId<'session'>('s30'))).toEqual({ at: 99, run });
    expect(readSeen(asId<'session'>('s59'))).toEqual({ at: 59 });
    for (const name of stored.keys()) stored.set(name, '{');
    expect(readSeen(asId<'session'>('s59'))).toBeUndefined();
  });
});
