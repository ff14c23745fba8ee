/** The calendar event uses the time zone of the task, not that of the device. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Schedule, Task } from '#shared/tasks/task.ts';
import { createToasts } from '#src/state/base/toasts.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { remindTask } from '#src/ui/calls/offers/remind.ts';

beforeAll(() => loadTexts('calls'));
beforeEach(() => void vi.stubGlobal('location', { origin: 'https://app.example', pathname: '/' }));
afterEach(() => void vi.unstubAllGlobals());

/** The arguments with which `create_calendar_event` is called. */
async function eventOf(schedule: Schedule, next: number): Promise<unknown> {
  const task: Task = {
    ...{ id: asId<'task'>('task_1'), name: 'Digest', prompt: 'Write it.', schedule, next },
    ...{ origin: { by: 'user' }, failures: 0, results: [], created: 0 },
  };
  const calls: unknown[] = [];
  const tools = { call: async (_: string, args: unknown) => (calls.push(args), { status: 'success' }) };
  const app: unknown = { toasts: createToasts(), connection: { api: { tools } } };
  await remindTask(task, next, app as Parameters<typeof remindTask>[2]);
  return calls[0];
}

it('repeats on the weekdays of the zone of the task', async () => {
  // 22:00 on Friday in New York is already Saturday in Berlin.
  const next = Date.parse('2026-11-28T03:00:00Z');
  const schedule: Schedule = { type: 'cron', cron: '0 22 * * 1-5', timeZone: 'America/New_York' };
  expect(await eventOf(schedule, next)).toMatchObject({
    start: '2026-11-28T03:00:00.000Z',
    end: '2026-11-28T03:15:00.000Z',
    time_zone: 'America/New_York',
    repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  });
});

it('of a single moment is on the clocks of the device', async () => {
  const next = new Date(2026, 10, 28, 8).getTime();
  const event = await eventOf({ type: 'once', at: next }, next);
  expect(event).toMatchObject({ start: '2026-11-28T08:00' });
  expect(event).not.toHaveProperty('time_zone');
});

it('of a schedule that no calendar has says that it is only for the next run', async () => {
  const next = Date.parse('2026-11-28T08:00:00Z');
  const of = (cron: string) => eventOf({ type: 'cron', cron, timeZone: 'UTC' }, next);
  const hourly = await of('0 * * * *');
  expect(hourly).not.toHaveProperty('repeat');
  expect(hourly).toMatchObject({ notes: expect.stringContaining('only for the next run') as string });
  const monthly = await of('0 8 28 * *');
  expect(monthly).toMatchObject({ repeat: 'FREQ=MONTHLY;BYMONTHDAY=28' });
  expect(monthly).toMatchObject({ notes: expect.not.stringContaining('only for the next run') as string });
});
