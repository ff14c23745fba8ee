/** Alarms, which ring while the app is open: `api.alarms`. */
import type { AlarmId } from '../ids.ts';
import type { Alarm, AlarmAnswer, AlarmDraft } from '../alarms/alarm.ts';

export type AlarmsApi = {
  /** Ringing alarms first, then planned ones by time, then missed ones. */
  list(): Promise<Alarm[]>;
  /** Plans an alarm; exactly one of `at` and `in` says when. */
  set(draft: AlarmDraft): Promise<AlarmAnswer<Alarm>>;
  /** Deletes an alarm. Returns it, for `restore`. */
  cancel(id: AlarmId): Promise<Alarm | undefined>;
  /** Restores a cancelled alarm as it was; if it is due by now, it is missed. */
  restore(alarm: Alarm): Promise<AlarmAnswer<Alarm>>;
  /** Makes a ringing or missed alarm ring again in so many minutes: a whole number from 1 to 60. */
  snooze(id: AlarmId, minutes: number): Promise<AlarmAnswer<Alarm>>;
  /**
   * Stops the ringing in all tabs, or removes a missed alarm from the list. Returns false if the
   * alarm neither rings nor was missed.
   */
  dismiss(id: AlarmId): Promise<boolean>;
  /**
   * Returns the missed alarms of which the user has not been notified, and marks them as notified, so that
   * only one tab gets each.
   */
  takeMissed(): Promise<Alarm[]>;
  /** Checks whether an alarm is due. */
  check(): Promise<void>;
};
