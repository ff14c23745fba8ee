/**
 * An alarm or a task as an event in the calendar of the device, which reminds the user while the app is closed. It
 * repeats if a calendar can repeat it.
 */
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { Schedule, Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { addReminder } from '#src/state/today/add-reminder.ts';
import { isOnlyNext, repeatOf } from '#src/ui/kit/schedule/calendar-repeat.ts';

type Calendar = Pick<AppState, 'connection' | 'toasts'>;

export function remindAlarm({ label, at, repeat }: Alarm, app: Calendar): Promise<void> {
  const schedule = scheduleOf(repeat);
  const isNext = schedule !== undefined && isOnlyNext(schedule);
  const link = location.origin + location.pathname;
  return addReminder(
    {
      ...{ title: label || t('call.alarm'), at, repeat: schedule && repeatOf(schedule) },
      days: repeat && 'days' in repeat ? repeat.days : [],
      notes: t(isNext ? 'call.calendar-next-notes' : 'call.calendar-notes', { link }),
    },
    t('call.calendar-failed'),
    app,
  );
}

/** Undefined for an alarm on given dates, each of which becomes an event of its own. */
function scheduleOf(repeat: Alarm['repeat']): Schedule | undefined {
  if (!repeat || !('cron' in repeat)) return undefined;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { type: 'cron', cron: repeat.cron, timeZone };
}

export function remindTask({ id, name, schedule }: Task, next: number, app: Calendar): Promise<void> {
  const { origin, pathname } = globalThis.location;
  const link = origin + pathname + formatRoute({ view: 'screen', name: 'tasks', path: id });
  const repeat = repeatOf(schedule);
  const notes = t(isOnlyNext(schedule) ? 'call.remind-next-notes' : 'call.remind-notes', { link });
  // The weekdays and hours of cron are those of its time zone, which may differ from that of the device.
  const zone = schedule.type === 'cron' ? schedule.timeZone : undefined;
  return addReminder({ title: name, at: next, notes, repeat, zone }, t('call.calendar-failed'), app);
}
