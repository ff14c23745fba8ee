/**
 * What became of alarms and could not be stored, as on a full disk: an alarm has to ring all the same, and to stop. In the
 * memory of this tab; every other one finds out by its own clock.
 */
import type { AlarmId } from '#shared/ids.ts';
import type { Alarm } from '#shared/alarms/alarm.ts';

export type Unsaved = {
  /** The alarms as they are, from those that are stored. */
  over(stored: readonly Alarm[]): Alarm[];
  /** `null`: it is deleted. */
  set(stored: Alarm, now: Alarm | null): void;
  /** It is stored by now. */
  forget(...ids: AlarmId[]): void;
};

export function createUnsaved(): Unsaved {
  const unsaved = new Map<AlarmId, { stored: Alarm; now: Alarm | null }>();
  return {
    over: (all) =>
      all.flatMap((alarm) => {
        const change = unsaved.get(alarm.id);
        // What another tab could store since then counts.
        if (!change || change.stored.at !== alarm.at || change.stored.state !== alarm.state) return [alarm];
        return change.now ? [change.now] : [];
      }),
    set: (stored, now) => void unsaved.set(stored.id, { stored, now }),
    forget: (...ids) => ids.forEach((id) => unsaved.delete(id)),
  };
}
