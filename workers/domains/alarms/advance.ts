/** Computes the state of an alarm at a given time, also after the clock was set. Pure. */
import { alarmLimits, type Alarm } from '#shared/alarms/alarm.ts';
import { advanceSeries } from './series.ts';

/**
 * What the alarm has become: itself, or one that repeats and the one that rings. Returns the same object if nothing has
 * changed. `now`: milliseconds since the epoch; `zone`: the time zone of the device.
 */
export function advance(alarm: Alarm, now: number, zone: string): Alarm[] {
  if (!alarm.repeat) return [advanceOne(alarm, now)];
  return advanceSeries(alarm, alarm.repeat, now, zone).map((each) =>
    each.repeat ? each : advanceOne(each, now),
  );
}

/** One that does not repeat. */
export function advanceOne(alarm: Alarm, now: number): Alarm {
  const { state, at, rangAt = at } = alarm;
  if (state === 'planned' && at <= now)
    return now - at <= alarmLimits.lateMs ? { ...alarm, state: 'ringing', rangAt: now } : missed(alarm);
  // The absolute difference: otherwise an alarm would ring for hours after the clock was set back.
  if (state === 'ringing' && Math.abs(now - rangAt) >= alarmLimits.ringMs) return missed(alarm);
  return alarm;
}

/** The alarm while alarms are switched off: a ringing one becomes missed. */
export function silence(alarm: Alarm): Alarm {
  return alarm.state === 'ringing' ? missed(alarm) : alarm;
}

function missed(alarm: Alarm): Alarm {
  return { ...alarm, state: 'missed' };
}

/** When its state changes next by itself, in milliseconds since the epoch; undefined: never. */
export function nextMoment({ state, at, rangAt = at }: Alarm): number | undefined {
  if (state === 'planned') return at;
  return state === 'ringing' ? rangAt + alarmLimits.ringMs : undefined;
}
