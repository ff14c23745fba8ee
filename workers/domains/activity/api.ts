/** The API of the call log. */
import type { ActivityApi } from '#shared/api/activity.ts';
import type { Spending } from '../budget/spending.ts';
import type { CallLog } from './call-log.ts';
import { exportLog, listCalls, measureLog, readMeasured, verifyLog } from './call-records.ts';
import { lastDays, measureDays } from './daily-figures.ts';
import { measureRuns, type MeasuredRun } from './loop-metrics.ts';
import type { CallStore } from './store.ts';

export type ActivityNeeds = {
  openCallPath(): Promise<{ callLog: Pick<CallLog, 'withLock'> }>;
  openCalls(): Promise<CallStore>;
  spending: Pick<Spending, 'ofDays'>;
  sessions: { runsSince(time: number): Promise<readonly MeasuredRun[]> };
};

export function createActivityApi({
  openCallPath,
  openCalls,
  spending,
  sessions,
}: ActivityNeeds): ActivityApi {
  async function readLog<T>(read: (calls: CallStore) => Promise<T>): Promise<T> {
    const [calls, { callLog }] = await Promise.all([openCalls(), openCallPath()]);
    return callLog.withLock('shared', () => read(calls));
  }

  return {
    list: (filter) => readLog((calls) => listCalls(calls, filter)),
    metrics: () =>
      readLog(async (calls) => {
        const [firstDay = new Date()] = lastDays(new Date(), await calls.keepDays());
        const [measured, runs] = await Promise.all([
          measureLog(calls),
          sessions.runsSince(firstDay.getTime()),
        ]);
        return { ...measured, loop: measureRuns(runs) };
      }),
    daily: (count) =>
      readLog(async (calls) => {
        const days = lastDays(new Date(), Math.max(1, Math.min(Math.floor(count) || 1, 90)));
        const [measured, spent, keepDays] = await Promise.all([
          readMeasured(calls),
          spending.ofDays(days),
          calls.keepDays(),
        ]);
        return { days: measureDays(days, measured, spent), keepDays };
      }),
    export: () => readLog(exportLog),
    verify: (head) => readLog((calls) => verifyLog(calls, head)),
    async keep(days) {
      const calls = await openCalls();
      // Zero or less would empty the log and is ignored; the returned value shows the caller that nothing
      // changed.
      if (days !== undefined && days >= 1) await calls.setKeepDays(days);
      return calls.keepDays();
    },
  };
}
