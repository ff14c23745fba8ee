/**
 * When the app reminds of a backup: not in the first days, not without data, earlier if storage is not
 * persistent.
 */
import { describe, expect, it } from 'vitest';
import { isOverdue, type ReminderFacts } from '#src/state/backup/backup-reminder.ts';

const day = 24 * 60 * 60_000;
const now = 1_000 * day;
const facts = (changes: Partial<ReminderFacts>): ReminderFacts => ({
  ...{ last: null, lastImport: null, isWorthwhile: true, isPersisted: true, since: now - 100 * day, now },
  ...changes,
});

describe('a backup', () => {
  it.each([
    ['was never made', {}, true],
    ['would hold nothing', { isWorthwhile: false }, false],
    ['is a month old', { last: now - 29 * day }, false],
    ['is older than a month', { last: now - 31 * day }, true],
    [
      'is a week old, where the browser may clear what is here',
      { last: now - 8 * day, isPersisted: false },
      true,
    ],
    [
      'is of this week, where the browser may clear what is here',
      { last: now - 6 * day, isPersisted: false },
      false,
    ],
    ['could not be made before the first day', { since: now - day, isPersisted: false }, false],
  ])('that %s', (_, changes, expected) => {
    expect(isOverdue(facts(changes))).toBe(expected);
  });
});
