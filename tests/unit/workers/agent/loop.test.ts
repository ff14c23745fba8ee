import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import * as limits from '#shared/limits.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { Outcome, RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import { foldEvent } from '#shared/runs/run-reducer.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import { runLoop, type LoopOptions, type ResumePoint } from '#workers/agent/loop.ts';
import type { LoopCall, LoopDeps } from '#workers/agent/loop-deps.ts';
import type { StepEvent } from '#workers/agent/step-event.ts';

const session = asId<'session'>('s');
const run = asId<'run'>('r');
const start: Message = {
  id: asId<'message'>('m0'),
  session,
  parent: null,
  order: 1,
  run,
  role: 'user',
  parts: [{ type: 'text', text: 'go' }],
  at: 0,
};
const options: LoopOptions = {
  run,
  maxSteps: 15,
  parallelCalls: 8,
  repeatedSteps: 3,
  failedSteps: 3,
};

type Reply = StepEvent[];
const say = (text: string): Reply => [
  { type: 'text-delta', text },
  { type: 'stop', reason: 'end' },
];
const ask = (...calls: [id: string, name: string, values?: Record<string, string>][]): Reply => [
  ...calls.map(([id, name, values = {}]): StepEvent => ({ type: 'call', id, name, arguments: values })),
  { type: 'stop', reason: 'tool_calls' },
];

type Script = {
  replies: (Reply | ((messages: readonly Message[], withTools: boolean) => Reply))[];
  call?: (call: LoopCall, signal: AbortSignal) => Promise<ToolResult>;
  options?: Partial<LoopOptions>;
  onEvent?: (event: RunEvent, abort: () => void) => void;
  deps?: Partial<LoopDeps>;
  /** Events of the run before it was resumed. */
  before?: RunEvent[];
  resume?: ResumePoint;
};

async function play(
  script: Script,
): Promise<{ outcome: Outcome; view: SessionView; events: RunEvent[]; toolsOffered: boolean[] }> {
  const abort = new AbortController();
  const events: RunEvent[] = [];
  const toolsOffered: boolean[] = [];
  let view: SessionView = { id: session, messages: [] };
  let seq = 0;
  let ids = 0;
  const emit = (event: RunEvent) => {
    events.push(event);
    const counted: SessionEvent = { seq: ++seq, session, run, ...event };
    view = foldEvent(view, counted);
    script.onEvent?.(event, () => abort.abort());
  };
  emit({ type: 'run-start', message: start, base: null, at: 0 });
  script.before?.forEach(emit);
  const outcome = await runLoop(
    {
      emit,
      messages: () => view.messages,
      author: () => ({ provider: 'script', model: 'x' }),
      async *ask(messages, withTools) {
        toolsOffered.push(withTools);
        const reply = script.replies.length > 1 ? script.replies.shift() : script.replies[0];
        for (const event of typeof reply === 'function' ? reply(messages, withTools) : (reply ?? [])) {
          yield event;
          // Yield to other tasks: a real stream does not arrive at once.
          await Promise.resolve();
        }
      },
      announce: () => ({ cancelled: new AbortController().signal, end: () => undefined }),
      canStartEarly: (name) => name.startsWith('early'),
      placesOf: () => ({ reads: [], writes: [] }),
      overBudget: async () => undefined,
      call: async (call, signal) => ({
        result: (await script.call?.(call, signal)) ?? { status: 'success', result: call.name },
        duration_ms: 1,
      }),
      newMessageId: () => asId<'message'>(`m${++ids}`),
      newCallId: () => asId<'call'>(`ours${++ids}`),
      now: () => 0,
      ...script.deps,
    },
    { ...options, ...script.options },
    abort.signal,
    script.resume,
  );
  return { outcome, view, events, toolsOffered };
}

/** Invariant 1: every call has exactly one result. */
function expectOneResultEach(view: SessionView): void {
  for (const { parts } of view.messages) {
    const calls = parts.flatMap((part) => (part.type === 'call' ? [part.id] : []));
    const results = parts.flatMap((part) => (part.type === 'result' ? [part.call] : []));
    expect([...results].sort()).toEqual([...calls].sort());
  }
}

