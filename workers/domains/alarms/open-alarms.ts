/** Opens the alarms: their store, the port of their tools, and the ringer. */
import type { AlarmPort } from './alarm-port.ts';
import type { TaskSwitch } from '../tasks/settings.ts';
import { createAgentAlarms } from './agent-alarms.ts';
import { createRinger, type RingerDeps } from './ringer.ts';
import { advanceAll, createAlarmStore, type AlarmStore } from './store.ts';
import type { AlarmStoreDeps } from './store-deps.ts';
import { createUnsavedAlarms } from './unsaved-alarms.ts';

export type Alarms = {
  store: AlarmStore;
  port: AlarmPort;
  check(): Promise<void>;
  stop(): void;
};

export type AlarmsDeps = Pick<AlarmStoreDeps, 'database' | 'now' | 'timeZone'> &
  Pick<RingerDeps, 'setTimer'> & {
    settings: Pick<TaskSwitch, 'get'>;
    /** Posts that alarms have changed. */
    post(...ids: string[]): void;
  };

export function openAlarms({ database, now, timeZone, setTimer, settings, post }: AlarmsDeps): Alarms {
  const isOn = () => settings.get().isOn;
  const changed = (...ids: string[]) => {
    post(...ids);
    void ringer.check();
  };
  const storeDeps: AlarmStoreDeps = {
    ...{ database, now, timeZone, isOn, changed },
    unsaved: createUnsavedAlarms(),
  };
  const store = createAlarmStore(storeDeps);
  const ringer = createRinger({
    ...{ now, setTimer },
    advance: () => advanceAll({ ...storeDeps, changed: post }),
  });
  return {
    ...{ store, check: ringer.check, stop: ringer.stop },
    port: createAgentAlarms({ ...storeDeps, store, asksFirst: () => settings.get().asksFirst }),
  };
}
