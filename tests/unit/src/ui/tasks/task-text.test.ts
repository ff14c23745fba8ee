/** The row of a waiting task: its times, and what it may use. */
import { beforeAll, expect, it } from 'vitest';
import type { Schedule } from '#shared/tasks/task.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { budgetText, scheduleText, taskErrorText } from '#src/ui/tasks/task-text.ts';

beforeAll(() => loadTexts('tasks', 'common'));

const say = (cron: string) => {
  const schedule: Schedule = { type: 'cron', cron, timeZone: 'Europe/Berlin' };
  return scheduleText({ schedule, next: null }).replaceAll('\u202f', ' ');
};

it('a common pattern is shown in words, any other unchanged', () => {
  expect(say('0 8 * * *')).toBe('Every day, 08:00 AM (Europe/Berlin).');
  expect(say('30 18 * * 1-5')).toBe('Monday to Friday, 06:30 PM (Europe/Berlin).');
  expect(say('0 9 * * 1')).toBe('Monday, 09:00 AM (Europe/Berlin).');
  expect(say('5 * * * *')).toBe('Every hour (:05) (Europe/Berlin).');
  expect(say('*/7 * 1 * *')).toBe('\u2066*/7 * 1 * *\u2069 (Europe/Berlin).');
});

it('the next time and the limits are shown', () => {
  const schedule: Schedule = { type: 'cron', cron: '0 8 * * *', timeZone: 'Europe/Berlin' };
  expect(scheduleText({ schedule, next: Date.now() })).toContain(' Next: ');
  expect(budgetText({ tokens: 5_000, cost: 0.5 })).toBe('5,000 tokens, $0.50');
  expect(budgetText({ cost: 0.5 })).toBe('$0.50');
});

it('a cron field out of its range is named with the range', () => {
  expect(taskErrorText('cron-minute')).toBe('The minute must be from 0 to 59.');
  expect(taskErrorText('cron-weekday')).toContain('from 0 to 7; 0 and 7 are Sunday');
  expect(taskErrorText('cron-form')).toContain('five fields');
});