describe('runLoop', () => {
  it('completes with a reply that has no calls', async () => {
    const { outcome, view } = await play({ replies: [say('hello')] });
    expect(outcome).toEqual({ type: 'completed' });
    expect(view.messages[1]?.parts).toEqual([{ type: 'text', text: 'hello' }]);
  });

  it('chains 12 rounds of calls', async () => {
    const replies: Reply[] = Array.from({ length: 12 }, (_, index) =>
      ask([`c${index}`, 'noop', { n: String(index) }]),
    );
    const { outcome, view } = await play({ replies: [...replies, say('done')] });
    expect(outcome).toEqual({ type: 'completed' });
    expect(view.messages).toHaveLength(14);
    expectOneResultEach(view);
  });

  it('runs the calls of one reply side by side and no more than the limit', async () => {
    let busy = 0;
    let peak = 0;
    const calls = Array.from({ length: 20 }, (_, index): [string, string] => [`c${index}`, 'noop']);
    const { view } = await play({
      replies: [ask(...calls), say('done')],
      options: { parallelCalls: 8 },
      call: async (call) => {
        peak = Math.max(peak, ++busy);
        await new Promise((resolve) => setTimeout(resolve, 1));
        busy--;
        return { status: 'success', result: call.id };
      },
    });
    expect(peak).toBe(8);
    expectOneResultEach(view);
  });

  it('runs a limited number of calls of a reply, and tells the model the limit for the rest', async () => {
    const most = limits.callsPerReply;
    const calls = Array.from({ length: most + 50 }, (_, at): [string, string] => [`c${at}`, 'noop']);
    const ran: string[] = [];
    const { view, outcome } = await play({
      replies: [ask(...calls), say('done')],
      call: async ({ id }) => {
        ran.push(id);
        return { status: 'success', result: id };
      },
    });
    expect(outcome).toEqual({ type: 'completed' });
    expect(ran).toEqual(calls.slice(0, most).map(([id]) => id));
    expectOneResultEach(view);
    const refused = view.messages[1]?.parts.flatMap((part) =>
      part.type === 'result' && part.result.status === 'error' ? [part.result.message] : [],
    );
    expect(refused).toHaveLength(50);
    expect(refused?.[0]).toContain(`at most ${most} calls`);
  });

  it('gives a call an id of its own where the provider sent none, or one that was used before', async () => {
    const { view } = await play({ replies: [ask(['', 'a'], ['x', 'b']), ask(['x', 'c']), say('done')] });
    const ids = view.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'call' ? [part.id] : [])),
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids).toContain('x');
    expectOneResultEach(view);
  });

  it('replaces arguments that are nested too deeply by none, and leaves out such echoes', async () => {
    const nest = (levels: number) =>
      JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as JsonObject;
    const echo = { wire: 'gemini', host: 'h', data: nest(5_000) } as const;
    const asked: LoopCall[] = [];
    const { view, outcome } = await play({
      replies: [
        [
          { type: 'echo', of: 'reasoning', echo },
          { type: 'call', id: 'deep', name: 'noop', arguments: nest(5_000), echo },
          { type: 'call', id: 'most', name: 'noop', arguments: nest(64) },
          { type: 'stop', reason: 'tool_calls' },
        ],
        say('done'),
      ],
      call: async (call) => {
        asked.push(call);
        return { status: 'success', result: 'ok' };
      },
    });
    expect(outcome).toEqual({ type: 'completed' });
    expect(structuredClone(JSON.parse(JSON.stringify(view)))).toEqual(view);
    expect(asked[0]?.arguments).toMatch(/nested deeper than 64 levels/);
    expect(asked[1]?.arguments).toEqual(nest(64));
    expect(JSON.stringify(view)).not.toContain('gemini');
  });

  it('stops after the same calls three times in a row', async () => {
    const same = ask(['', 'read_file', { path: 'a' }]);
    const { outcome, view, toolsOffered } = await play({
      replies: [same, same, same, say('It is unclear.')],
    });
    expect(outcome).toEqual({ type: 'repeated' });
    expect(toolsOffered).toEqual([true, true, true, false]);
    expect(view.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'It is unclear.' }]);
    expectOneResultEach(view);
  });

  it('refuses the calls of the last answer after a guard, and keeps the verdict', async () => {
    const { outcome, view } = await play({ replies: [ask(['', 'read_file', { path: 'a' }])] });
    expect(outcome).toEqual({ type: 'repeated' });
    expect(view.messages).toHaveLength(5);
    expectOneResultEach(view);
  });

  it('is stopped by the guard even if the last answer fails, or the budget does not allow one', async () => {
    const same = ask(['', 'noop']);
    const failed = await play({
      replies: [same, same, same, [{ type: 'error', error: { type: 'server_error' } }]],
    });
    expect(failed.outcome).toEqual({ type: 'repeated' });
    let asked = 0;
    const spent = await play({
      replies: [same],
      deps: {
        overBudget: async () =>
          asked++ === 3 ? { type: 'budget', limit: 'run-tokens', most: 1 } : undefined,
      },
    });
    expect(spent.outcome).toEqual({ type: 'repeated' });
    expect(spent.toolsOffered).toHaveLength(3);
  });

  it('requests the last answer if the tab died before it', async () => {
    const answered = (id: string): RunEvent[] => [
      {
        type: 'step-start',
        message: asId<'message'>(`s${id}`),
        parent: start.id,
        order: 2,
        at: 0,
        author: { provider: 'script', model: 'x' },
      },
      { type: 'tool-call', call: asId<'call'>(id), name: 'noop', arguments: {} },
      { type: 'reply-end' },
      {
        type: 'tool-end',
        call: asId<'call'>(id),
        result: { status: 'success', result: 'x' },
        duration_ms: 1,
      },
      { type: 'step-end' },
    ];
    const { outcome, toolsOffered } = await play({
      before: ['a', 'b', 'c'].flatMap(answered),
      replies: [say('The best there is.')],
    });
    expect(outcome).toEqual({ type: 'repeated' });
    expect(toolsOffered).toEqual([false]);
  });

  it('stops after three rounds of nothing but errors', async () => {
    let round = 0;
    const { outcome } = await play({
      replies: [() => ask(['', 'noop', { n: String(round++) }])],
      call: async () => ({ status: 'error', error_type: 'execution_error', message: 'no' }),
    });
    expect(outcome).toEqual({ type: 'errors' });
    // Three failing rounds, and one request for the last answer.
    expect(round).toBe(4);
  });

  it('sends one more request without tools at the limit, and refuses calls in its reply', async () => {
    let round = 0;
    const { outcome, toolsOffered, view } = await play({
      replies: [() => ask(['', 'noop', { n: String(round++) }])],
      options: { maxSteps: 2 },
    });
    expect(outcome).toEqual({ type: 'limit' });
    expect(toolsOffered).toEqual([true, true, false]);
    expectOneResultEach(view);
  });

  it('takes what the user sent between two steps, and leaves it for the next run at the limit', async () => {
    const taken: number[] = [];
    let round = 0;
    await play({
      replies: [() => ask(['', 'noop', { n: String(round++) }])],
      options: { maxSteps: 2 },
      deps: { takeSteering: async () => void taken.push(round) },
    });
    expect(taken).toEqual([0, 1]);
  });

  it('has no limit when there is none', async () => {
    let round = 0;
    const { outcome } = await play({
      replies: [() => (round < 40 ? ask(['', 'noop', { n: String(round++) }]) : say('done'))],
      options: { maxSteps: 'unlimited' },
    });
    expect(outcome).toEqual({ type: 'completed' });
  });

  it('fails with the error of the provider, and answers the calls that came before it', async () => {
    const broken: Reply = [
      { type: 'call', id: 'a', name: 'noop', arguments: {} },
      { type: 'error', error: { type: 'broken_stream' } },
    ];
    const { outcome, view } = await play({ replies: [broken] });
    expect(outcome).toEqual({ type: 'failed', error: { type: 'broken_stream' } });
    expectOneResultEach(view);
  });

  it('keeps the text that came before a stop', async () => {
    const { outcome, view } = await play({
      replies: [
        [
          { type: 'text-delta', text: 'half' },
          { type: 'text-delta', text: ' more' },
          { type: 'stop', reason: 'end' },
        ],
      ],
      onEvent: (event, abort) => void (event.type === 'text-delta' && abort()),
    });
    expect(outcome).toEqual({ type: 'stopped' });
    expect(view.messages[1]?.parts).toEqual([{ type: 'text', text: 'half' }]);
  });

  it('stops while tools run, after each has answered the signal', async () => {
    const { outcome, view } = await play({
      replies: [ask(['a', 'noop'], ['b', 'noop'])],
      call: (_, signal) =>
        new Promise((resolve) => {
          const answer = () => resolve({ status: 'error', error_type: 'cancelled', message: 'stopped' });
          if (signal.aborted) answer();
          signal.addEventListener('abort', answer);
        }),
      onEvent: (event, abort) => void (event.type === 'tool-call' && event.call === 'b' && setTimeout(abort)),
    });
    expect(outcome).toEqual({ type: 'stopped' });
    expectOneResultEach(view);
  });

  it('treats an empty reply as an error', async () => {
    expect((await play({ replies: [[{ type: 'stop', reason: 'end' }]] })).outcome).toEqual({
      type: 'failed',
      error: { type: 'empty' },
    });
  });

  it('distinguishes a refusal and a reply that was too long from a completed one', async () => {
    expect((await play({ replies: [[{ type: 'stop', reason: 'refusal' }]] })).outcome).toEqual({
      type: 'failed',
      error: { type: 'refused' },
    });
    const explained = { type: 'stop', reason: 'refusal', detail: 'Not this.' } as const;
    expect((await play({ replies: [[explained]] })).outcome).toEqual({
      type: 'failed',
      error: { type: 'refused', detail: 'Not this.' },
    });
    expect((await play({ replies: [[{ type: 'stop', reason: 'max_tokens' }]] })).outcome).toEqual({
      type: 'failed',
      error: { type: 'reply_too_long' },
    });
  });

  it('sends another request if the service paused, without a message of the user in between', async () => {
    const { outcome, view, toolsOffered } = await play({
      replies: [
        [
          { type: 'text-delta', text: 'Searching' },
          { type: 'stop', reason: 'pause' },
        ],
        say('done'),
      ],
    });
    expect(outcome).toEqual({ type: 'completed' });
    expect(toolsOffered).toHaveLength(2);
    expect(view.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
  });

  it('makes the last request that the budget allows one for an answer without calls', async () => {
    const budget = { type: 'budget', limit: 'run-tokens', most: 10 } as const;
    let asked = 0;
    const { outcome, toolsOffered, view } = await play({
      replies: [ask(['', 'noop']), (_, mayCall) => (mayCall ? ask(['', 'noop']) : say('So far: half.'))],
      deps: { lastInBudget: () => (++asked === 2 ? budget : undefined) },
    });
    expect(outcome).toEqual(budget);
    expect(toolsOffered).toEqual([true, false]);
    expect(view.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'So far: half.' }]);
    expectOneResultEach(view);
  });

  it('ends before the next request when the budget is spent', async () => {
    let asked = 0;
    const budget: Outcome = { type: 'budget', limit: 'run-tokens', most: 10 };
    const { outcome, toolsOffered } = await play({
      replies: [ask(['', 'noop'])],
      deps: { overBudget: async () => (asked++ === 1 ? budget : undefined) },
    });
    expect(outcome).toEqual(budget);
    expect(toolsOffered).toHaveLength(1);
  });
});

