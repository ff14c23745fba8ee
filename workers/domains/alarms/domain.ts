/** Alarms: moments at which the app rings while it is open. */
import type { AlarmsApi } from '#shared/api/alarms.ts';
import type { AlarmPort } from './alarm-port.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { AlarmsKeptNeeds } from './backup.ts';
import type { Alarms } from './open-alarms.ts';
import { tables } from './tables.ts';

type Needs = {
  openAlarms(): Promise<Alarms>;
  /** Loads no code if no alarm is stored. */
  wakeAlarms(): Promise<void>;
};

export const alarms: Domain<AlarmsApi, Needs, AlarmsKeptNeeds, AlarmPort> = {
  tables,
  backup: async (needs) => (await import('./backup.ts')).alarmsInBackup(needs),
  reload: ({ wakeAlarms }) => wakeAlarms(),
  tools: async () => (await import('./tools/index.ts')).alarmTools,
  toolPort: async ({ openAlarms }) => (await openAlarms()).port,
  open: async ({ openAlarms }) => {
    const { store, check } = await openAlarms();
    return { ...store, check };
  },
};
