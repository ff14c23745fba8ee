/** What the page and the service worker share to say that tasks or alarms are due. */
import type { Alarm } from '../alarms/alarm.ts';

/** Of the periodic background sync. */
export const taskSyncTag = 'oneclaw-tasks';
/** In Cache Storage: the words of the notification, in the user's language. */
export const noticeCache = 'oneclaw-notices';
export const noticeName = 'due-tasks';
/** The alarms of which the service worker has said that they were missed. */
export const toldName = 'told-alarms';

/** In the user's language. `alarm`: absent in those of an older version. */
export type NoticeWords = { title: string; body: string; alarm?: { unnamed: string; missed: string } };

type Planned = { isOn: boolean; tasks: readonly unknown[]; alarms: readonly Pick<Alarm, 'state'>[] };

/** Whether there is anything for which the browser should wake the service worker. */
export function isAnyPlanned({ isOn, tasks, alarms }: Planned): boolean {
  return isOn && (tasks.length > 0 || alarms.some(({ state }) => state === 'planned'));
}