describe('eager calls', () => {
  const earlyThenText: Reply = [
    { type: 'call', id: 'a', name: 'early_read', arguments: {} },
    { type: 'call', id: 'b', name: 'late_write', arguments: {} },
    { type: 'text-delta', text: 'and ' },
    { type: 'text-delta', text: 'more' },
    { type: 'stop', reason: 'tool_calls' },
  ];

  it('starts a repeatable tool before the reply has ended, and the others after it', async () => {
    const order: string[] = [];
    const { view } = await play({
      replies: [earlyThenText, say('done')],
      call: async ({ name }) => {
        order.push(name);
        return { status: 'success', result: name };
      },
      onEvent: ({ type }) => void order.push(type),
    });
    expect(order.indexOf('early_read')).toBeLessThan(order.indexOf('text-delta'));
    expect(order.indexOf('late_write')).toBeGreaterThan(order.indexOf('reply-end'));
    expectOneResultEach(view);
    // The result arrived in the middle of the text; the text is still one part.
    expect(view.messages[1]?.parts.filter(({ type }) => type === 'text')).toEqual([
      { type: 'text', text: 'and more' },
    ]);
  });

  it('discards started calls when the reply restarts', async () => {
    const aborted: string[] = [];
    const { view, outcome } = await play({
      replies: [
        [
          { type: 'call', id: 'a', name: 'early_read', arguments: {} },
          { type: 'restart', note: { type: 'asked-again', error: { type: 'broken_stream' } } },
          { type: 'call', id: 'b', name: 'early_read', arguments: {} },
          { type: 'stop', reason: 'tool_calls' },
        ],
        say('done'),
      ],
      call: async ({ id }, signal) => {
        signal.addEventListener('abort', () => aborted.push(id));
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { status: 'success', result: id };
      },
    });
    expect(outcome).toEqual({ type: 'completed' });
    expect(aborted).toEqual(['a']);
    expect(view.messages[1]?.parts.map(({ type }) => type)).toEqual(['note', 'call', 'result']);
    expectOneResultEach(view);
  });
});

