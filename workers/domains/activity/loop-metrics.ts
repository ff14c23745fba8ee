/** Figures of the agent loop, from the stored runs. */
import { guardStops, type LoopMetrics } from '#shared/tools/activity.ts';
import type { RunRecord } from '../sessions/tables.ts';

export type MeasuredRun = Pick<RunRecord, 'outcome' | 'work'>;

export function measureRuns(runs: readonly MeasuredRun[]): LoopMetrics {
  const sum = (field: keyof NonNullable<MeasuredRun['work']>) =>
    runs.reduce((total, { work }) => total + (work?.[field] ?? 0), 0);
  return {
    runs: runs.length,
    unmeasured: runs.filter(({ work }) => !work).length,
    ...{ steps: sum('steps'), modelMs: sum('modelMs'), toolMs: sum('toolMs'), retries: sum('retries') },
    guardStops: guardStops.map((guard) => ({
      guard,
      runs: runs.filter(({ outcome }) => outcome.type === guard).length,
    })),
  };
}
