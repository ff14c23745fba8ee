/** Alarms, without their code until one is planned or asked for. */
import type { Alarms } from '#workers/domains/alarms/open-alarms.ts';
import type { Core } from './core.ts';
import { once } from './once.ts';
import type { Stores } from './open-stores.ts';
import { openClock } from './open-tasks.ts';

export type AlarmServices = {
  openAlarms(): Promise<Alarms>;
  /** Looks whether one is due. */
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
    // The code that opens it may have planned one before.
    void opened.check();
    return opened;
  });

  async function wake(): Promise<void> {
    const isPlanned = opened !== undefined || (taskSwitch.get().isOn && (await database.count('alarms')) > 0);
    if (isPlanned) await (await open()).check();
    if (isTold) return;
    isTold = true;
    // The page loads what follows alarms, and the figure beside Today, with the first such event only.
    const counts = await Promise.all(
      (['alarms', 'tasks', 'memories'] as const).map((name) => database.count(name)),
    );
    if (counts.some((count) => count > 0)) post();
  }

  return { openAlarms: open, wakeAlarms: wake };
}
