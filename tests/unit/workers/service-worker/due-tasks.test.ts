/** The service worker says that tasks are due while no tab is open, and nothing otherwise. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { noticeCache, noticeName } from '#shared/tasks/due-notice.ts';
import { isAnyDue, tellDueTasks } from '#workers/service-worker/due-tasks.ts';

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

describe('the notification', () => {
  const words = { title: 'Aufgaben sind fällig', body: 'Öffne die App.' };
  let database: Database;
  let shown: unknown[][];
  beforeEach(async () => {
    shown = [];
    database = await openDatabase({});
    await database.put('tasks', task);
    const kept = new Map([[`${noticeCache}/${noticeName}`, JSON.stringify(words)]]);
    const open = async (cache: string) => ({
      match: async (name: string) =>
        kept.has(`${cache}/${name}`) ? new Response(kept.get(`${cache}/${name}`)) : undefined,
    });
    vi.stubGlobal('caches', { open });
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    database.close();
    await new Promise((resolve) => (indexedDB.deleteDatabase('oneclaw').onsuccess = resolve));
  });
  const tell = (tabs: object[]) =>
    tellDueTasks(
      { showNotification: async (...given) => void shown.push(given) },
      { matchAll: async () => tabs as never },
    );

  it('is in the words that the page left, and leads to the tasks', async () => {
    await tell([]);
    expect(shown).toEqual([[words.title, expect.objectContaining({ body: words.body })]]);
    expect(shown[0]?.[1]).toMatchObject({ tag: 'oneclaw-tasks', data: { hash: '#/tasks' } });
  });

  it('is not shown while a tab is open, which runs them, nor where nothing is due', async () => {
    await tell([{}]);
    expect(shown).toEqual([]);
    await database.put('tasks', { ...task, next: Date.now() + 60_000 });
    await tell([]);
    expect(shown).toEqual([]);
  });

  it('is not shown without words: the page has not asked for it', async () => {
    vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
    await tell([]);
    expect(shown).toEqual([]);
  });
});

it('makes no database where there is none', async () => {
  expect(await isAnyDue(now)).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
});
