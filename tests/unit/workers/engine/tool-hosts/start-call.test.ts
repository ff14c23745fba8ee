/** The time limits of a call: its deadline, and its own timeout, which can only be shorter. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { readMessage } from '#workers/engine/tool-hosts/read-message.ts';
import { startCall } from '#workers/engine/tool-hosts/start-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const execution = asId<'execution'>('e');

/** Starts a call with a deadline of 10 s, which a host has accepted. */
function setUp(signal = new AbortController().signal) {
  const outcomes: ToolOutcome[] = [];
  /** The types of the outcomes and the streamed output, in their order. */
  const reported: string[] = [];
  const running = startCall(
    {
      call: { execution, tool: 'run_python', arguments: {} },
      overflow: { folder: 'f', file: 'g' },
      grants: '',
      ports: () => ({}),
      deadlineMs: 10_000,
      signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      onOutput: (text) => void reported.push(text),
    },
    15_000,
    () => undefined,
    () => undefined,
    (outcome) => {
      outcomes.push(outcome);
      reported.push(outcome.type);
    },
  );
  /** Delivers a message as if a host had sent it. */
  const send = (data: object) => {
    const message = readMessage({ execution, ...data });
    if (message) running.receive(message);
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  send({ type: 'taken' });
  return { outcomes, reported, send, pass };
}

const timedOut = (seconds: number) => [
  { type: 'error', errorType: 'timeout', message: expect.stringContaining(`timed out after ${seconds}s `) },
];

it('streams the last output before the result', async () => {
  const { reported, send, pass } = setUp();
  send({ type: 'output', text: 'a\n' });
  send({ type: 'output', text: 'ls: nowhere\nb\n' });
  send({ type: 'done', outcome: { type: 'success', result: '' } });
  await pass(limits.outputMs);
  expect(reported).toEqual(['a\nls: nowhere\nb\n', 'success']);
});

describe('a call that printed something', () => {
  const until = (text: string) =>
    expect.stringMatching(new RegExp(`\\nPrinted until then:\\n${text}$`)) as unknown;

  it('says what, when its host is killed at the deadline', async () => {
    const { outcomes, send, pass } = setUp();
    send({ type: 'output', text: 'line 1\n' });
    send({ type: 'output', text: 'line 2\n' });
    await pass(10_000 + limits.abortGraceMs);
    expect(outcomes).toMatchObject([{ errorType: 'timeout', message: until('line 1\nline 2') }]);
  });

  it.each([true, false])('says what, when the user stops it and its host answers (%s)', async (answers) => {
    const stop = new AbortController();
    const { outcomes, send, pass } = setUp(stop.signal);
    send({ type: 'output', text: 'line 1\n' });
    stop.abort();
    if (answers)
      send({
        type: 'done',
        outcome: { type: 'error', errorType: 'cancelled', message: 'It was cancelled.' },
      });
    await pass(limits.abortGraceMs);
    expect(outcomes).toMatchObject([{ errorType: 'cancelled', message: until('line 1') }]);
  });

  it('keeps the beginning and the end of much', async () => {
    const { outcomes, send, pass } = setUp();
    for (let line = 1; line <= 10_000; line++) send({ type: 'output', text: `line ${line}\n` });
    await pass(10_000 + limits.abortGraceMs);
    const [outcome] = outcomes;
    const message = outcome?.type === 'error' ? outcome.message : '';
    expect(message).toMatch(/\nline 1\n[^]* characters cut here[^]*\nline 10000$/);
    expect(message.length).toBeLessThan(16_000);
  });

  it('repeats nothing in an error of its own', async () => {
    const { outcomes, send } = setUp();
    send({ type: 'output', text: 'line 1\n' });
    const outcome = { type: 'error', errorType: 'execution_error', message: 'It broke.' };
    send({ type: 'done', outcome });
    expect(outcomes).toEqual([outcome]);
  });
});

describe('a call', () => {
  it('ends at its own limit, and says after how long', async () => {
    const { outcomes, send, pass } = setUp();
    send({ type: 'limit', ms: 3_000 });
    await pass(3_000);
    expect(outcomes).toEqual([]);
    await pass(limits.abortGraceMs);
    expect(outcomes).toMatchObject(timedOut(3));
  });

  it('ends at its deadline where its own limit is later', async () => {
    const { outcomes, send, pass } = setUp();
    await pass(4_000);
    send({ type: 'limit', ms: 60_000 });
    await pass(6_000 + limits.abortGraceMs);
    expect(outcomes).toMatchObject(timedOut(10));
  });

  it('has its deadline again when its limit is lifted', async () => {
    const { outcomes, send, pass } = setUp();
    send({ type: 'limit', ms: 3_000 });
    await pass(2_000);
    send({ type: 'limit', ms: null });
    await pass(7_900);
    expect(outcomes).toEqual([]);
    await pass(100 + limits.abortGraceMs);
    expect(outcomes).toMatchObject(timedOut(10));
  });

  it.each([{ type: 'taken' }, { type: 'limit', ms: NaN }, { type: 'limit', ms: -1 }, { type: 'limit' }])(
    'has no more time because its host sends %o',
    async (message) => {
      const { outcomes, send, pass } = setUp();
      await pass(9_000);
      send(message);
      await pass(1_000 + limits.abortGraceMs);
      expect(outcomes).toMatchObject(timedOut(10));
    },
  );
});

it('reports the start before the host gets the call, which may act at once', () => {
  const order: string[] = [];
  const { end } = startCall(
    {
      call: { execution, tool: 'write_file', arguments: {} },
      overflow: { folder: 'f', file: 'g' },
      grants: '',
      ports: () => ({}),
      deadlineMs: 10_000,
      signal: new AbortController().signal,
      onStart: () => void order.push('started'),
      onProgress: () => undefined,
      onOutput: () => undefined,
    },
    15_000,
    ({ type }) => void order.push(type),
    () => undefined,
    () => undefined,
  );
  end({ type: 'success', result: 'ok' });
  expect(order).toEqual(['started', 'call']);
});
