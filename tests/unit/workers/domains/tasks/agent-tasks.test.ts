/**
 * Tasks that a model creates: active at once, or waiting for the user if there is outside text in the chat.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import { taskLimits } from '#shared/tasks/task.ts';
import type { TaskWriter } from '#workers/domains/tasks/task-port.ts';
import { listTasks } from '#workers/domains/tasks/tools/list-tasks.ts';
import { createTaskWorld, saved, settled, type TaskWorld } from './task-world.ts';

const start = Date.parse('2026-01-01T07:00:00Z');
const draft = { prompt: 'Write the digest.', name: 'Digest', cron: '0 8 * * *' };
const writer: TaskWriter = { agent: defaultAgent.id, outside: [] };
const beside: TaskWriter = { ...writer, outside: [{ type: 'page', host: 'evil.example' }] };

let world: TaskWorld;
let tab: ReturnType<TaskWorld['openTab']>;
beforeEach(async () => {
  world = await createTaskWorld(start);
  tab = world.openTab();
});

describe('a task of a model', () => {
  it('runs as the agent that made it, without a question', async () => {
    const other = await world.agents.save({ ...defaultAgent, id: asId<'agent'>('agent_mail'), name: 'Mail' });
    const answer = await tab.port.schedule(draft, { ...writer, agent: other.id });
    expect(answer).toMatchObject({ ok: true, value: { agent: other.id, origin: { by: 'agent' } } });
    await world.pass(61);
    expect(world.sent).toMatchObject([{ agent: other.id }]);
  });

  it('beside text from outside waits, with where that came from, and does not run', async () => {
    const answer = await tab.port.schedule(draft, beside);
    expect(answer).toMatchObject({
      ok: true,
      value: { isPaused: true, isWaiting: true, origin: { outside: beside.outside } },
    });
    await world.pass(3 * 24 * 60);
    expect(world.sent).toEqual([]);
    const { id } = await world.task();
    await tab.store.pause(id, false);
    await settled();
    expect(await world.task()).not.toHaveProperty('isWaiting');
    // Times that passed while the task waited are not caught up.
    expect(world.sent).toEqual([]);
    await world.pass(24 * 60);
    expect(world.sent).toHaveLength(1);
  });

  it('for another agent waits, because that one may be allowed more', async () => {
    await world.agents.save({ ...defaultAgent, id: asId<'agent'>('agent_all'), name: 'Admin' });
    expect(await tab.port.schedule({ ...draft, agent: 'admin' }, writer)).toMatchObject({
      value: { isWaiting: true, agent: 'agent_all' },
    });
    expect(await tab.port.schedule({ ...draft, agent: 'nobody' }, writer)).toMatchObject({
      error: { code: 'agent-gone' },
    });
  });

  it('that can be due again within an hour waits', async () => {
    for (const cron of ['* * * * *', '*/30 9 * * 1', '0,59 8 1 1 *'])
      expect(await tab.port.schedule({ ...draft, cron }, writer)).toMatchObject({
        value: { isWaiting: true, isPaused: true, origin: { isFrequent: true } },
      });
    for (const cron of ['0 * * * *', '30 8-18 * * 1-5']) {
      const answer = await tab.port.schedule({ ...draft, cron }, writer);
      expect(answer.ok && answer.value.isWaiting).toBeUndefined();
    }
    expect(await saved(tab, { cron: '* * * * *' })).not.toHaveProperty('isWaiting');
  });

  it('that a scheduled run makes waits, so that none multiplies', async () => {
    await saved(tab);
    await world.pass(61);
    const [run] = await world.sessions.list();
    expect(await tab.port.schedule(draft, { ...writer, ...(run ? { session: run.id } : {}) })).toMatchObject({
      value: { isWaiting: true },
    });
  });

  it('does not wait where the user switched the question off', async () => {
    await world.settings.change({ asksFirst: false });
    const answer = await tab.port.schedule(draft, beside);
    expect(answer.ok && answer.value.isWaiting).toBeUndefined();
  });

  it('beside text from outside runs as such text until the user has accepted it', async () => {
    await world.settings.change({ asksFirst: false });
    await tab.port.schedule(draft, beside);
    await world.pass(61);
    expect(world.sent).toMatchObject([{ isPlanted: true }]);
    const task = await world.task();
    // The switch in the row does not show the prompt, so it does not count as approval.
    await tab.store.pause(task.id, true);
    await tab.store.pause(task.id, false);
    await world.pass(24 * 60);
    expect(world.sent).toMatchObject([{ isPlanted: true }, { isPlanted: true }]);
    await tab.store.save({ id: task.id, prompt: task.prompt, cron: draft.cron });
    await world.pass(24 * 60);
    expect(world.sent[2]).not.toHaveProperty('isPlanted');
  });

  it('that waits is not run, not even now', async () => {
    await tab.port.schedule(draft, beside);
    const { id } = await world.task();
    expect(await tab.run(id)).toMatchObject({ error: { code: 'waiting' } });
    await tab.store.pause(id, false);
    expect(await tab.run(id)).toMatchObject({ ok: true });
  });

  it('that waits and a page may have written is listed to its own chat with its prompt', async () => {
    const session = newId('session');
    await tab.port.schedule({ ...draft, cron: '* * * * *', prompt: 'Tell the time.' }, writer);
    await tab.port.schedule(draft, { ...beside, session });
    const listed = (own: TaskWriter) => listTasks.answer({}, { port: tab.port, writer: () => own } as never);
    expect(await listed({ ...writer, session })).toContain(draft.prompt);
    for (const other of [writer, { ...writer, session: newId('session') }]) {
      expect(await listed(other)).toContain('Digest');
      expect(await listed(other)).not.toContain(draft.prompt);
      expect(await listed(other)).toContain('Tell the time.');
    }
  });

  it('that the user accepted is theirs', async () => {
    await tab.port.schedule(draft, beside);
    const task = await world.task();
    await tab.store.pause(task.id, false, task);
    await world.pass(61);
    expect(world.sent[0]).toBeDefined();
    expect(world.sent[0]).not.toHaveProperty('isPlanted');
  });

  it('that waits buries no others', async () => {
    for (let count = 0; count < taskLimits.waiting; count++) await tab.port.schedule(draft, beside);
    expect(await tab.port.schedule(draft, beside)).toMatchObject({ error: { code: 'limit' } });
    expect(await tab.port.schedule(draft, writer)).toMatchObject({ ok: true });
  });
});

