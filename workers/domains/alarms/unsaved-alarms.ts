/**
 * Changes of alarms that could not be stored, as on a full disk: alarms must ring and stop all the same. They
 * are in the memory of this tab; the other tabs compute them by their own clocks.
 */
import type { AlarmId } from '#shared/ids.ts';
import type { Alarm } from '#shared/alarms/alarm.ts';

export type UnsavedAlarms = {
  /** The stored alarms with the unsaved changes applied. */
  over(stored: readonly Alarm[]): Alarm[];
  /** Keeps a change of an alarm; `null`: it is deleted. `stored` is undefined for one that is not stored yet. */
  set(id: AlarmId, stored: Alarm | undefined, now: Alarm | null): void;
  /** Drops the changes of these alarms, which are stored now. */
  forget(...ids: AlarmId[]): void;
};

export function createUnsavedAlarms(): UnsavedAlarms {
  const unsaved = new Map<AlarmId, { stored: Alarm | undefined; now: Alarm | null }>();
  return {
    over(all) {
      const known = new Set(all.map(({ id }) => id));
      const added = [...unsaved.values()].flatMap(({ stored, now }) =>
        now && !stored && !known.has(now.id) ? [now] : [],
      );
      const kept = all.flatMap((alarm) => {
        const change = unsaved.get(alarm.id);
        // A change that another tab has stored since then takes precedence.
        if (change?.stored?.at !== alarm.at || change.stored.state !== alarm.state) return [alarm];
        return change.now ? [change.now] : [];
      });
      return [...kept, ...added];
    },
    set: (id, stored, now) => void unsaved.set(id, { stored, now }),
    forget: (...ids) => ids.forEach((id) => unsaved.delete(id)),
  };
}
