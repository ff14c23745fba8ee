/** The service worker says that tasks are due while no tab is open, and nothing otherwise. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { isAnyDue } from '#workers/service-worker/due-tasks.ts';

const now = 1_000;
const task: Task = {
  ...{
    id: asId<'task'>('task_1'),
    name: 'News',
    prompt: 'What is new?',
    failures: 0,
    results: [],
    created: 1,
  },
  ...{ schedule: { type: 'once', at: now }, origin: { by: 'user' }, next: now },
};

describe('whether any task is due', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({});
  });
  afterEach(async () => {
    database.close();
    await new Promise((resolve) => (indexedDB.deleteDatabase('oneclaw').onsuccess = resolve));
  });

  it('is read from the table of tasks', async () => {
    expect(await isAnyDue(now)).toBe(false);
    await database.put('tasks', task);
    expect(await isAnyDue(now)).toBe(true);
    expect(await isAnyDue(now - 1)).toBe(false);
  });

  it('is false for what is paused, the heartbeat, and while tasks are off', async () => {
    await database.put('tasks', { ...task, isPaused: true });
    await database.put('tasks', { ...task, id: heartbeatId });
    expect(await isAnyDue(now)).toBe(false);
    await database.put('tasks', task);
    await database.put('settings', { isOn: false }, 'tasks');
    expect(await isAnyDue(now)).toBe(false);
  });
});

it('makes no database where there is none', async () => {
  expect(await isAnyDue(now)).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
});