describe('calls of one reply that touch the same thing', () => {
  /** `write:x` and `read:x` touch `x`. */
  const placesOf = ({ name }: LoopCall) => {
    const [kind, place = ''] = name.split(':');
    return { reads: kind === 'write' ? [] : [place], writes: kind === 'write' ? [place] : [] };
  };
  type Trace = { trace: string[]; call: (call: LoopCall) => Promise<ToolResult> };

  /** Records start and end of each call. Earlier calls take longer, so that a race would be detected. */
  function slowerFirst(names: readonly string[]): Trace {
    const trace: string[] = [];
    return {
      trace,
      async call({ name }) {
        trace.push(`+${name}`);
        for (let turns = 20 * (names.length - names.indexOf(name)); turns > 0; turns--)
          await Promise.resolve();
        trace.push(`-${name}`);
        return { status: 'success', result: name };
      },
    };
  }

  const replyOf = (names: readonly string[]) => ask(...names.map((name): [string, string] => [name, name]));

  it('run in the order of the reply, the others beside them', async () => {
    const names = ['write:a', 'read:a 1', 'write:b'];
    const { trace, call } = slowerFirst(names);
    const places = (each: LoopCall) => placesOf({ ...each, name: each.name.split(' ')[0] ?? '' });
    const { view } = await play({ replies: [replyOf(names), say('done')], call, deps: { placesOf: places } });
    expect(trace.indexOf('+read:a 1')).toBeGreaterThan(trace.indexOf('-write:a'));
    expect(trace.indexOf('+write:b')).toBeLessThan(trace.indexOf('-write:a'));
    expectOneResultEach(view);
  });

  it('keep the order over any number of reads and writes, with any number of slots', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('read', 'write'), fc.constantFrom('a', 'b')), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (kinds, parallelCalls) => {
          const names = kinds.map(([kind, place], index) => `${kind}:${place} ${index}`);
          const { trace, call } = slowerFirst(names);
          const { view } = await play({
            replies: [replyOf(names), say('done')],
            call,
            options: { parallelCalls },
            deps: { placesOf: (each) => placesOf({ ...each, name: each.name.split(' ')[0] ?? '' }) },
          });
          expectOneResultEach(view);
          names.forEach((later, index) => {
            for (const earlier of names.slice(0, index)) {
              const [first, second] = [earlier, later].map((name) => name.split(' ')[0] ?? '');
              const isConflict =
                first?.split(':')[1] === second?.split(':')[1] && `${first}${second}`.includes('write');
              if (isConflict)
                expect(trace.indexOf(`+${later}`)).toBeGreaterThan(trace.indexOf(`-${earlier}`));
            }
          });
        },
      ),
    );
  });

  it('wait for one that has not started, also if they may start before the reply has ended', async () => {
    const order: string[] = [];
    const names = ['write:a', 'read:a', 'read:b'];
    await play({
      replies: [replyOf(names), say('done')],
      call: async ({ name }) => {
        order.push(name);
        return { status: 'success', result: name };
      },
      onEvent: ({ type }) => void (type === 'reply-end' && order.push(type)),
      deps: { placesOf, canStartEarly: (name) => name.startsWith('read') },
    });
    expect(order.slice(0, 4)).toEqual(['read:b', 'reply-end', 'write:a', 'read:a']);
  });

  it('are refused together when the reply breaks off', async () => {
    const called: string[] = [];
    const { view } = await play({
      replies: [
        [
          { type: 'call', id: 'a', name: 'write:a', arguments: {} },
          { type: 'call', id: 'b', name: 'read:a', arguments: {} },
          { type: 'error', error: { type: 'broken_stream' } },
        ],
      ],
      call: async ({ name }) => {
        called.push(name);
        return { status: 'success', result: name };
      },
      deps: { placesOf, canStartEarly: (name) => name.startsWith('read') },
    });
    expect(called).toEqual([]);
    expectOneResultEach(view);
  });
});

