/** Figures per day: calls from the log, tokens and cost from the budget's daily sums. */
import type { DayFigures } from '#shared/tools/activity.ts';
import type { Spent } from '#shared/runs/spent.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';
import { isRefused, type MeasuredCall } from './call-metrics.ts';

/** The last `count` days in the user's time zone, today last. */
export function lastDays(now: Date, count: number): Date[] {
  // By the calendar: days with a clock change have 23 or 25 hours.
  return Array.from(
    { length: count },
    (_, at) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - at)),
  );
}

/** `spent` has one entry per day, in the same order. */
export function measureDays(
  days: readonly Date[],
  calls: readonly Pick<MeasuredCall, 'at' | 'outcome' | 'duration_ms'>[],
  spent: readonly Spent[],
): DayFigures[] {
  const figures = days.map((date, at) => ({
    ...{ day: nameOfDay(date), calls: 0, errors: 0, refused: 0, duration: 0 },
    ...(spent[at] ?? { tokens: 0, cost: 0 }),
  }));
  const byDay = new Map(figures.map((each) => [each.day, each]));
  for (const call of calls) {
    const { at, outcome, duration_ms } = call;
    const day = byDay.get(nameOfDay(new Date(at)));
    if (!day) continue;
    day.calls++;
    if (isRefused(call)) {
      day.refused++;
      continue;
    }
    day.duration += duration_ms;
    if (outcome !== 'success') day.errors++;
  }
  return figures.map(({ duration, refused, ...day }) => ({
    ...day,
    averageMs: Math.round(duration / Math.max(1, day.calls - refused)),
  }));
}
