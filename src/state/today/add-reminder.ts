/** Hands an event over to the calendar of the device, which reminds where a closed app cannot. */
import { localMoment } from '#shared/local-moment.ts';
import type { AppState } from '../app-state.ts';

const eventMs = 15 * 60_000;

type Reminder = {
  title: string;
  /** Milliseconds since the epoch. */
  at: number;
  notes: string;
  /** A word or a rule of RFC 5545, as `create_calendar_event` takes it. */
  repeat?: string | undefined;
  /** In which it repeats; absent: that of the device. */
  zone?: string | undefined;
};

/** The tool of agents writes the file, and its sheet hands it over. `failed`: what a toast says then. */
export async function addReminder(
  { title, at, notes, repeat, zone }: Reminder,
  failed: string,
  { connection, toasts }: Pick<AppState, 'connection' | 'toasts'>,
): Promise<void> {
  const report = await toasts.attempt(
    connection.api.tools.call('create_calendar_event', {
      ...{ title, ...spanOf(at, zone), notes, reminder: [0] },
      ...(repeat === undefined ? {} : { repeat }),
    }),
  );
  if (!report || report.status === 'success') return;
  // The user put the sheet away.
  if (report.error_type !== 'permission_denied') toasts.show(failed);
}

/** The tool writes a moment with an offset on the clocks of the zone. */
function spanOf(at: number, zone: string | undefined): Record<string, string> {
  if (zone === undefined) return { start: localMoment(at), end: localMoment(at + eventMs) };
  const [start = '', end = ''] = [at, at + eventMs].map((moment) => new Date(moment).toISOString());
  return { start, end, time_zone: zone };
}
