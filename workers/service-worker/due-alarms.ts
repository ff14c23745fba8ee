/** Notifies once per alarm that it was missed while no tab is open, because a closed app cannot ring. */
import { isObject } from '#shared/json.ts';
import { noticeCache, reportedAlarmsEntry } from '#shared/tasks/due-notice.ts';

export type DueAlarm = { id: string; at: number; label: string };

/**
 * The alarms that are ringing or due, and therefore missed without a tab. `isTold` marks those that the app
 * has already reported.
 */
export function dueAlarms(rows: readonly unknown[], now: number): DueAlarm[] {
  return rows.flatMap((row) => {
    if (!isObject(row) || row.isTold === true) return [];
    const { id, at, label } = row;
    const isWhole = typeof id === 'string' && typeof at === 'number' && typeof label === 'string';
    return isWhole && at <= now ? [{ id, at, label }] : [];
  });
}

/**
 * Shows the notifications. Which alarms were reported is stored in Cache Storage, because only the app writes
 * to the database.
 */
export async function notifyAlarms(
  alarms: readonly DueAlarm[],
  { unnamed, missed }: { unnamed: string; missed: string },
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
): Promise<void> {
  if (alarms.length === 0) return;
  const cache = await caches.open(noticeCache);
  const kept: unknown = await (await cache.match(reportedAlarmsEntry))?.json();
  const reported: unknown[] = Array.isArray(kept) ? kept : [];
  for (const alarm of alarms.filter((each) => !reported.includes(keyOf(each))))
    await registration.showNotification(alarm.label || unnamed, {
      // The same tag as the notification of its ringing.
      ...{ body: missed, tag: `oneclaw-${alarm.id}`, icon: 'icons/icon-192.png' },
      data: { hash: '#/today' },
    });
  await cache.put(reportedAlarmsEntry, Response.json(alarms.map(keyOf)));
}

/** Includes the time, because a snoozed alarm becomes due again. */
function keyOf({ id, at }: DueAlarm): string {
  return `${id} ${at}`;
}
