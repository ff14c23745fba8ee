/**
 * Changes of alarms that could not be stored, as on a full disk: alarms must ring and stop all the same. They
 * are in the memory of this tab; the other tabs compute them by their own clocks.
 */
import type { AlarmId } from '#shared/ids.ts';
import type { Alarm } from '#shared/alarms/alarm.ts';

export type UnsavedAlarms = {
  /** The stored alarms with the unsaved changes applied. */
  over(stored: readonly Alarm[]): Alarm[];
  /** Keeps a change of a stored alarm; `null`: it is deleted. */
  set(stored: Alarm, now: Alarm | null): void;
  /** Drops the changes of these alarms, which are stored now. */
  forget(...ids: AlarmId[]): void;
};

export function createUnsavedAlarms(): UnsavedAlarms {
  const unsaved = new Map<AlarmId, { stored: Alarm; now: Alarm | null }>();
  return {
    over: (all) =>
      all.flatMap((alarm) => {
        const change = unsaved.get(alarm.id);
        // A change that another tab has stored since then takes precedence.
        if (!change || change.stored.at !== alarm.at || change.stored.state !== alarm.state) return [alarm];
        return change.now ? [change.now] : [];
      }),
    set: (stored, now) => void unsaved.set(stored.id, { stored, now }),
    forget: (...ids) => ids.forEach((id) => unsaved.delete(id)),
  };
}
