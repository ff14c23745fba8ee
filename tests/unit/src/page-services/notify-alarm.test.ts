/** The notification of an alarm: shown while it rings, and only if notifications are allowed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notifyAlarm } from '#src/page-services/notify-alarm.ts';

const open = new Map<string, { title: string; options: NotificationOptions }>();
let permission = 'granted';
beforeEach(() => {
  open.clear();
  permission = 'granted';
  const registration = {
    showNotification: async (title: string, options: NotificationOptions) =>
      void open.set(options.tag ?? '', { title, options }),
    getNotifications: async ({ tag }: { tag: string }) =>
      open.has(tag) ? [{ close: () => void open.delete(tag) }] : [],
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

const tea = { id: 'alarm_1', title: 'Tea', body: 'Rings now', hash: '#/today' };

it('stays until the alarm has ended, and a tap opens Today', async () => {
  const over = new AbortController();
  await notifyAlarm(tea, over.signal);
  expect(open.get('oneclaw-alarm_1')).toMatchObject({
    title: 'Tea',
    options: { body: 'Rings now', requireInteraction: true, data: { hash: '#/today' } },
  });
  over.abort();
  await vi.waitFor(() => expect(open.size).toBe(0));
});

it('is not shown for an alarm that has ended meanwhile', async () => {
  await notifyAlarm(tea, AbortSignal.abort());
  expect(open.size).toBe(0);
});

it('is not shown, and not asked for, without the permission', async () => {
  permission = 'default';
  await notifyAlarm(tea, new AbortController().signal);
  expect(open.size).toBe(0);
});
