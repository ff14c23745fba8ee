/** The calls by day, newest first, a page at a time. */
import type { CallRecord } from '#shared/tools/activity.ts';
import type { Activity } from '#src/state/runs/activity.ts';
import { language, t } from '#src/state/text/text.ts';
import { LoggedCall } from './logged-call.tsx';
import callsStyles from '#src/ui/calls/calls.module.css';
import styles from './activity.module.css';

export function CallList({ activity }: { activity: Activity }) {
  const calls = activity.calls.value;
  if (!calls) return null;
  if (calls.length === 0) {
    return (
      <div class={styles.activityNone}>
        <p class="hint">{t('activity.none')}</p>
        <button type="button" class="text-button" onClick={activity.showAll}>
          {t('list.show-all')}
        </button>
      </div>
    );
  }
  return (
    <div class={styles.activityDays}>
      {groupByDay(calls).map(({ day, own }) => (
        <section key={day} aria-label={nameOfDay(day)}>
          <h2 class={styles.activityDay}>{nameOfDay(day)}</h2>
          <ul class={callsStyles.calls}>
            {own.map((record) => (
              <LoggedCall key={record.seq} record={record} />
            ))}
          </ul>
        </section>
      ))}
      {activity.hasMore.value && (
        <button type="button" class="button" onClick={() => void activity.loadMore()}>
          {t('activity.more')}
        </button>
      )}
    </div>
  );
}

type Day = { day: number; own: CallRecord[] };

/** Grouped by the day a call began, in the user's time zone. */
function groupByDay(calls: readonly CallRecord[]): Day[] {
  const days = new Map<number, CallRecord[]>();
  for (const call of calls) {
    const day = new Date(call.at).setHours(0, 0, 0, 0);
    days.set(day, [...(days.get(day) ?? []), call]);
  }
  return [...days].map(([day, own]) => ({ day, own })).sort((one, other) => other.day - one.day);
}

function nameOfDay(day: number): string {
  const today = new Date().setHours(0, 0, 0, 0);
  if (day === today) return t('sessions.today');
  // Not minus 24 hours: days around a clock change are 23 or 25 hours long.
  if (day === new Date(today - 1).setHours(0, 0, 0, 0)) return t('sessions.yesterday');
  return new Intl.DateTimeFormat(language.value, { weekday: 'long', day: 'numeric', month: 'long' }).format(
    day,
  );
}
