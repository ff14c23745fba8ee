/** Tasks of the user: validated, ordered, changed and restored; and their settings. */
import { beforeEach, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { taskLimits, type Task, type TaskDraft } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { createTaskWorld, saved, type TaskWorld } from './task-world.ts';

const start = Date.parse('2026-01-01T07:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

let world: TaskWorld;
let tab: ReturnType<TaskWorld['openTab']>;
beforeEach(async () => {
  world = await createTaskWorld(start);
  tab = world.openTab();
});

describe('a task', () => {
  it('needs a prompt and one schedule', async () => {
    const fault = async (draft: object) => {
      const answer = await tab.store.save(draft as TaskDraft);
      return answer.ok ? undefined : answer.error.code;
    };
    expect(await fault({ prompt: ' \n', cron: '0 8 * * *' })).toBe('prompt-missing');
    expect(await fault({ prompt: 'x'.repeat(8_001), cron: '0 8 * * *' })).toBe('prompt-long');
    expect(await fault({ prompt: 'x' })).toBe('schedule-count');
    expect(await fault({ prompt: 'x', cron: '0 25 * * *' })).toBe('cron-hour');
    expect(await fault({ prompt: 'x', at: '2025-01-01T08:00' })).toBe('at-past');
    expect(await fault({ prompt: 'x', cron: 5 })).toBe('invalid');
    expect(await fault({ prompt: 1, cron: '0 8 * * *' })).toBe('invalid');
    expect(await fault({ prompt: 'x', cron: '0 8 * * *', agent: 'agent_none' })).toBe('agent-gone');
    expect(await fault({ prompt: 'x', cron: '0 8 * * *', budget: { cost: -1 } })).toBe('budget');
    expect(await fault({ prompt: 'x', cron: '0 8 * * *', id: 'task_none' })).toBe('gone');
    expect(await tab.store.list()).toEqual([]);
  });

  it('is named by its first line, and holds nothing that is hidden', async () => {
    const task = await saved(tab, { name: '', prompt: 'Read \u202ethe mail\u200b.\nThen sum it up.' });
    expect(task).toMatchObject({ name: 'Read the mail.', prompt: 'Read the mail.\nThen sum it up.' });
  });

  it('keeps its results when it is edited, and is planned again', async () => {
    const { id } = await saved(tab, { model: 'small' });
    await world.pass(61);
    const edited = await saved(tab, { id, cron: '0 12 * * *' });
    expect(edited.results).toHaveLength(1);
    expect(edited.next).toBe(start + 5 * hour);
    expect(edited.model).toBeUndefined();
  });

  it('stays in its time zone on a journey, until its times are changed or another zone is given', async () => {
    world.clock.timeZone = 'Europe/Berlin';
    const { id, schedule } = await saved(tab);
    world.clock.timeZone = 'America/New_York';
    const renamed = await saved(tab, { id, name: 'Other' });
    expect(renamed.schedule).toEqual(schedule);
    expect(renamed.next).toBe(start + day);
    const later = await saved(tab, { id, cron: '0 9 * * *' });
    expect(later).toMatchObject({ schedule: { timeZone: 'America/New_York' }, next: start + 7 * hour });
    const there = await saved(tab, { id, cron: '0 9 * * *', time_zone: 'Europe/Berlin' });
    expect(there).toMatchObject({ schedule: { timeZone: 'Europe/Berlin' }, next: start + hour });
    const nowhere = { prompt: 'x', cron: '0 9 * * *', time_zone: 'Mars/Base' };
    expect(await tab.store.save(nowhere)).toMatchObject({ error: { code: 'cron-form' } });
    expect(await tab.store.times({ cron: '0 9 * * *', time_zone: 'Europe/Berlin' }, 1)).toEqual({
      ok: true,
      value: [start + hour],
    });
  });

  it('is one of a hundred at most', async () => {
    for (let count = 0; count < taskLimits.tasks; count++) await saved(tab);
    expect(await tab.store.save({ prompt: 'x', cron: '0 8 * * *' })).toMatchObject({
      error: { code: 'limit' },
    });
  });

  it('comes back as it was', async () => {
    const { id } = await saved(tab);
    await world.pass(61);
    const removed = await tab.store.remove(id);
    expect(await tab.store.list()).toEqual([]);
    expect(removed && (await tab.store.restore(removed))).toMatchObject({ ok: true });
    expect(await tab.store.list()).toEqual([removed]);
    expect(await tab.store.restore({ ...removed, prompt: 'a\u202eb' } as Task)).toMatchObject({
      error: { code: 'invalid' },
    });
    const zone = { schedule: { type: 'cron', cron: '0 8 * * *', timeZone: 'Mars/Base' } };
    expect(await tab.store.restore({ ...removed, ...zone } as Task)).toMatchObject({
      error: { code: 'invalid' },
    });
  });

  it('that is paused is not caught up when it goes on', async () => {
    const { id } = await saved(tab);
    await tab.store.pause(id, true);
    await world.pass(26 * 60);
    expect(await tab.store.pause(id, false)).toMatchObject({ value: { next: start + 49 * hour } });
    await world.pass(5);
    expect(world.sent).toEqual([]);
  });

  it('is accepted as the user saw it, not as it was changed since', async () => {
    const seen = await saved(tab);
    await tab.store.pause(seen.id, true);
    await tab.store.restore({ ...seen, prompt: 'Send the files.', isPaused: true, isWaiting: true });
    expect(await tab.store.pause(seen.id, false, seen)).toMatchObject({ error: { code: 'changed' } });
    expect(await world.task()).toMatchObject({ isPaused: true, isWaiting: true });
    const [now] = await tab.store.list();
    expect(await tab.store.pause(seen.id, false, now)).toMatchObject({ ok: true });
    expect((await world.task()).isWaiting).toBeUndefined();
  });

  it('stands in the list by when it is due', async () => {
    await saved(tab, { name: 'late', at: '2026-01-03T08:00:00Z' });
    await saved(tab, { name: 'soon', at: '2026-01-02T08:00:00Z' });
    await saved(tab, { name: 'never', on_heartbeat: true });
    expect((await tab.store.list()).map(({ name }) => name)).toEqual(['soon', 'late', 'never']);
  });

  it('is none of the heartbeat', async () => {
    await world.settings.change({ heartbeat: { isOn: true } });
    await tab.check();
    expect(await tab.store.list()).toEqual([]);
    expect(await tab.store.remove(heartbeatId)).toBeUndefined();
    expect(await tab.store.pause(heartbeatId, true)).toMatchObject({ error: { code: 'gone' } });
    expect(await tab.run(heartbeatId)).toMatchObject({ error: { code: 'gone' } });
    expect(await tab.run(asId<'task'>('task_none'))).toMatchObject({ error: { code: 'gone' } });
  });
});

describe('the next times', () => {
  it('are told before anything is saved', async () => {
    expect(await tab.store.times({ cron: '0 8 * * *' }, 2)).toEqual({
      ok: true,
      value: [start + hour, start + 25 * hour],
    });
    expect(await tab.store.times({ cron: 'x' })).toMatchObject({ error: { code: 'cron-form' } });
  });
});

describe('the settings', () => {
  it('are checked and kept', async () => {
    const { settings } = world;
    expect(await settings.change({ heartbeat: { everyMinutes: 4 } })).toBe(false);
    expect(await settings.change({ heartbeat: { everyMinutes: 241 } })).toBe(false);
    expect(await settings.change({ heartbeat: { everyMinutes: 240 } })).toBe(true);
    expect(await settings.change({ heartbeat: { fromHour: 22, untilHour: 8 } })).toBe(false);
    expect(await settings.change({ heartbeat: { budget: {} } })).toBe(false);
    expect(await settings.change({ isOn: 1 } as object)).toBe(false);
    expect(await settings.change({ asksFirst: false, heartbeat: { everyMinutes: 5 } })).toBe(true);
    await settings.reload();
    expect(settings.get()).toMatchObject({ isOn: true, asksFirst: false, heartbeat: { everyMinutes: 5 } });
  });
});
