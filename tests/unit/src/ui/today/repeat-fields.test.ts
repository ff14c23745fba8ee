/** The form of an alarm shows every pattern that an alarm can have, and sends it back as it was. */
import { describe, expect, it } from 'vitest';
import type { AlarmDraft, AlarmRepeat } from '#shared/alarms/alarm.ts';
import { draftOf, repeatKinds, repeatOf } from '#src/ui/today/repeat-fields.ts';

/** A Saturday. */
const moment = '2026-01-31T08:05';

const patterns: [AlarmRepeat | undefined, kind: string, draft: Pick<AlarmDraft, 'repeat' | 'dates'>][] = [
  [undefined, 'never', { repeat: 'never' }],
  [{ cron: '5 8 * * *' }, 'daily', { repeat: 'daily' }],
  [{ cron: '5 8 * * 1-5' }, 'weekdays', { repeat: 'weekdays' }],
  [{ cron: '5 8 * * 0,6' }, 'weekends', { repeat: 'weekends' }],
  [{ cron: '5 8 * * 6' }, 'weekly', { repeat: 'weekly' }],
  [{ cron: '5 8 * * 1,4' }, 'days', { repeat: 'mon, thu' }],
  [{ days: ['2026-01-31', '2026-02-14'], time: '08:05' }, 'dates', { dates: ['2026-01-31', '2026-02-14'] }],
  [{ cron: '0 9 1 * *' }, 'cron', { repeat: '0 9 1 * *' }],
  [{ cron: '*/30 9-17 * * 1-5' }, 'cron', { repeat: '*/30 9-17 * * 1-5' }],
  [{ cron: '5 8 * * mon' }, 'cron', { repeat: '5 8 * * mon' }],
];

describe('the form of an alarm', () => {
  it.each(patterns)('shows %j as %s', (repeat, kind, draft) => {
    const fields = repeatOf(repeat, moment);
    expect(fields.kind).toBe(kind);
    expect(draftOf(fields)).toEqual(draft);
  });

  it('has a pattern for each choice, and begins each with the day and time of the alarm', () => {
    expect(new Set(patterns.map(([, kind]) => kind))).toEqual(new Set(repeatKinds));
    const fields = repeatOf(undefined, moment);
    expect(draftOf({ ...fields, kind: 'days' })).toEqual({ repeat: 'sat' });
    expect(draftOf({ ...fields, kind: 'dates' })).toEqual({ dates: ['2026-01-31'] });
    expect(draftOf({ ...fields, kind: 'cron' })).toEqual({ repeat: '5 8 * * *' });
  });
});
