/** What becomes of an alarm as time passes, whatever the clock does. Pure: the time is handed in. */
import { alarmLimits, type Alarm } from '#shared/alarms/alarm.ts';

/** The same object: nothing has changed. */
export function advance(alarm: Alarm, now: number): Alarm {
  const { state, at, rangAt = at } = alarm;
  if (state === 'planned' && at <= now)
    return now - at <= alarmLimits.lateMs ? { ...alarm, state: 'ringing', rangAt: now } : missed(alarm);
  // The distance, because a clock that was set back would have it ring for hours.
  if (state === 'ringing' && Math.abs(now - rangAt) >= alarmLimits.ringMs) return missed(alarm);
  return alarm;
}

/** What becomes of it while alarms are switched off. */
export function silence(alarm: Alarm): Alarm {
  return alarm.state === 'ringing' ? missed(alarm) : alarm;
}

function missed(alarm: Alarm): Alarm {
  return { ...alarm, state: 'missed' };
}

/** When something happens to it next by itself; undefined: never. */
export function nextMoment({ state, at, rangAt = at }: Alarm): number | undefined {
  if (state === 'planned') return at;
  return state === 'ringing' ? rangAt + alarmLimits.ringMs : undefined;
}
