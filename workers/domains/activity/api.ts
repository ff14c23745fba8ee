/** What the Activity screen asks for: the call log and its figures, the runs that go on, the health of connections. */
import type { EngineApi } from '#shared/rpc/protocol.ts';
import type { CallStore } from './store.ts';
import { exportLog, listCalls, measureLog, readMeasured, verifyLog } from './call-records.ts';
import { callLogLock } from './call-log.ts';
import { connectionSources, listConnections } from '#workers/domains/connections/connections.ts';
import { lastDays, measureDays } from './daily-figures.ts';
import { readRunningRuns } from '#workers/domains/runs/list-active-runs.ts';
import type { Services } from '#workers/engine/services.ts';
import { sumSpent } from '#workers/domains/sessions/sum-spent.ts';

export type ActivityApi = Pick<
  EngineApi,
  | 'listActivity'
  | 'activityMetrics'
  | 'dailyFigures'
  | 'exportActivity'
  | 'verifyActivity'
  | 'keepActivity'
  | 'listRuns'
  | 'listConnections'
  | 'testConnection'
  | 'sessionSpent'
>;

export function createActivityApi(services: Services): ActivityApi {
  const { callLog, openCalls, openUses, folders, sessions, spending } = services;

  /** The log with everything in it that ended before. */
  async function readLog<T>(read: (calls: CallStore) => Promise<T>): Promise<T> {
    const [calls] = await Promise.all([openCalls(), callLog.written()]);
    return navigator.locks.request(callLogLock, { mode: 'shared' }, () => read(calls));
  }

  const openSources = async () => connectionSources({ ...services, uses: await openUses() });

  return {
    listActivity: (filter) => readLog((calls) => listCalls(calls, filter)),
    activityMetrics: () => readLog(measureLog),
    dailyFigures: (count) =>
      readLog(async (calls) => {
        const days = lastDays(new Date(), Math.max(1, Math.min(Math.floor(count) || 1, 90)));
        const [measured, spent, keepDays] = await Promise.all([
          readMeasured(calls),
          spending.ofDays(days),
          calls.keepDays(),
        ]);
        return { days: measureDays(days, measured, spent), keepDays };
      }),
    exportActivity: () => readLog(exportLog),
    verifyActivity: (head) => readLog((calls) => verifyLog(calls, head)),
    async keepActivity(days) {
      const calls = await openCalls();
      // Anything else would empty the log; the answer says that nothing was set.
      if (days !== undefined && days >= 1) await calls.setKeepDays(days);
      return calls.keepDays();
    },

    sessionSpent: async (id) => sumSpent(await sessions.messages(id)),
    listRuns: () => readRunningRuns(folders.journal),
    listConnections: async () => listConnections(await openSources()),
    testConnection: async (kind, id) => (await openSources())[kind].test(id),
  };
}