describe('a call that the user cancels while it waits', () => {
  /** `cancel(id)` acts like the user: it reaches only calls that were announced but not yet started. */
  function cancellable() {
    const announced = new Map<string, AbortController>();
    return {
      announced,
      cancel: (id: string) => announced.get(id)?.abort(),
      deps: {
        announce({ id }: LoopCall) {
          const own = new AbortController();
          announced.set(id, own);
          return { cancelled: own.signal, end: () => void announced.delete(id) };
        },
      },
    };
  }
  const resultsOf = (events: readonly RunEvent[]) =>
    events.flatMap((event) =>
      event.type === 'tool-end'
        ? [[event.call, event.result.status === 'error' ? event.result.error_type : 'success']]
        : [],
    );
  const placesOf = () => ({ reads: [], writes: ['file'] });

  it('has its one result at once, and those before and after it run', async () => {
    const { announced, cancel, deps } = cancellable();
    const called: string[] = [];
    const { view, events } = await play({
      replies: [ask(['a', 'write'], ['b', 'write'], ['c', 'write']), say('done')],
      deps: { ...deps, placesOf },
      async call({ id }) {
        called.push(id);
        if (id === 'a') {
          cancel('b');
          // The first call ends only after the second one has its result.
          while (!resultsOf(seen).some(([call]) => call === 'b')) await Promise.resolve();
        }
        return { status: 'success', result: id };
      },
      onEvent: (event) => void seen.push(event),
    });
    expect(called).toEqual(['a', 'c']);
    expect(resultsOf(events)).toEqual([
      ['b', 'cancelled'],
      ['a', 'success'],
      ['c', 'success'],
    ]);
    expect(announced.size).toBe(0);
    expectOneResultEach(view);
  });
  const seen: RunEvent[] = [];

  it('releases its place in the queue for a slot', async () => {
    const { cancel, deps } = cancellable();
    const called: string[] = [];
    const { events, view } = await play({
      replies: [ask(['a', 'noop'], ['b', 'noop'], ['c', 'noop']), say('done')],
      options: { parallelCalls: 1 },
      deps,
      async call({ id }) {
        called.push(id);
        if (id === 'a') cancel('b');
        return { status: 'success', result: id };
      },
    });
    expect(called).toEqual(['a', 'c']);
    expect(Object.fromEntries(resultsOf(events))).toEqual({ a: 'success', b: 'cancelled', c: 'success' });
    expectOneResultEach(view);
  });

  it('has its result before the reply has ended, and keeps it if the reply breaks off', async () => {
    const { announced, cancel, deps } = cancellable();
    const { events, view } = await play({
      replies: [
        [
          { type: 'call', id: 'a', name: 'act', arguments: {} },
          { type: 'call', id: 'b', name: 'act', arguments: {} },
          { type: 'error', error: { type: 'broken_stream' } },
        ],
      ],
      deps,
      onEvent: (event) => {
        if (event.type === 'tool-call' && event.call === 'b') cancel('a');
      },
    });
    expect(events.findIndex(({ type }) => type === 'tool-end')).toBeLessThan(
      events.findIndex(({ type }) => type === 'reply-end'),
    );
    expect(announced.size).toBe(0);
    expectOneResultEach(view);
  });

  it('is discarded when the reply restarts', async () => {
    const { announced, deps } = cancellable();
    await play({
      replies: [
        [
          { type: 'call', id: 'a', name: 'act', arguments: {} },
          { type: 'restart', note: { type: 'begun-again' } },
          { type: 'call', id: 'b', name: 'act', arguments: {} },
          { type: 'stop', reason: 'tool_calls' },
        ],
        say('done'),
      ],
      deps,
    });
    expect(announced.size).toBe(0);
  });
});

