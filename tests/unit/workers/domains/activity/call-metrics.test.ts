import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { measureCalls } from '#workers/domains/activity/call-metrics.ts';
import { entry } from '#tests/fixtures/memory/call-log.ts';

const run = asId<'run'>('r');

describe('measureCalls', () => {
  it('is all zeros for an empty log', () => {
    expect(measureCalls([])).toEqual({
      calls: 0,
      successes: 0,
      refused: 0,
      parallelBatches: 0,
      peakConcurrency: 0,
      savedMs: 0,
      tools: [],
    });
  });

  it('counts per tool, most used first, with the last error', () => {
    const { tools } = measureCalls([
      entry({ tool: 'b', duration_ms: 10 }),
      entry({ tool: 'a', duration_ms: 100 }),
      entry({ tool: 'a', duration_ms: 201, outcome: 'timeout', message: 'Too long.', at: 7 }),
      entry({ tool: 'a', duration_ms: 0, outcome: 'network_error', message: 'No.', at: 9 }),
    ]);
    expect(tools).toEqual([
      {
        tool: 'a',
        calls: 3,
        successes: 1,
        errors: 2,
        refused: 0,
        timeouts: 1,
        averageMs: 100,
        p95Ms: 201,
        lastError: { outcome: 'network_error', message: 'No.', at: 9 },
      },
      expect.objectContaining({ tool: 'b', calls: 1, errors: 0, lastError: null }),
    ]);
  });

  it('counts what was refused neither as an error nor in the durations', () => {
    const metrics = measureCalls([
      entry({ tool: 'a', duration_ms: 100 }),
      entry({ tool: 'a', duration_ms: 0, outcome: 'tool_not_available', message: 'Off.' }),
      entry({ tool: 'a', duration_ms: 3, outcome: 'permission_denied', message: 'No.' }),
    ]);
    expect(metrics).toMatchObject({ calls: 3, successes: 1, refused: 2 });
    expect(metrics.tools).toMatchObject([
      { calls: 3, successes: 1, errors: 0, refused: 2, averageMs: 100, lastError: null },
    ]);
  });

  it('takes the 95th percentile of a hundred calls', () => {
    const calls = Array.from({ length: 100 }, (_, index) => entry({ duration_ms: 100 - index }));
    expect(measureCalls(calls).tools[0]?.p95Ms).toBe(95);
  });

  it('computes the time that parallel calls saved, batch by batch', () => {
    const calls = [
      // Three parallel calls: 300 ms of work in 120 ms; logged in the order in which they ended.
      entry({ run, at: 1_010, duration_ms: 80, concurrent: 2 }),
      entry({ run, at: 1_000, duration_ms: 100, concurrent: 1 }),
      entry({ run, at: 1_000, duration_ms: 120, concurrent: 3 }),
      // One call on its own.
      entry({ run, at: 2_000, duration_ms: 50, concurrent: 1 }),
      // Two parallel calls: 60 ms of work in 30 ms.
      entry({ run, at: 3_000, duration_ms: 30, concurrent: 1 }),
      entry({ run, at: 3_000, duration_ms: 30, concurrent: 2 }),
      // At the same time in another run, where it is on its own.
      entry({ run: asId<'run'>('other'), at: 3_000, duration_ms: 500, concurrent: 1 }),
    ];
    expect(measureCalls(calls)).toMatchObject({
      parallelBatches: 2,
      peakConcurrency: 3,
      savedMs: 180 + 30,
    });
  });
});
