/**
 * Schedules: clear errors, correct times across changes of summer time in three zones, catch-up and backoff.
 */
import fc from 'fast-check';
import { Cron } from 'croner';
import { describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import { missedText } from '#shared/tasks/missed-text.ts';
import {
  taskLimits,
  type Schedule,
  type ScheduleInput,
  type Task,
  type TaskFailure,
} from '#shared/tasks/task.ts';
import { momentText } from '#workers/text/moment-text.ts';
import {
  afterRun,
  countMissed,
  isDue,
  nextAfter,
  nextTimes,
  readSchedule,
  replan,
  retryDelay,
} from '#workers/domains/tasks/schedule.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const read = (input: ScheduleInput) => readSchedule(input, 'Europe/Berlin', now);
const fault = (input: ScheduleInput) => {
  const answer = read(input);
  return answer.ok ? undefined : answer.fault;
};
const cron = (pattern: string, timeZone: string): Schedule => ({ type: 'cron', cron: pattern, timeZone });
const times = (schedule: Schedule, from: string, most = 3) =>
  nextTimes(schedule, Date.parse(from), most).map((at) => new Date(at).toISOString().slice(0, 16));

function task(schedule: Schedule, changes: Partial<Task> = {}): Task {
  return {
    ...{ id: asId<'task'>('task_1'), name: 'News', prompt: 'What is new?', schedule },
    origin: { by: 'user' },
    ...{ next: nextAfter(schedule, now), failures: 0, results: [], created: now, ...changes },
  };
}

it('a moment in the past is answered with the time where the user is, with its offset', () => {
  const now = Date.parse('2026-01-01T07:00:00Z');
  const answer = readSchedule({ at: '2025-12-31T08:00Z' }, 'UTC', now);
  expect(!answer.ok && answer.fault).toContain(`It is ${momentText(now)} where the user is.`);
  expect(momentText(now)).toMatch(/^Thu, 1 Jan 2026, \d\d:\d\d (?:UTC|GMT(?:[+-]\d+(?::\d+)?)?)$/);
});

describe('a schedule', () => {
  it('is exactly one of a moment, a cron pattern and the heartbeat', () => {
    expect(read({ at: '2026-01-31T08:00:00Z' })).toEqual({
      ok: true,
      schedule: { type: 'once', at: Date.parse('2026-01-31T08:00:00Z') },
    });
    expect(read({ cron: ' 0 8 * * 1-5 ' })).toEqual({
      ok: true,
      schedule: cron('0 8 * * 1-5', 'Europe/Berlin'),
    });
    expect(read({ on_heartbeat: true })).toEqual({ ok: true, schedule: { type: 'heartbeat' } });
    for (const input of [{}, { on_heartbeat: false }, { at: '2027-01-01T08:00', cron: '0 8 * * *' }])
      expect(fault(input)).toContain('exactly one');
  });

  it('says what is wrong with it', () => {
    expect(fault({ at: 'tomorrow' })).toContain("not 'tomorrow'");
    for (const at of ['2026-02-31T08:00', '2026-13-01T08:00', '2026-04-31 08:00Z', '2026-01-31T25:00'])
      expect(fault({ at })).toContain(`not '${at}'`);
    expect(read({ at: '2028-02-29T08:00:00Z' }).ok).toBe(true);
    expect(fault({ cron: '2026-05-01T08:00:00' })).toContain('five fields');
    expect(fault({ at: '2025-12-31T08:00:00Z' })).toContain('in the past');
    expect(fault({ cron: '0 0 8 * * *' })).toContain('five fields');
    expect(fault({ cron: '0 8 30 2 *' })).toContain('never due');
    expect(fault({ cron: '*'.repeat(1_000) })).toContain('five fields');
  });

  it('names the field of a cron pattern that is out of its range, and the range', () => {
    const outside = {
      minute: ['99 * * * *', '61 25 * * *', '1,99 * * * *', '0-60 * * * *'],
      hour: ['0 24 * * *', '0 25 * * 9'],
      day: ['0 8 0 * *', '0 8 32 * *', '0 8 32W * *'],
      month: ['0 8 1 0 *', '0 8 1 13 *'],
      weekday: ['0 8 * * 8'],
    };
    for (const [field, patterns] of Object.entries(outside))
      for (const pattern of patterns)
        expect(read({ cron: pattern }), pattern).toMatchObject({ code: `cron-${field}` });
    expect(fault({ cron: '99 8 * * *' })).toBe("The minute of 'cron' must be from 0 to 59.");
    const inside = ['0 0 1 1 0', '59 23 31 12 *', '0 8 * * 7'];
    for (const pattern of inside) expect(read({ cron: pattern }).ok, pattern).toBe(true);
  });

  it('names the field of any other fault, and the reason', () => {
    const wrong = {
      minute: ['*/70 * * * *', '*/0 * * * *', 'x 8 * * *', '1,,2 8 * * *'],
      hour: ['0 20-8 * * *', '0 8/2 * * *'],
      day: ['0 8 15W-20 * *'],
      month: ['0 8 1 JANX *'],
      weekday: ['0 8 * * 1#9', '0 8 * * MON-'],
    };
    for (const [field, patterns] of Object.entries(wrong))
      for (const pattern of patterns) {
        expect(fault({ cron: pattern }), pattern).toContain(`The ${field} of 'cron' is wrong`);
        expect(fault({ cron: pattern }), pattern).not.toContain('five fields');
      }
    expect(fault({ cron: '*/70 * * * *' })).toBe(
      "The minute of 'cron' is wrong, '*/70': steps cannot be greater than maximum value of part (60)",
    );
    expect(read({ cron: '*/70 * * * *' })).toMatchObject({ code: 'cron-minute' });
  });

  it('is due once a minute at most, whatever its five fields are', () => {
    for (const pattern of ['* * * * *', '*/1 * * * *', '0-59 * * * *', '@hourly']) {
      const answer = read({ cron: pattern });
      const dates = answer.ok ? nextTimes(answer.schedule, now, 100) : [];
      expect(dates.every((at, place) => place === 0 || at - (dates[place - 1] ?? 0) >= 60_000)).toBe(true);
    }
  });

  it('never throws, whatever it is given, and is due in the future', () => {
    const field = fc.oneof(
      fc.constantFrom('*', '*/5', '0', '8-18', 'MON', 'L', '1,2', '#', '?', '-1', '60'),
      fc.string({ maxLength: 5 }),
    );
    const pattern = fc.array(field, { minLength: 1, maxLength: 7 }).map((fields) => fields.join(' '));
    fc.assert(
      fc.property(fc.oneof(pattern, fc.string()), (text) => {
        const answer = read({ cron: text });
        if (answer.ok) expect(nextAfter(answer.schedule, now)).toBeGreaterThan(now);
        else expect(answer.fault).toMatch(/'cron'/);
        expect(typeof read({ at: text }).ok).toBe('boolean');
      }),
      { numRuns: 200 },
    );
  });
});

describe('in the night in which the clock changes', () => {
  it('forward, what the skipped hour held runs once, at its end', () => {
    expect(times(cron('30 2 * * *', 'Europe/Berlin'), '2026-03-28T12:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(times(cron('30 2 * * *', 'America/New_York'), '2026-03-07T12:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ]);
    // Summer time there skips only half an hour.
    expect(times(cron('15 2 * * *', 'Australia/Lord_Howe'), '2026-10-03T00:00Z', 2)).toEqual([
      '2026-10-03T15:30',
      '2026-10-04T15:15',
    ]);
  });

  it('back, a daily task runs once, and one of every half hour goes on', () => {
    expect(times(cron('30 2 * * *', 'Europe/Berlin'), '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(times(cron('30 1 * * *', 'America/New_York'), '2026-10-31T12:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ]);
    expect(times(cron('*/30 * * * *', 'Europe/Berlin'), '2026-10-24T23:45Z', 4)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
    ]);
  });
});

