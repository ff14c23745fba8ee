/** An alarm as an event in the calendar of the device. */
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { addReminder } from '#src/state/today/add-reminder.ts';

export function remind({ label, at }: Alarm, app: Pick<AppState, 'connection' | 'toasts'>): Promise<void> {
  const notes = t('call.calendar-notes', { link: location.origin + location.pathname });
  return addReminder({ title: label || t('call.alarm'), at, notes }, t('call.calendar-failed'), app);
}
