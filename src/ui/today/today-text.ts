/** Texts about alarms on the screen Today. */
import { alarmLimits, type Alarm, type AlarmErrorCode } from '#shared/alarms/alarm.ts';
import { language, t } from '#src/state/text/text.ts';

export function alarmName({ label }: Pick<Alarm, 'label'>): string {
  return label || t('alarms.unnamed');
}

/** Such as `08:00`, or `Tue, 24 Nov, 08:00` on another day. */
export function timeText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Date(at).toLocaleString(language.value, {
    ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit' },
  });
}

const shown = ['at-form', 'at-past', 'at-far', 'limit', 'gone', 'not-due', 'off'] as const;

/** Only scripts and models can cause the other codes. */
export function alarmErrorText(code: AlarmErrorCode): string {
  const known = shown.find((each) => each === code) ?? 'invalid';
  return t(`alarms.fault-${known}`, { count: alarmLimits.alarms });
}
