/** The service worker notifies that tasks are due while no tab is open, and only then. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { readDue, notifyDueTasks } from '#workers/service-worker/due-tasks.ts';

const now = 1_000;
const isAnyDue = async (at: number) => (await readDue(at)).hasTasks;
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

// Other test files may have created databases, so use a new factory.
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('whether any task is due', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({});
  });
  afterEach(() => database.close());

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

describe('what is said', () => {
  const shown: { title: string; body: string | undefined; hash: unknown }[] = [];
  const registration = {
    async showNotification(title: string, { body, data }: NotificationOptions = {}) {
      shown.push({ title, body, hash: (data as { hash?: unknown } | undefined)?.hash });
    },
  };
  /** The data that the page has stored in Cache Storage. */
  let kept: unknown;
  const tell = (tabs: readonly { postMessage(message: unknown, ports: MessagePort[]): void }[] = []) => {
    const clients: unknown = { matchAll: async () => tabs };
    return notifyDueTasks(registration, clients as Parameters<typeof notifyDueTasks>[1], wait);
  };
  /** Waits for the answer of a tab. */
  let wait: () => Promise<void>;
  const awake = { postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(null) };
  const frozen = { postMessage: () => undefined };
  let database: Database;
  beforeEach(async () => {
    shown.length = 0;
    wait = async () => undefined;
    kept = { title: 'Aufgaben sind fällig', body: 'App öffnen' };
    vi.stubGlobal('caches', {
      open: async () => ({ match: async () => (kept === undefined ? undefined : Response.json(kept)) }),
    });
    database = await openDatabase({});
    await database.put('tasks', task);
  });
  afterEach(() => database.close());

  it('is in the words that the page left, and leads to the tasks', async () => {
    await tell();
    expect(shown).toEqual([{ title: 'Aufgaben sind fällig', body: 'App öffnen', hash: '#/tasks' }]);
  });

  it('is nothing while a tab is open, which runs them, or while nothing is due', async () => {
    wait = () => new Promise(() => undefined);
    await tell([frozen, awake]);
    await database.put('tasks', { ...task, next: Date.now() + 3_600_000 });
    await tell();
    expect(shown).toEqual([]);
  });

  it('is said beside tabs that do not answer, which the system has frozen', async () => {
    await tell([frozen, frozen]);
    expect(shown).toHaveLength(1);
  });

  it('is nothing without words, or with broken ones', async () => {
    for (kept of [undefined, null, 'x', { title: 1, body: 'x' }]) await tell();
    expect(shown).toEqual([]);
  });
});

it('makes no database where there is none', async () => {
  expect(await isAnyDue(now)).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
});
