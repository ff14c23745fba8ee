/** An alarm as an event in the calendar of the device, which reminds where a closed app cannot. */
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';

const eventMs = 15 * 60_000;

/** The tool of agents writes the file, and its sheet hands it over. */
export async function remind(
  { label, at }: Alarm,
  { connection, toasts }: Pick<AppState, 'connection' | 'toasts'>,
): Promise<void> {
  const link = location.origin + location.pathname;
  const report = await toasts.attempt(
    connection.api.tools.call('create_calendar_event', {
      title: label || t('call.alarm'),
      start: new Date(at).toISOString(),
      end: new Date(at + eventMs).toISOString(),
      notes: t('call.calendar-notes', { link }),
      reminder: [0],
    }),
  );
  if (!report || report.status === 'success') return;
  // The user put the sheet away.
  if (report.error_type !== 'permission_denied') toasts.show(t('call.calendar-failed'));
}
