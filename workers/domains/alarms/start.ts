/** Starts alarms. Their code is loaded when an alarm is stored, or at the first call of their API. */
import { openClock, setTimer } from '#workers/engine/clock.ts';
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import type { Alarms, AlarmsDeps } from './open-alarms.ts';

export type AlarmServices = {
  openAlarms(): Promise<Alarms>;
  /** Checks whether an alarm is due. */
  wakeAlarms(): Promise<void>;
};

export type AlarmNeeds = {
  /** The switch of tasks is that of alarms, too. */
  taskSwitch: AlarmsDeps['settings'];
};

export function startAlarms({ bus, database }: Core, engine: () => AlarmNeeds): AlarmServices {
  let opened: Alarms | undefined;
  let isTold = false;
  const post = (...ids: string[]) => bus.post({ type: 'changed', kind: 'alarms', ids });
  const openAlarms = once(async () => {
    const { openAlarms: open } = await import('./open-alarms.ts');
    const now = await openClock(() => void wakeAlarms());
    const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
    opened = open({ database, settings: engine().taskSwitch, post, now, timeZone, setTimer });
    // Stored alarms need their timer as soon as their code is loaded.
    void opened.check();
    return opened;
  });

  async function wakeAlarms(): Promise<void> {
    const isPlanned =
      opened !== undefined || (engine().taskSwitch.get().isOn && (await database.count('alarms')) > 0);
    if (isPlanned) await (await openAlarms()).check();
    if (isTold) return;
    isTold = true;
    // Only at the first such event does the page load the code that follows alarms and shows the count beside
    // Today.
    const counts = await Promise.all(
      (['alarms', 'tasks', 'memories'] as const).map((name) => database.count(name)),
    );
    if (counts.some((count) => count > 0)) post();
  }

  return { openAlarms, wakeAlarms };
}
