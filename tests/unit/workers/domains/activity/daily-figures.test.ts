/**
 * Figures by day: by the user's calendar, also across changes of summer time, and without calls of other
 * days.
 */
import { describe, expect, it } from 'vitest';
import { lastDays, measureDays } from '#workers/domains/activity/daily-figures.ts';
import { nameOfDay } from '#workers/domains/budget/spending.ts';
import { entry } from '#tests/fixtures/memory/call-log.ts';

const now = new Date(2026, 10, 2, 13);

describe('figures by day', () => {
  it('has every day once, also where clocks change and months end', () => {
    expect(lastDays(now, 3).map(nameOfDay)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
    const year = lastDays(now, 366).map(nameOfDay);
    expect(new Set(year).size).toBe(366);
    expect([year.at(0), year.at(-1)]).toEqual(['2025-11-02', '2026-11-02']);
  });

  it('adds up each day for itself, and leaves out what is older', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
    const figures = measureDays(
      lastDays(now, 2),
      [
        entry({ at: at(1, 0), duration_ms: 100 }),
        entry({ at: at(1, 23), duration_ms: 201, outcome: 'timeout' }),
        entry({ at: at(2, 0), duration_ms: 7 }),
        entry({ at: at(2, 1), duration_ms: 1, outcome: 'tool_not_available' }),
        entry({ at: new Date(2026, 9, 31, 23).getTime(), duration_ms: 9_999 }),
      ],
      [
        { tokens: 12, cost: 0.5 },
        { tokens: 0, cost: 0 },
      ],
    );
    expect(figures).toEqual([
      { day: '2026-11-01', calls: 2, errors: 1, averageMs: 151, tokens: 12, cost: 0.5 },
      { day: '2026-11-02', calls: 2, errors: 0, averageMs: 7, tokens: 0, cost: 0 },
    ]);
  });
});
