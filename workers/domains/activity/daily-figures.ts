/** Figures by day: calls from the log, tokens and cost from what each day has cost. */
import type { DayFigures } from '#shared/tools/activity.ts';
import type { Spent } from '#shared/runs/spent.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';
import type { MeasuredCall } from './call-metrics.ts';

/** So many days of the user's calendar, the one of `now` last. */
export function lastDays(now: Date, count: number): Date[] {
  // By the calendar, not by 24 hours: days around a clock change are 23 or 25 hours long.
  return Array.from(
    { length: count },
    (_, at) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - at)),
  );
}

/** `spent` has one entry per day, in their order. */
export function measureDays(
  days: readonly Date[],
  calls: readonly Pick<MeasuredCall, 'at' | 'outcome' | 'duration_ms'>[],
  spent: readonly Spent[],
): DayFigures[] {
  const figures = days.map((date, at) => ({
    ...{ day: nameOfDay(date), calls: 0, errors: 0, duration: 0 },
    ...(spent[at] ?? { tokens: 0, cost: 0 }),
  }));
  const byDay = new Map(figures.map((each) => [each.day, each]));
  for (const { at, outcome, duration_ms } of calls) {
    const day = byDay.get(nameOfDay(new Date(at)));
    if (!day) continue;
    day.calls++;
    day.duration += duration_ms;
    if (outcome !== 'success') day.errors++;
  }
  return figures.map(({ duration, ...day }) => ({
    ...day,
    averageMs: Math.round(duration / Math.max(1, day.calls)),
  }));
}
