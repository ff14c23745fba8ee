/** Offers an event to the calendar of the device, which can remind the user while the app is closed. */
import { localMoment } from '#shared/local-moment.ts';
import type { AppState } from '../app-state.ts';

const eventMs = 15 * 60_000;

type Reminder = {
  title: string;
  /** Milliseconds since the epoch. */
  at: number;
  notes: string;
  /** A repetition as `create_calendar_event` accepts it: a word, or a rule of RFC 5545. */
  repeat?: string | undefined;
  /** The days on which it takes place, such as `2026-01-31`; past ones are left out. */
  days?: readonly string[];
  /** The time zone in which it repeats; absent: that of the device. */
  zone?: string | undefined;
};

/**
 * Calls the tool `create_calendar_event`, which writes a calendar file and shows a sheet to open it.
 * `failed`: the text of the toast after an error.
 */
export async function addReminder(
  { title, at, notes, repeat, days = [], zone }: Reminder,
  failed: string,
  { connection, toasts }: Pick<AppState, 'connection' | 'toasts'>,
): Promise<void> {
  const later = days.filter((day) => day > localMoment(at).slice(0, 10));
  const report = await toasts.attempt(
    connection.api.tools.call('create_calendar_event', {
      ...{ title, ...spanOf(at, zone), notes, reminder: [0] },
      ...(repeat === undefined ? {} : { repeat }),
      ...(later.length > 0 && { also_on: later }),
    }),
  );
  if (!report || report.status === 'success') return;
  // The user dismissed the sheet.
  if (report.error_type !== 'permission_denied') toasts.show(failed);
}

/**
 * Start and end as the tool takes them. With a zone they are UTC, which the tool converts to the time of the
 * zone.
 */
function spanOf(at: number, zone: string | undefined): Record<string, string> {
  if (zone === undefined) return { start: localMoment(at), end: localMoment(at + eventMs) };
  const [start = '', end = ''] = [at, at + eventMs].map((moment) => new Date(moment).toISOString());
  return { start, end, time_zone: zone };
}
