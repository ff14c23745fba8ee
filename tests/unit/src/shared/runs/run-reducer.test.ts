import { describe, expect, it } from 'vitest';
import { asId, type CallId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';

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

  it('keeps the objects of unchanged messages', () => {
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

  it('marks the answer of a stopped run, and keeps the mark when the next run starts', () => {
    const stop: RunEvent = { type: 'run-end', outcome: { type: 'stopped' }, at: 9 };
    const stopped = fold(number([...events.slice(0, 4), stop]));
    const mark = { type: 'note', note: { type: 'stopped' } };
    expect(stopped.messages[1]?.parts.at(-1)).toEqual(mark);
    const next: Message = { ...userMessage, id: asId<'message'>('m3'), run: asId<'run'>('r2') };
    const base = asId<'message'>('m2');
    const after = foldEvent(stopped, {
      ...{ seq: 1, session, run: next.run },
      ...{ type: 'run-start', message: next, base, at: 10 },
    });
    expect(after.outcome).toBeUndefined();
    expect(after.messages[1]?.parts.at(-1)).toEqual(mark);
    expect(fold(number([...events.slice(0, 1), stop])).messages).toEqual([userMessage]);
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

describe('branches', () => {
  const say = (id: string, base: string | null, of: string): SessionEvent[] => [
    {
      seq: 1,
      session,
      run: asId<'run'>(of),
      type: 'run-start',
      message: { ...userMessage, id: asId<'message'>(id), run: asId<'run'>(of) },
      base: base === null ? null : asId<'message'>(base),
      at: 1,
    },
    { seq: 2, session, run: asId<'run'>(of), type: 'run-end', outcome: { type: 'completed' }, at: 2 },
  ];
  const shown = (view: SessionView) => view.messages.map(({ id }) => id);

  it('is a sibling when a message is edited', () => {
    const view = fold([...say('m1', null, 'r1'), ...say('m2', 'm1', 'r2'), ...say('n2', 'm1', 'r3')]);
    expect(shown(view)).toEqual(['m1', 'n2']);
    expect(view.branches).toEqual({ m2: ['m2', 'n2'], n2: ['m2', 'n2'] });
    const third = fold(say('o2', 'm1', 'r4'), view);
    expect(third.branches?.[asId<'message'>('o2')]).toEqual(['m2', 'n2', 'o2']);
  });

  it('begins with the first step when an answer is regenerated', () => {
    const again = number([
      { type: 'run-start', base: userMessage.id, at: 9 },
      {
        type: 'step-start',
        message: asId<'message'>('again'),
        parent: userMessage.id,
        order: 2,
        at: 9,
        author: { provider: 'p', model: 'm' },
      },
    ]).map((event): SessionEvent => ({ ...event, run: asId<'run'>('r2') }));
    const before = fold(number(events));
    const started = foldEvent(before, again[0]!);
    expect(shown(started)).toEqual(['m1']);
    expect(shown(foldEvent(started, again[1]!))).toEqual(['m1', 'again']);
    expect(foldEvent(started, again[1]!).branches?.[asId<'message'>('again')]).toEqual(['m2', 'again']);
  });

  it('contains a run once, although its events arrive again after it is stored', () => {
    const stored = fold(number(events));
    expect(fold(number(events), stored)).toEqual(stored);
  });
});

describe('a step', () => {
  const begun = events.slice(0, 2);
  const partsOf = (list: readonly RunEvent[]) => fold(number(list)).messages[1]?.parts;
  const echo = { wire: 'anthropic' as const, host: 'api.example', data: { signature: 's' } };

  it('keeps only the notes when the reply restarts', () => {
    const parts = partsOf([
      ...begun,
      { type: 'note', note: { type: 'dropped', messages: 3 } },
      ...events.slice(2, 9),
      { type: 'step-restart', note: { type: 'asked-again', error: { type: 'broken_stream' } } },
      { type: 'text-delta', text: 'Anew' },
    ]);
    expect(parts?.map(({ type }) => type)).toEqual(['note', 'note', 'text']);
  });

  it('names the model that took over', () => {
    const author = { provider: 'other', model: 'n' };
    const view = fold(number([...begun, { type: 'step-restart', note: { type: 'resumed' }, author }]));
    expect(view.messages[1]?.author).toEqual(author);
  });

  it('ends a reasoning part at its echo, and begins another one after it', () => {
    expect(
      partsOf([
        ...begun,
        { type: 'reasoning-delta', text: 'one' },
        { type: 'part-echo', of: 'reasoning', echo },
        { type: 'reasoning-delta', text: 'two' },
        { type: 'text-delta', text: 'words' },
        { type: 'part-echo', of: 'reasoning', echo },
      ]),
    ).toEqual([
      { type: 'reasoning', text: 'one', echo },
      { type: 'reasoning', text: 'two' },
      { type: 'text', text: 'words' },
      { type: 'reasoning', text: '', echo },
    ]);
  });

  it('continues a text after the result of a call that was started early', () => {
    const parts = partsOf([
      ...begun,
      { type: 'tool-call', call, name: 'look', arguments: {} },
      { type: 'text-delta', text: 'Mean' },
      { type: 'tool-start', call, at: 3 },
      { type: 'tool-end', call, result: { status: 'success', result: 'A' }, duration_ms: 4 },
      { type: 'text-delta', text: 'while' },
    ]);
    expect(parts?.map(({ type }) => type)).toEqual(['call', 'text', 'result']);
    expect(parts?.[1]).toEqual({ type: 'text', text: 'Meanwhile' });
  });

  it('says that a call waits for another one until a host takes it', () => {
    const waits: RunEvent[] = [
      ...begun,
      { type: 'tool-call', call, name: 'look', arguments: {} },
      { type: 'tool-queued', call },
    ];
    expect(partsOf(waits)?.[0]).toMatchObject({ status: 'pending', isQueued: true });
    const started = partsOf([...waits, { type: 'tool-start', call, at: 3 }]);
    expect(started?.[0]).toMatchObject({ status: 'running' });
    expect(started?.[0]).not.toHaveProperty('isQueued');
    const result = { status: 'error', error_type: 'timeout', message: 'It waited too long.' } as const;
    const ended = partsOf([...waits, { type: 'tool-end', call, result, duration_ms: 0 }]);
    expect(ended?.[0]).not.toHaveProperty('isQueued');
  });

  it('folds each piece of an event once, and counts the event after the last piece', () => {
    const before = fold(number(begun));
    const seq = begun.length + 1;
    const piece = (part: number, text: string): SessionEvent => ({
      ...{ seq, session, run, type: 'text-delta', text },
      piece: { part, parts: 3 },
    });
    const half = fold([piece(1, 'a'), piece(2, 'b'), piece(1, 'a'), piece(2, 'b')], before);
    expect(half.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'ab' }]);
    expect(half.run?.seq).toBe(seq - 1);
    const whole = fold([piece(3, 'c'), piece(3, 'c')], half);
    expect(whole.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'abc' }]);
    expect(whole.run).toMatchObject({ seq });
    // A view from the store that already contains the event ignores its pieces.
    expect(fold([piece(1, 'a')], whole)).toBe(whole);
  });

  it('says which calls wait for an answer until the run goes on', () => {
    const waiting = fold(number([...events.slice(0, 7), { type: 'run-wait', calls: [call] }]));
    expect(waiting.run?.waiting).toEqual([call]);
    const resumed = foldEvent(waiting, { seq: 9, session, run, type: 'run-resume', at: 9 });
    expect(resumed.run && 'waiting' in resumed.run).toBe(false);
  });
});
