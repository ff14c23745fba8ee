/** When the heartbeat beats: every so many minutes, within the hours of the device's clock. Pure: the time is handed in. */
import type { HeartbeatSettings, Task } from '#shared/tasks/task.ts';

/** The first time that is so many minutes after `after`, and within the hours. */
export function nextBeat({ everyMinutes, fromHour, untilHour }: HeartbeatSettings, after: number): number {
  const at = new Date(after + everyMinutes * 60_000);
  const dayOf = (later: number) =>
    new Date(at.getFullYear(), at.getMonth(), at.getDate() + later, fromHour).getTime();
  if (at.getHours() < fromHour) return dayOf(0);
  return at.getHours() >= untilHour ? dayOf(1) : at.getTime();
}

/** Plans the next beat. An overdue one stays due within the hours; outside of them it is not caught up. */
export function planned<Row extends Pick<Task, 'next'>>(
  row: Row,
  settings: HeartbeatSettings,
  now: number,
): Row {
  const latest = nextBeat(settings, now);
  const isKept = row.next !== null && row.next <= latest && (row.next > now || isWithin(settings, now));
  return isKept ? row : { ...row, next: latest };
}

function isWithin({ fromHour, untilHour }: HeartbeatSettings, now: number): boolean {
  const hour = new Date(now).getHours();
  return hour >= fromHour && hour < untilHour;
}
