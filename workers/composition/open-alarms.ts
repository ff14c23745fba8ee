/** Alarms. Their code is loaded when an alarm is stored, or at the first call of their API. */
import type { Alarms } from '#workers/domains/alarms/open-alarms.ts';
import type { Core } from './core.ts';
import { once } from './once.ts';
import type { Stores } from './open-stores.ts';
import { openClock } from './open-tasks.ts';

export type AlarmServices = {
  openAlarms(): Promise<Alarms>;
  /** Checks whether an alarm is due. */
  wakeAlarms(): Promise<void>;
};

export function openAlarmsLater({ bus, database, taskSwitch }: Core & Stores): AlarmServices {
  let opened: Alarms | undefined;
  let isTold = false;
  const post = (...ids: string[]) => bus.post({ type: 'changed', kind: 'alarms', ids });
  const open = once(async () => {
    const { openAlarms } = await import('#workers/domains/alarms/open-alarms.ts');
    opened = openAlarms({
      ...{ database, settings: taskSwitch, post },
      now: await openClock(() => void wake()),
      setTimer: (milliseconds, act) => {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    // Alarms that are stored already need their timer, whoever opened the domain.
    void opened.check();
    return opened;
  });

  async function wake(): Promise<void> {
    const isPlanned = opened !== undefined || (taskSwitch.get().isOn && (await database.count('alarms')) > 0);
    if (isPlanned) await (await open()).check();
    if (isTold) return;
    isTold = true;
    // Only at the first such event does the page load the code that follows alarms and shows the count beside
    // Today.
    const counts = await Promise.all(
      (['alarms', 'tasks', 'memories'] as const).map((name) => database.count(name)),
    );
    if (counts.some((count) => count > 0)) post();
  }

  return { openAlarms: open, wakeAlarms: wake };
}