describe('a run that goes on after its tab died', () => {
  const author = { provider: 'script', model: 'x' };
  const step = (id: string, ...rest: RunEvent[]): RunEvent[] => [
    { type: 'step-start', message: asId<'message'>(id), parent: start.id, order: 2, at: 0, author },
    ...rest,
  ];
  const called = (id: string): RunEvent => ({
    type: 'tool-call',
    call: asId<'call'>(id),
    name: 'noop',
    arguments: {},
  });

  it('requests an incomplete reply again, in its place, and adds a note', async () => {
    const { view, outcome } = await play({
      before: step('half', { type: 'text-delta', text: 'The answ' }),
      resume: { type: 'reply' },
      replies: [say('The answer.')],
    });
    expect(outcome).toEqual({ type: 'completed' });
    expect(view.messages).toHaveLength(2);
    expect(view.messages[1]?.parts).toEqual([
      { type: 'note', note: { type: 'resumed' } },
      { type: 'text', text: 'The answer.' },
    ]);
  });

  it('runs the calls that have no result, and no other', async () => {
    const ran: string[] = [];
    const result: ToolResult = { status: 'success', result: 'x' };
    const { view, outcome } = await play({
      before: step(
        'calls',
        called('a'),
        called('b'),
        { type: 'reply-end' },
        {
          type: 'tool-end',
          call: asId<'call'>('a'),
          result,
          duration_ms: 1,
        },
      ),
      resume: { type: 'calls', calls: [{ id: asId<'call'>('b'), name: 'noop', arguments: {} }] },
      replies: [say('done')],
      call: async ({ id }) => {
        ran.push(id);
        return result;
      },
    });
    expect(ran).toEqual(['b']);
    expect(outcome).toEqual({ type: 'completed' });
    expectOneResultEach(view);
  });

  it('counts the steps and the repetitions from before', async () => {
    const done = (id: string): RunEvent[] => [
      ...step(`m-${id}`, called(id), { type: 'reply-end' }),
      {
        type: 'tool-end',
        call: asId<'call'>(id),
        result: { status: 'success', result: 'x' },
        duration_ms: 1,
      },
      { type: 'step-end' },
    ];
    const before = [...done('a'), ...done('b')];
    expect((await play({ before, replies: [ask(['', 'noop'])] })).outcome).toEqual({ type: 'repeated' });
    const limited = await play({ before, replies: [say('done')], options: { maxSteps: 2 } });
    expect(limited.outcome).toEqual({ type: 'limit' });
  });
});