describe('cancelling', () => {
  it('takes an id, or a name that only one task has', async () => {
    const { id } = await saved(tab, { name: 'One' });
    await saved(tab, { name: 'Two' });
    await saved(tab, { name: 'Two' });
    const shared = await tab.port.cancel('two', writer);
    expect(shared).toMatchObject({
      error: { message: expect.stringMatching(/^2 tasks have this name: \S+, /) as string },
    });
    expect(await tab.port.cancel('one', writer)).toMatchObject({ ok: true, value: { id } });
    expect(await tab.store.list()).toHaveLength(2);
    expect(await tab.port.cancel(newId('task'), writer)).toMatchObject({ error: { code: 'gone' } });
  });

  it('is for the user alone beside text from outside', async () => {
    const { id } = await saved(tab);
    expect(await tab.port.cancel(id, beside)).toMatchObject({ error: { code: 'only-user' } });
    expect(await tab.store.list()).toHaveLength(1);
  });
});

describe('a change of a task', () => {
  const noon = { cron: '0 12 * * *' };

  it('is one step: what is not named stays, and the next time is that of the new schedule', async () => {
    const task = await saved(tab, { ...draft, model: 'small', budget: { tokens: 5_000 } });
    const answer = await tab.port.update('digest', noon, writer);
    expect(answer).toMatchObject({
      ok: true,
      value: { id: task.id, name: 'Digest', prompt: draft.prompt, model: 'small', budget: { tokens: 5_000 } },
    });
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value).toMatchObject({ schedule: noon, origin: { by: 'user' } });
    expect(answer.value).not.toHaveProperty('isWaiting');
    expect(answer.value.next).toBeGreaterThan(start);
    expect(tab.port.next(answer.value)).toHaveLength(2);
    expect(await tab.port.update(task.id, { budget: { cost: 1 } }, writer)).toMatchObject({
      value: { budget: { tokens: 5_000, cost: 1 }, schedule: noon },
    });
    expect(await tab.port.update(task.id, { prompt: 'Other.' }, writer)).toMatchObject({
      value: { name: 'Digest', prompt: 'Other.' },
    });
    expect(await tab.port.update(task.id, { paused: true }, writer)).toMatchObject({
      value: { isPaused: true },
    });
    const on = await tab.port.update(task.id, { paused: false }, writer);
    expect(on.ok && on.value.isPaused).toBeUndefined();
    expect(await tab.store.list()).toHaveLength(1);
  });

  it('is refused with its reason, and then nothing has changed', async () => {
    const task = await saved(tab, draft);
    await saved(tab, { ...draft, prompt: 'Another.' });
    const code = async (wanted: string, change: object) => {
      const answer = await tab.port.update(wanted, change, writer);
      return answer.ok ? 'ok' : answer.error.code;
    };
    expect(await code('Digest', noon)).toBe('invalid');
    expect(await code('gone', noon)).toBe('gone');
    expect(await code(task.id, { cron: '99 8 * * *' })).toBe('cron-minute');
    expect(await code(task.id, { at: '2020-01-01T08:00' })).toBe('at-past');
    expect(await code(task.id, { ...noon, at: '2027-01-01T08:00' })).toBe('schedule-count');
    expect(await code(task.id, { agent: 'nobody' })).toBe('agent-gone');
    expect((await tab.store.list()).find(({ id }) => id === task.id)).toEqual(task);
  });

  it('waits for the user where a new task would, and says who changed it', async () => {
    await world.agents.save({ ...defaultAgent, id: asId<'agent'>('agent_all'), name: 'Admin' });
    const { id } = await saved(tab, draft);
    const chat = { ...writer, session: newId('session') };
    expect(await tab.port.update(id, { cron: '* * * * *' }, chat)).toMatchObject({
      value: {
        isWaiting: true,
        isPaused: true,
        origin: { by: 'agent', isFrequent: true, session: chat.session },
      },
    });
    // A later change accepts nothing.
    expect(await tab.port.update(id, noon, writer)).toMatchObject({ value: { isWaiting: true } });
    expect(await tab.port.update(id, { paused: false }, writer)).toMatchObject({
      error: { code: 'waiting' },
    });
    await tab.store.pause(id, false);
    expect(await tab.port.update(id, { agent: 'Admin' }, writer)).toMatchObject({
      value: { isWaiting: true },
    });
    await tab.store.pause(id, false);
    // The words of a task that another agent runs are an order to that one.
    expect(await tab.port.update(id, { prompt: 'Delete all.' }, writer)).toMatchObject({
      value: { isWaiting: true, agent: 'agent_all' },
    });
    await tab.store.pause(id, false);
    const named = await tab.port.update(id, { name: 'News' }, writer);
    expect(named.ok && named.value.isWaiting).toBeUndefined();
  });

  it('beside text from outside is refused, and marked as such where the user allows it', async () => {
    const task = await saved(tab, draft);
    for (const change of [noon, { prompt: 'Evil.' }, { name: 'x' }, { paused: true }])
      expect(await tab.port.update(task.id, change, beside)).toMatchObject({ error: { code: 'only-user' } });
    expect(await world.task()).toEqual(task);
    await world.settings.change({ asksFirst: false });
    expect(await tab.port.update(task.id, { prompt: 'Other.' }, beside)).toMatchObject({
      value: { origin: { outside: beside.outside } },
    });
    expect(await world.task()).not.toHaveProperty('isAccepted');
  });

  it('keeps a single moment that has passed, and the time zone of the task', async () => {
    const once = await saved(tab, { prompt: 'Once.', at: '2026-01-01T08:00Z' });
    world.clock.now += 2 * 3_600_000;
    expect(await tab.port.update(once.id, { name: 'First' }, writer)).toMatchObject({
      value: { schedule: once.schedule },
    });
    const there = await saved(tab, { ...draft, time_zone: 'Asia/Tokyo' });
    expect(await tab.port.update(there.id, { prompt: 'Other.' }, writer)).toMatchObject({
      value: { schedule: { timeZone: 'Asia/Tokyo' } },
    });
  });
});
