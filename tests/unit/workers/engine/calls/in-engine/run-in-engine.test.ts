/** A call answered in the engine ends exactly once, at its deadline or stop at the latest. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { runInEngine } from '#workers/engine/calls/in-engine/run-in-engine.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { InEngineTool } from '#workers/contracts/tool-source.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(answer: InEngineTool, deadlineMs = 5_000) {
  const stop = new AbortController();
  const progress: string[] = [];
  const started: number[] = [];
  const job: ToolHostJob = {
    call: {
      execution: asId<'execution'>('e'),
      tool: 'mcp__a__b',
      arguments: { x: 1 },
    },
    overflow: { folder: 'f', file: 'g' },
    grants: '',
    ports: () => ({}),
    deadlineMs,
    signal: stop.signal,
    onStart: () => void started.push(Date.now()),
    onProgress: (text) => void progress.push(text),
    onOutput: () => undefined,
  };
  return {
    stop,
    progress,
    started,
    job,
    run: () => runInEngine(job, answer, { call: asId<'call'>('c'), codeSession: asId<'session'>('console') }),
  };
}

const never: InEngineTool = () => new Promise(() => undefined);

describe('runInEngine', () => {
  it('tells when it waits for people, and when it goes on', async () => {
    const waits: string[] = [];
    const { job, run } = start(async (_, control) => {
      control.hold()();
      return { type: 'success', result: 'ok' };
    });
    job.onWait = () => {
      waits.push('begins');
      return () => void waits.push('ends');
    };
    await run();
    expect(waits).toEqual(['begins', 'ends']);
  });

  it('returns the answer, hands over arguments and progress, and tells that it started', async () => {
    const { run, progress, started } = start(async (values, control) => {
      control.progress('p'.repeat(500));
      return { type: 'success', result: JSON.stringify(values) };
    });
    expect(await run()).toEqual({ type: 'success', result: '{"x":1}' });
    expect(progress).toEqual([`${'p'.repeat(199)}…`]);
    expect(started).toHaveLength(1);
  });

  it('ends in timeout when nothing ever answers, and aborts the wait', async () => {
    let aborted: unknown;
    const { run } = start((_, { signal }) => {
      signal.addEventListener('abort', () => (aborted = signal.reason as unknown));
      return new Promise(() => undefined);
    });
    const outcome = run();
    await vi.advanceTimersByTimeAsync(5_000 + limits.abortGraceMs);
    expect(await outcome).toMatchObject({ type: 'error', errorType: 'timeout' });
    expect(aborted).toMatchObject({ type: 'timeout' });
  });

  it('waits as long as it takes where it has no deadline, and still ends when it is stopped', async () => {
    const { run, stop } = start(never, Infinity);
    let isOver = false;
    const outcome = run().finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(isOver).toBe(false);
    stop.abort();
    await vi.advanceTimersByTimeAsync(limits.abortGraceMs);
    expect(await outcome).toMatchObject({ errorType: 'cancelled' });
  });

  it('ends in cancelled when it is stopped, and at once when it was stopped before', async () => {
    const { run, stop } = start(never);
    const outcome = run();
    stop.abort();
    await vi.advanceTimersByTimeAsync(limits.abortGraceMs);
    expect(await outcome).toMatchObject({ errorType: 'cancelled' });
    const asked = vi.fn(never);
    const late = start(asked);
    late.stop.abort();
    expect(await late.run()).toMatchObject({ errorType: 'cancelled' });
    expect(asked).not.toHaveBeenCalled();
  });

  it('believes an answer within the grace, and keeps the first reason to end', async () => {
    const polite = start(
      (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ type: 'success', result: 'half' })),
        ),
    );
    const outcome = polite.run();
    polite.stop.abort();
    expect(await outcome).toEqual({ type: 'success', result: 'half' });

    const both = start(never);
    const ended = both.run();
    await vi.advanceTimersByTimeAsync(5_000);
    both.stop.abort();
    await vi.advanceTimersByTimeAsync(limits.abortGraceMs);
    expect(await ended).toMatchObject({ errorType: 'timeout' });
  });

  it('ignores everything after the end', async () => {
    let later: (() => void) | undefined;
    const { run, progress } = start(async (_, control) => {
      later = () => control.progress('too late');
      return { type: 'success', result: '' };
    });
    await run();
    later?.();
    expect(progress).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, InEngineTool, object]>([
    [
      'a thrown error',
      () => {
        throw new TypeError('broke');
      },
      { errorType: 'execution_error', message: 'Tool execution failed: broke' },
    ],
    ['a rejection', () => Promise.reject(new Error('broke')), { errorType: 'execution_error' }],
    [
      'a tool error',
      () => Promise.reject(new ToolError('network_error', 'gone')),
      { errorType: 'network_error', message: 'gone' },
    ],
  ])('makes %s a value', async (_, answer, expected) => {
    expect(await start(answer).run()).toMatchObject(expected);
  });
});
