/** Alarms: moments at which the app rings while it is open. */
import type { AlarmsApi } from '#shared/api/alarms.ts';
import type { AlarmPort } from './alarm-port.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { AlarmsKeptNeeds } from './backup.ts';
import { startAlarms, type AlarmNeeds, type AlarmServices } from './start.ts';
import { tables } from './tables.ts';

type Needs = AlarmNeeds & AlarmServices;

export const alarms = {
  tables,
  start: startAlarms,
  wake: ({ wakeAlarms }) => wakeAlarms(),
  backup: async (needs) => (await import('./backup.ts')).alarmsInBackup(needs),
  reload: ({ wakeAlarms }) => wakeAlarms(),
  tools: async () => (await import('./tools/index.ts')).alarmTools,
  toolPort: async ({ openAlarms }) => (await openAlarms()).port,
  open: async ({ openAlarms }) => {
    const { store, check } = await openAlarms();
    return { ...store, check };
  },
} satisfies Domain<AlarmsApi, Needs, AlarmsKeptNeeds, AlarmPort>;
