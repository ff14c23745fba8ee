/** Figures of the agent loop, from the stored runs. */
import type { Outcome } from '#shared/runs/run-event.ts';
import type { RunWork } from '#shared/runs/run-work.ts';
import { guardStops, type LoopMetrics } from '#shared/tools/activity.ts';

/** The fields of a stored run that the figures need. */
export type MeasuredRun = { outcome: Outcome; work?: RunWork };

export function measureRuns(runs: readonly MeasuredRun[]): LoopMetrics {
  const sum = (field: keyof RunWork) => runs.reduce((total, { work }) => total + (work?.[field] ?? 0), 0);
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
