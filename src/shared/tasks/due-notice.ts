/** Names and texts with which the page and the service worker notify of due tasks and alarms. */
import type { Alarm } from '../alarms/alarm.ts';

/** The tag of the periodic background sync. */
export const taskSyncTag = 'oneclaw-tasks';
/** The cache, and its entry with the texts of the notification in the user's language. */
export const noticeCache = 'oneclaw-notices';
export const noticeTextsEntry = 'due-tasks';
/** The entry with the alarms that the service worker has already reported as missed. */
export const reportedAlarmsEntry = 'told-alarms';

/** In the user's language. `alarm` is absent in an entry that an older version wrote. */
export type NoticeWords = { title: string; body: string; alarm?: { unnamed: string; missed: string } };

type Planned = { isOn: boolean; tasks: readonly unknown[]; alarms: readonly Pick<Alarm, 'state'>[] };

/** Whether there is anything for which the browser should wake the service worker. */
export function isAnyPlanned({ isOn, tasks, alarms }: Planned): boolean {
  return isOn && (tasks.length > 0 || alarms.some(({ state }) => state === 'planned'));
}
