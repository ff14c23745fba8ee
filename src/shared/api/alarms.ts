/** Alarms, which ring while the app is open: `api.alarms`. */
import type { AlarmId } from '../ids.ts';
import type { Alarm, AlarmAnswer, AlarmDraft } from '../alarms/alarm.ts';

export type AlarmsApi = {
  /** Those that ring first, then the planned ones by time, then the missed ones. */
  list(): Promise<Alarm[]>;
  /** Plans an alarm; exactly one of `at` and `in` says when. */
  set(draft: AlarmDraft): Promise<AlarmAnswer<Alarm>>;
  /** Returns what was deleted, for `restore`. */
  cancel(id: AlarmId): Promise<Alarm | undefined>;
  /** Puts a cancelled alarm back as it was; one that is due meanwhile is missed. */
  restore(alarm: Alarm): Promise<AlarmAnswer<Alarm>>;
  /** Has an alarm that rings, or was missed, ring again in so many minutes: a whole number from 1 to 60. */
  snooze(id: AlarmId, minutes: number): Promise<AlarmAnswer<Alarm>>;
  /** Ends the ringing in all tabs, or takes a missed alarm off the list; false: it is neither. */
  dismiss(id: AlarmId): Promise<boolean>;
  /** The missed alarms that the user was not told of yet; they count as told then, so one tab gets each. */
  takeMissed(): Promise<Alarm[]>;
  /** Looks whether anything is due. */
  check(): Promise<void>;
};
