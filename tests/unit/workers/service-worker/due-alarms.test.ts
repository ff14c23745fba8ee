/** The service worker notifies once of each alarm that was missed while no tab was open. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Alarm } from '#shared/alarms/alarm.ts';
import { asId } from '#shared/ids.ts';
import { isAnyPlanned, noticeTextsEntry, type NoticeWords } from '#shared/tasks/due-notice.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { notifyDueTasks } from '#workers/service-worker/due-tasks.ts';
import type { Database } from '#workers/storage/database.ts';

const alarm: Alarm = {
  ...{ id: asId<'alarm'>('alarm_1'), label: 'Tea', at: 1_000, state: 'planned' },
  ...{ origin: { by: 'user' }, created: 1 },
};
const words: NoticeWords = {
  ...{ title: 'Tasks are due', body: 'Open the app.' },
  alarm: { unnamed: 'Alarm', missed: 'Missed' },
};

const shown: { title: string; body: string | undefined; hash: unknown }[] = [];
const registration = {
  async showNotification(title: string, { body, data }: NotificationOptions = {}) {
    shown.push({ title, body, hash: (data as { hash?: unknown } | undefined)?.hash });
  },
};
const tell = () => notifyDueTasks(registration, { matchAll: async () => [] });
const titles = () => shown.splice(0).map(({ title }) => title);

let cache: Map<string, Response>;
let database: Database;
beforeEach(async () => {
  shown.length = 0;
  cache = new Map([[noticeTextsEntry, Response.json(words)]]);
  const match = async (name: string) => cache.get(name)?.clone();
  const put = async (name: string, response: Response) => void cache.set(name, response);
  vi.stubGlobal('caches', { open: async () => ({ match, put }) });
  database = await openDatabase({});
});
afterEach(async () => {
  vi.unstubAllGlobals();
  database.close();
  await new Promise((resolve) => (indexedDB.deleteDatabase('oneclaw').onsuccess = resolve));
});

it('is said once of each, and again of one that was put off', async () => {
  await database.put('alarms', alarm);
  await tell();
  expect(shown.splice(0)).toEqual([{ title: 'Tea', body: 'Missed', hash: '#/today' }]);
  await tell();
  expect(titles()).toEqual([]);
  await database.put('alarms', { ...alarm, id: asId<'alarm'>('alarm_2'), label: '', state: 'missed' });
  await tell();
  expect(titles()).toEqual(['Alarm']);
  await database.put('alarms', { ...alarm, at: 2_000 });
  await tell();
  expect(titles()).toEqual(['Tea']);
});

it('is not said of one that is ahead, that the app told of, or while alarms are off', async () => {
  await database.put('alarms', { ...alarm, at: Date.now() + 3_600_000 });
  await database.put('alarms', { ...alarm, id: asId<'alarm'>('alarm_2'), state: 'missed', isTold: true });
  await tell();
  await database.put('alarms', alarm);
  await database.put('settings', { isOn: false }, 'tasks');
  await tell();
  expect(titles()).toEqual([]);
});

it('is not said without words for it, which an older version left', async () => {
  cache.set(noticeTextsEntry, Response.json({ title: words.title, body: words.body }));
  await database.put('alarms', alarm);
  await tell();
  expect(titles()).toEqual([]);
});

it('the page asks to be woken for a planned alarm alone, and for none that was missed', () => {
  const of = (state: Alarm['state']) => ({ isOn: true, tasks: [], alarms: [{ ...alarm, state }] });
  expect(isAnyPlanned(of('planned'))).toBe(true);
  expect(isAnyPlanned({ ...of('planned'), isOn: false })).toBe(false);
  expect(isAnyPlanned(of('missed'))).toBe(false);
});
