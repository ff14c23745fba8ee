/** The browser wakes the service worker periodically, which then notifies that tasks are due. */
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import { noticeTextsEntry, taskSyncTag } from '#shared/tasks/due-notice.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { notifyOnPeriodicSync } from '#workers/service-worker/due-tasks.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Dispatches the event like Chromium. Resolves when all promises of `waitUntil` have settled. */
async function wake(worker: EventTarget, tag: string): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waitUntil = (each: Promise<unknown>) => void work.push(each);
  worker.dispatchEvent(Object.assign(new Event('periodicsync'), { tag, waitUntil }));
  await Promise.all(work);
}

it('a periodic sync of tasks notifies of those that are due, another one does not', async () => {
  const shown: string[] = [];
  const words = { title: 'Tasks are due', body: 'Open the app to run them.' };
  const worker = Object.assign(new EventTarget(), {
    clients: { matchAll: async () => [] },
    registration: { showNotification: async (title: string) => void shown.push(title) },
  });
  vi.stubGlobal('caches', {
    open: async () => ({ match: async (name: string) => name === noticeTextsEntry && Response.json(words) }),
  });
  const database = await openDatabase({});
  await database.put('tasks', {
    ...{ id: asId<'task'>('task_1'), name: 'News', prompt: 'What is new?', failures: 0, results: [] },
    ...{ schedule: { type: 'once', at: 1 }, origin: { by: 'user' }, next: 1, created: 1 },
  });
  database.close();
  notifyOnPeriodicSync(worker);
  await wake(worker, 'other');
  expect(shown).toEqual([]);
  await wake(worker, taskSyncTag);
  expect(shown).toEqual(['Tasks are due']);
});
