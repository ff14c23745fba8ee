/** The alarm tools, in the order in which models see them. */
import { cancelAlarm } from './cancel-alarm.ts';
import { listAlarms } from './list-alarms.ts';
import { setAlarm } from './set-alarm.ts';
import { snoozeAlarm } from './snooze-alarm.ts';

export const alarmTools = [setAlarm, listAlarms, cancelAlarm, snoozeAlarm];