describe('a task', () => {
  const daily = cron('0 8 * * *', 'UTC');
  const hour = 3_600_000;
  const day = 24 * hour;
  const offline: TaskFailure = { type: 'failed', error: { type: 'offline' } };
  /** A retry is for the time that failed. */
  const run = (from: Task, at: number, failure?: TaskFailure) => {
    const due = (from.failures > 0 ? from.results[0]?.due : undefined) ?? from.next ?? at;
    return afterRun(from, { due, at, missed: 0, ...(failure === undefined ? {} : { failure }) }, at);
  };

  it('that was missed for days runs once, says how often it was missed, and goes on as planned', () => {
    const missed = task(daily);
    const later = now + 5 * day + 9 * hour;
    expect(isDue(missed, later)).toBe(true);
    expect(countMissed(daily, missed.next ?? 0, later)).toBe(5);
    const after = run(missed, later);
    expect(after.next).toBe(now + 6 * day + 8 * hour);
    expect(isDue(after, later)).toBe(false);
  });

  it('that was missed very often is counted up to a limit, and one that was not is not counted far', () => {
    const often = cron('* * * * *', 'UTC');
    const dates = vi.spyOn(Cron.prototype, 'nextRun');
    expect(countMissed(often, now, now + 59_000)).toBe(0);
    expect(countMissed(often, now, now + 3 * 60_000)).toBe(3);
    expect(dates).toHaveBeenCalledTimes(1 + 4);
    // Times that were counted before are not counted again.
    dates.mockClear();
    expect(countMissed(often, now, now + 59_000, 3)).toBe(3);
    expect(countMissed(often, now, now + day, taskLimits.missed)).toBe(taskLimits.missed);
    expect(dates).toHaveBeenCalledTimes(1);
    dates.mockRestore();
    expect(countMissed(often, now, now + day - 1)).toBe(taskLimits.missed);
    expect([99, 100].map(missedText)).toEqual(['99', '100+']);
    expect(countMissed({ type: 'once', at: now }, now, now + day)).toBe(0);
  });

  it('that fails is tried again after 1, 2, 4, … minutes up to an hour, but no later than planned', () => {
    expect([1, 2, 3, 6, 7, 100].map((failures) => retryDelay(failures) / 60_000)).toEqual([
      1, 2, 4, 32, 60, 60,
    ]);
    let failing = task(daily);
    let at = now + 8 * hour;
    for (const minutes of [1, 2, 4]) {
      failing = run(failing, at, offline);
      expect(failing.next).toBe(at + minutes * 60_000);
      at = failing.next ?? 0;
    }
    const recovered = run(failing, at);
    expect(recovered).toMatchObject({ failures: 0, next: now + day + 8 * hour });
    // All tries for one time are one result.
    expect(recovered.results.map(({ failure, tries }) => [failure, tries])).toEqual([
      [undefined, undefined],
      [offline, 3],
    ]);
    const often = run(task(cron('*/5 * * * *', 'UTC'), { failures: 6 }), now + 5 * 60_000, offline);
    expect(often.next).toBe(now + 10 * 60_000);
  });

  it('for one moment is over when it was completed, and tried until then', () => {
    const once = task({ type: 'once', at: now + hour });
    expect(run(once, now + hour).next).toBeNull();
    expect(run(once, now + hour, offline).next).toBe(now + hour + 60_000);
  });

  it('that was stopped, or used up its limits, is not tried again before its time', () => {
    const ends: TaskFailure[] = [
      { type: 'stopped' },
      { type: 'limit' },
      { type: 'budget', limit: 'run-cost', most: 1 },
    ];
    for (const failure of ends)
      expect(run(task(daily), now + 8 * hour, failure)).toMatchObject({
        failures: 0,
        next: now + day + 8 * hour,
      });
    expect(run(task(daily), now + 8 * hour, { type: 'interrupted' }).failures).toBe(1);
  });

  it('that has run does not run again for the same time when the clock is set back', () => {
    const early = now + 9 * hour;
    const done = run(task(daily), early);
    expect(done.next).toBe(now + day + 8 * hour);
    // The clock had been two hours ahead.
    expect(replan(done, now + 7 * hour)).toEqual(done);
    // The clock had been a year ahead: only the times that have run count as done.
    const ahead = run(task(daily), now + 365 * day);
    expect(replan(ahead, now + 7 * hour).next).toBe(now + day + 8 * hour);
  });

  it('that ran twice or more while the clock was a year ahead runs tomorrow, and not next year', () => {
    let ahead = task(daily);
    for (const days of [365, 366, 367]) ahead = run(ahead, now + days * day + 9 * hour);
    const corrected = now + 2 * day;
    expect(replan(ahead, corrected).next).toBe(corrected + 8 * hour);
    // A task that has run for a future time does not run again for that time.
    const then = now + 366 * day + hour;
    expect(replan({ ...ahead, next: now + 400 * day }, then).next).toBe(now + 368 * day + 8 * hour);
    // Runs that the user started are not for a planned time.
    const extra = { due: now + 365 * day, at: now + 365 * day, missed: 0, isExtra: true } as const;
    const asked = afterRun(task(daily, { next: now + 365 * day + 8 * hour }), extra, now + 365 * day);
    expect(replan(asked, now).next).toBe(now + 8 * hour);
  });

  it('that ran often while the clock was hours ahead does not run for these hours again', () => {
    const hourly = cron('0 * * * *', 'UTC');
    let ahead = task(hourly);
    for (let hours = 1; hours <= 15; hours++) ahead = run(ahead, now + hours * hour);
    expect(replan(ahead, now + hour / 2).next).toBe(now + 16 * hour);
  });

  it('that is to be tried again in years, after the clock was set back, is tried soon', () => {
    const ahead = task(daily, { failures: 2, next: now + 365 * day });
    expect(replan(ahead, now).next).toBe(now + 120_000);
  });

  it('keeps ten results', () => {
    let often = task(daily);
    for (let at = 0; at < 15; at++) often = run(often, now + at * day);
    expect(often.results).toHaveLength(taskLimits.results);
    expect(often.results[0]?.at).toBe(now + 14 * day);
  });

  it('that is paused is not due', () => {
    expect(isDue(task(daily, { isPaused: true }), now + 10 * day)).toBe(false);
  });

  it('is planned again when the clock was set back, and runs once when it was set forward', () => {
    const ahead = task(daily, { next: now + 400 * day });
    expect(replan(ahead, now).next).toBe(now + 8 * hour);
    expect(replan(task(daily), now)).toEqual(task(daily));
    const jumped = now + 30 * day;
    expect(run(task(daily), jumped).next).toBeGreaterThan(jumped);
  });

  it('is never due again before now, however a run ends', () => {
    const schedules = fc.constantFrom<Schedule>(
      daily,
      cron('*/5 * * * *', 'Europe/Berlin'),
      cron('30 2 * * *', 'America/New_York'),
      { type: 'once', at: now + hour },
    );
    fc.assert(
      fc.property(
        schedules,
        fc.nat(3 * 365 * 24 * 60),
        fc.boolean(),
        fc.nat(20),
        (schedule, minutes, fails, failures) => {
          const at = now + minutes * 60_000;
          const { next } = run(task(schedule, { failures }), at, fails ? offline : undefined);
          if (next !== null) expect(next).toBeGreaterThan(at);
          if (fails) expect((next ?? Infinity) - at).toBeLessThanOrEqual(hour);
        },
      ),
      { numRuns: 200 },
    );
  });
});
