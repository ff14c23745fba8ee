/** The rows of the screen Today: waiting memories, due tasks, and results since the last visit. */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import type { AppState } from '#src/state/app-state.ts';
import type { TodayFacts } from '#src/state/today/follow-today.ts';
import { loadTexts } from '#src/state/text/text.ts';

// The time of the last visit is shared between tabs with storage events.
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('location', { origin: 'https://app.example' });
afterAll(() => void vi.unstubAllGlobals());
beforeAll(() => loadTexts('today', 'errors'));

const nothing: TodayFacts = {
  ...{ alarms: [], tasks: [], stalled: [], heartbeatResults: [], memories: 0, hasNewList: false, isOn: true },
};

function task(name: string, change: Partial<Task>): Task {
  return {
    ...{ id: asId<'task'>(`task_${name}`), name, prompt: 'Do it.', origin: { by: 'user' }, created: 1 },
    ...{ schedule: { type: 'once', at: 1 }, next: null, failures: 0, results: [], ...change },
  };
}

/** The text of each row of the screen, with its link. */
async function rows(facts: Partial<TodayFacts>): Promise<[string, string][]> {
  const [{ TodayParts }, { AppContext }] = await Promise.all([
    import('#src/ui/today/today-parts.tsx'),
    import('#src/ui/app-context.ts'),
  ]);
  const app: unknown = { runNotices: { permission: { value: 'granted' } } };
  const view = h(TodayParts, { ...nothing, ...facts });
  const html = renderToString(h(AppContext.Provider, { value: app as AppState }, view));
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = '', words = '']) => [
    href,
    words
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]);
}

it('memories, tasks and a list that wait for approval link to their screens', async () => {
  const waiting = task('new', { isWaiting: true, isPaused: true });
  expect(await rows({ memories: 2, tasks: [waiting], hasNewList: true })).toEqual([
    ['#/memory', 'Memories waiting for your approval: 2'],
    ['#/tasks', 'Tasks waiting for your approval: 1'],
    ['#/tasks', 'The heartbeat list is waiting for your approval'],
  ]);
});

it('a task that is due today links to its page, and says why it could not begin', async () => {
  const due = task('News', { next: Date.now() - 1 });
  const later = task('Later', { next: Date.now() + 3 * 86_400_000 });
  const [row, ...others] = await rows({
    tasks: [due, later],
    stalled: [{ id: due.id, error: { type: 'storage_full' } }],
  });
  expect(others).toEqual([]);
  expect(row?.[0]).toBe('#/tasks/task_News');
  expect(row?.[1]).toMatch(/^News .*trying again\. Browser storage is full/);
});

it('a result since the last visit links to its chat, one without a chat to its task', async () => {
  const at = Date.now() - 1_000;
  const result = { due: at, at, ended: at + 500, missed: 0 };
  const session = asId<'session'>('session_1');
  const tasks = [
    task('News', { results: [{ ...result, session }] }),
    task('Mail', { results: [{ ...result, ended: at + 400, failure: { type: 'not-begun' } }] }),
  ];
  const found = await rows({ tasks, heartbeatResults: [{ ...result, isQuiet: true }] });
  expect(found.map(([href]) => href)).toEqual(['#/chat/session_1', '#/tasks/task_Mail']);
  expect(found.map(([, words]) => words.slice(0, 12))).toEqual(
    ['News Done: ', 'Mail Failed:'].map((each) => expect.stringContaining(each.trim()) as string),
  );
});

it('switched off, it lists no task that is due', async () => {
  expect(await rows({ isOn: false, tasks: [task('News', { next: Date.now() - 1 })] })).toEqual([
    ['#/tasks', 'Open Tasks'],
  ]);
});
