import { expect, it } from 'vitest';
import { measureRuns } from '#workers/domains/activity/loop-metrics.ts';

const work = { steps: 3, modelMs: 2_000, toolMs: 500, retries: 1 };

it('sums what runs took, and counts those that a guard ended', () => {
  const metrics = measureRuns([
    { outcome: { type: 'completed' }, work },
    { outcome: { type: 'limit' }, work },
    { outcome: { type: 'budget', limit: 'run-tokens', most: 100 }, work },
    { outcome: { type: 'stopped' }, work },
  ]);
  expect(metrics).toMatchObject({ runs: 4, steps: 12, modelMs: 8_000, toolMs: 2_000, retries: 4 });
  expect(metrics.guardStops).toEqual([
    { guard: 'limit', runs: 1 },
    { guard: 'repeated', runs: 0 },
    { guard: 'errors', runs: 0 },
    { guard: 'budget', runs: 1 },
  ]);
});

it('says how many runs of older versions it could not measure', () => {
  const metrics = measureRuns([{ outcome: { type: 'completed' } }, { outcome: { type: 'errors' }, work }]);
  expect(metrics).toMatchObject({ runs: 2, unmeasured: 1, steps: 3 });
});
