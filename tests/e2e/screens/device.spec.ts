/**
 * Device tools: permission granted, denied, blocked, dismissed, revoked; page in the background; API missing.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.mjs';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test as base } from '../app.ts';
import { setHidden, setPermission } from '../browser-state.ts';

const executablePath = findBrowser();

/** Calls to device APIs, recorded by the fakes below. */
type Seen = { shared: unknown[]; vibrated: unknown[]; picked: unknown[]; media: string[]; locks: number };

/**
 * Fakes sharing, contacts, vibration and the wake lock, which need a real phone; records `getUserMedia`
 * calls.
 */
function fakeDevice(): void {
  const seen: Seen = { shared: [], vibrated: [], picked: [], media: [], locks: 0 };
  Object.assign(window, { seen });
  const needTap = () => {
    if (!navigator.userActivation.isActive) throw new DOMException('No tap.', 'NotAllowedError');
  };
  const define = (name: string, value: unknown) =>
    Object.defineProperty(Navigator.prototype, name, { configurable: true, value });
  define('canShare', ({ files = [] }: ShareData) => files.every(({ name }) => !name.endsWith('.png')));
  define('share', async (data: ShareData) => {
    needTap();
    if (data.title === 'refuse') throw new DOMException('Not this kind.', 'NotAllowedError');
    seen.shared.push({ ...data, files: data.files?.map(({ name, size }) => `${name} ${size}`) });
  });
  define('vibrate', (pattern: unknown) => seen.vibrated.push(pattern) > 0);
  define('contacts', {
    getProperties: async () => ['name', 'email', 'tel'],
    select: async (fields: string[], options: object) => {
      needTap();
      seen.picked.push({ fields, ...options });
      return [{ name: ['Ada'], email: ['ada@example.com'], tel: [] }];
    },
  });
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (wanted = {}) => {
    seen.media.push(Object.keys(wanted).join());
    return open(wanted);
  };
  // A headless browser has no screen, so it grants no wake lock.
  define('wakeLock', {
    async request() {
      if (document.hidden) throw new DOMException('The page is not visible.', 'NotAllowedError');
      seen.locks++;
      return { release: async () => void seen.locks-- };
    },
  });
}

const test = base.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(fakeDevice);
    await use(page);
  },
});

test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...browserArguments, '--use-fake-device-for-media-stream'],
  },
});

const call = (page: Page, tool: string, values = {}) =>
  page.evaluate(([name, params]) => window.oneclaw.tools.call(name, params), [tool, values] as const);
const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => Reflect.get(window, 'seen') as Seen);
const sheetOf = (page: Page): Locator => page.getByRole('alertdialog');
const tap = (page: Page, name: string | RegExp) => sheetOf(page).getByRole('button', { name }).click();

const success = (result: RegExp) => ({ status: 'success', result: expect.stringMatching(result) as unknown });
const error = (error_type: string, message: RegExp) => ({
  error_type,
  message: expect.stringMatching(message) as unknown,
});

async function addFiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await window.oneclaw.files.write('note.txt', 'hello');
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
    await window.oneclaw.files.write('dot.png', await canvas.convertToBlob());
  });
}

test('each tool does its work after a tap of the user @long', async ({ app, context }) => {
  await addFiles(app);
  await setPermission(app, 'camera', 'granted');
  await setPermission(app, 'microphone', 'granted');
  const during = async (tool: string, values: object, act: () => Promise<unknown>) => {
    const pending = call(app, tool, values);
    await act();
    const result = await pending;
    await expect(sheetOf(app)).toHaveCount(0);
    return result;
  };

  const opened = context.waitForEvent('page');
  const url = 'https://example.com/a?q=%E2%80%AEtxt';
  await context.route(url, (route) => route.fulfill({ contentType: 'text/html', body: 'Opened.' }));
  expect(
    await during('open_url', { url }, async () => {
      await expect(sheetOf(app)).toContainText(url);
      await sheetOf(app).getByRole('link', { name: 'Open' }).click();
    }),
  ).toMatchObject(success(/The user opened/));
  const tab = await opened;
  await expect(tab.locator('body')).toHaveText('Opened.');
  await tab.close();

  const share = { text: 'Look', url: 'https://example.com/', paths: ['note.txt'] };
  expect(await during('share', share, () => tap(app, 'Share'))).toMatchObject(success(/shared/));
  expect((await seenBy(app)).shared).toEqual([
    { text: 'Look', url: 'https://example.com/', files: ['note.txt 5'] },
  ]);

  const download = app.waitForEvent('download');
  const event = { title: 'Dinner', start: '2026-03-29T19:00', time_zone: 'Europe/Berlin', reminder: [30] };
  expect(await during('create_calendar_event', event, () => tap(app, 'Download'))).toMatchObject(
    success(/downloaded the event: Dinner, 2026-03-29 19:00/),
  );
  expect((await download).suggestedFilename()).toBe('Dinner.ics');
  expect(await call(app, 'read_file', { path: 'calendar/Dinner.ics' })).toMatchObject(
    success(/BEGIN:VTIMEZONE[^]*DTSTART;TZID=Europe\/Berlin:20260329T190000/),
  );

  const tea = { title: 'Tea', start: '2026-01-01' };
  expect(await during('create_calendar_event', tea, () => tap(app, 'Share'))).toMatchObject(
    success(/shared the event: Tea, 2026-01-01/),
  );
  expect((await seenBy(app)).shared.at(-1)).toEqual({
    files: [expect.stringMatching(/^Tea\.ics \d+$/) as unknown],
  });

  const chosen = app.waitForEvent('filechooser');
  expect(
    await during('pick_file', { accept: 'image/*' }, async () => {
      await tap(app, 'Choose');
      await (
        await chosen
      ).setFiles({ name: 'my list.txt', mimeType: 'text/plain', buffer: Buffer.from('a b') });
    }),
  ).toMatchObject(success(/attachments\/my list\.txt \(text\/plain, 3 bytes\)/));
  expect(await call(app, 'read_file', { path: 'attachments/my list.txt' })).toMatchObject(success(/a b/));

  expect(
    await during('pick_contact', { fields: ['name', 'email', 'address'] }, () => tap(app, 'Choose')),
  ).toMatchObject(success(/name: Ada\nemail: ada@example\.com/));
  expect((await seenBy(app)).picked).toEqual([{ fields: ['name', 'email'], multiple: false }]);

  const photo = await during('take_photo', { camera: 'front' }, () => tap(app, 'Take the photo'));
  expect(photo).toMatchObject({
    result: [
      { text: expect.stringMatching(/photos\/photo-.*\.jpg/) as unknown },
      { type: 'image', media_type: 'image/jpeg' },
    ],
  });
  const sound = await during('record_audio', { most_seconds: 5 }, async () => {
    await tap(app, 'Record');
    await expect(sheetOf(app)).toContainText('s left');
    await tap(app, 'Stop and keep');
  });
  expect(sound).toMatchObject({
    result: [
      { text: expect.stringMatching(/recordings\/recording-.*\.webm/) as unknown },
      { type: 'file', media_type: 'audio/webm' },
    ],
  });

  expect(await during('open_file', { path: 'note.txt' }, () => tap(app, 'Show'))).toMatchObject(
    success(/opened note\.txt/),
  );
  expect(app.url()).toContain('#/files/note.txt');
});

test('in a chat files, events and texts are offered on the card: the run goes on, and the offer stays', async ({
  app,
}) => {
  const server = await startChatServer({ fallback: () => ({ text: 'Done.' }) });
  await addServer(app, server.url);
  await addFiles(app);
  await app.evaluate(async () => {
    await window.oneclaw.files.write('page.html', '<p>Hi</p>');
    await window.oneclaw.files.write('game.html', '<p>Hi</p><script>1</script>');
  });
  server.enqueue({
    calls: [
      { id: 'g', name: 'open_file', arguments: { path: 'game.html' } },
      { id: 'o', name: 'open_file', arguments: { path: 'page.html' } },
      { id: 'e', name: 'create_calendar_event', arguments: { title: 'Tea', start: '2026-01-01' } },
      { id: 's', name: 'share', arguments: { text: 'Look \u202e here', paths: ['note.txt'] } },
    ],
  });
  server.enqueue({ text: 'They are there.' });
  await send(app, 'Show me the page, make an event, and share the note.');
  // Nobody taps, and the answer comes.
  await expect(transcript(app)).toContainText('They are there.');
  await runEnds(app);
  await expect(sheetOf(app)).toHaveCount(0);
  const said = JSON.stringify(server.requests.at(-1)?.body);
  for (const part of [
    'not say that it was opened',
    'not say that it is in the calendar',
    'not say that it was shared',
  ])
    expect(said).toContain(part);
  expect(said).toContain('without its scripts');
  expect(said).toContain('scripts run only in a browser');
  expect((await seenBy(app)).shared).toEqual([]);
  await server.close();

  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  const share = callCard(app, 'share');
  // All that is shared is shown, hidden signs too.
  await expect(share).toContainText('Look \\u{202e} here');
  await expect(share).toContainText('note.txt');
  await share.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(async () => (await seenBy(app)).shared)
    .toEqual([{ text: 'Look \u202e here', files: ['note.txt 5'] }]);
  const event = callCard(app, 'create_calendar_event');
  await expect(event).toContainText('your calendar app adds the event');
  const download = app.waitForEvent('download');
  await event.getByRole('button', { name: 'Download Tea.ics' }).click();
  expect((await download).suggestedFilename()).toBe('Tea.ics');
  // A page with scripts is handed to the browser, because the viewer runs none.
  const game = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Download game.html' }).click();
  expect((await game).suggestedFilename()).toBe('game.html');
  // A file that is gone is not shared in silence.
  await call(app, 'delete_file', { path: 'note.txt' });
  await share.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(app.getByText(/note\.txt/).last()).toBeVisible();
  expect((await seenBy(app)).shared).toHaveLength(1);
  await callCard(app, 'open_file').getByRole('link', { name: 'Open page.html' }).click();
  await expect.poll(() => app.url()).toContain('#/files/page.html');
});

test('tools without a tap run at once, and a wake lock ends by itself @long', async ({ app, context }) => {
  await addFiles(app);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  expect(await call(app, 'vibrate', { pattern: [100, 50, 100] })).toMatchObject(success(/250 ms/));
  expect((await seenBy(app)).vibrated).toEqual([[100, 50, 100]]);
  expect(await call(app, 'battery')).toMatchObject(success(/^Level: \d+ %\nCharging: (yes|no)/));
  expect(await call(app, 'keep_awake', { seconds: 600 })).toMatchObject(success(/600 seconds/));
  await expect.poll(async () => (await seenBy(app)).locks).toBe(1);
  expect(await call(app, 'keep_awake', { seconds: 1 })).toMatchObject({ status: 'success' });
  await expect.poll(async () => (await seenBy(app)).locks).toBe(0);
  await setHidden(app, true);
  expect(await call(app, 'keep_awake', { seconds: 9 })).toMatchObject(
    error('execution_error', /not visible/),
  );
  await setHidden(app, false);

  expect(await call(app, 'write_clipboard', { path: 'dot.png' })).toMatchObject(success(/image dot\.png/));
  expect(await call(app, 'read_clipboard')).toMatchObject({
    result: [{ type: 'text' }, { type: 'image', media_type: 'image/png' }],
  });
  expect(await call(app, 'write_clipboard', { path: 'note.txt' })).toMatchObject(
    error('binary_file', /no image/),
  );
  expect(await call(app, 'open_url', { url: 'javascript:alert(1)' })).toMatchObject(
    error('validation_error', /cannot be opened/),
  );

  await context.setGeolocation({ latitude: 38.7, longitude: -9.1, accuracy: 4_000 });
  await setPermission(app, 'geolocation', 'granted');
  expect(await call(app, 'get_location', { accuracy: 'high' })).toMatchObject(
    success(/Accuracy: 4000 m\. This is worse than the high accuracy/),
  );
});

test('the location of an IP address comes from the service that the user chose', async ({ app }) => {
  let answer = '{"city":"Porto\\nIgnore","country":"Portugal","latitude":"41.15","longitude":-8.61}';
  const server = http.createServer((_, response) =>
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(answer),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const first = await app.evaluate(() => window.oneclaw.network.ipService());
  expect(first).toContain('https://get.geojs.io/');
  await app.evaluate(async (name) => {
    await window.oneclaw.network.ipService(`http://${name}/geo`);
    await window.oneclaw.permissions.allowHost(name);
  }, host);
  expect(await call(app, 'get_location_from_ip')).toMatchObject(
    success(/Town: Porto Ignore\nCountry: Portugal\nLatitude: 41\.15\nLongitude: -8\.61/),
  );
  answer = '<html>';
  expect(await call(app, 'get_location_from_ip')).toMatchObject(
    error('execution_error', /did not answer with a latitude/),
  );
  server.close();
});

const tapTools: [tool: string, values: object][] = [
  ['open_url', { url: 'https://example.com/' }],
  ['open_file', { path: 'note.txt', with: 'other_app' }],
  ['share', { text: 'x' }],
  ['create_calendar_event', { title: 'Tea', start: '2026-01-01' }],
  ['pick_file', {}],
  ['pick_contact', {}],
  ['take_photo', {}],
  ['record_audio', {}],
];

test('a tool that is dismissed does nothing, and may be asked again @long', async ({ app }) => {
  await addFiles(app);
  await setPermission(app, 'camera', 'granted');
  await setPermission(app, 'microphone', 'granted');
  for (const [tool, values] of tapTools) {
    const pending = call(app, tool, values);
    await tap(app, 'Not now');
    expect(await pending, tool).toMatchObject(error('permission_denied', /dismissed/));
  }
  expect(await seenBy(app)).toMatchObject({ shared: [], picked: [] });
  // No camera preview is left open.
  await expect(app.locator('video')).toHaveCount(0);

  const unshareable = call(app, 'share', { paths: ['dot.png'] });
  await tap(app, 'Share');
  expect(await unshareable).toMatchObject(error('execution_error', /does not share these files: dot\.png/));

  const refused = call(app, 'share', { text: 'x', title: 'refuse' });
  await tap(app, 'Share');
  await expect(sheetOf(app).getByRole('alert')).toContainText('Not this kind.');
  await tap(app, 'Not now');
  expect(await refused).toMatchObject(error('permission_denied', /dismissed/));
});

const permissionTools: [tool: string, values: object, permission: string, name: string][] = [
  ['take_photo', {}, 'camera', 'your camera'],
  ['record_audio', {}, 'microphone', 'your microphone'],
  ['read_clipboard', {}, 'clipboard-read', 'the contents of your clipboard'],
  ['send_notification', { body: 'x' }, 'notifications', 'notifications'],
  ['get_location', {}, 'geolocation', 'your location'],
];

test('a permission is requested after a tap, may be refused, and is never requested again once blocked', async ({
  app,
}) => {
  for (const [tool, values, permission, name] of permissionTools) {
    await setPermission(app, permission, 'prompt');
    const pending = call(app, tool, values);
    await expect(sheetOf(app), tool).toContainText(`Allow OneClaw to use ${name}`);
    await tap(app, 'Not now');
    expect(await pending, tool).toMatchObject(error('permission_denied', /may be asked for again/));
    await setPermission(app, permission, 'denied');
    expect(await call(app, tool, values), tool).toMatchObject(error('permission_denied', /site settings/));
  }
  expect((await seenBy(app)).media).toEqual([]);
});

test('a camera allowed after the tap shows its picture, and is not opened once the permission is revoked @long', async ({
  app,
}) => {
  await setPermission(app, 'camera', 'prompt');
  const pending = call(app, 'take_photo');
  await expect(sheetOf(app)).toContainText('your camera');
  expect((await seenBy(app)).media).toEqual([]);
  // Stands in for the browser's permission prompt, which a headless browser does not show.
  await app.evaluate(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      await (Reflect.get(window, 'grant') as () => Promise<void>)();
      return open(wanted);
    };
  });
  await app.exposeFunction('grant', () => setPermission(app, 'camera', 'granted'));
  await tap(app, 'Allow');
  await tap(app, 'Take the photo');
  expect(await pending).toMatchObject({ status: 'success' });
  await setPermission(app, 'camera', 'denied');
  const before = (await seenBy(app)).media.length;
  expect(await call(app, 'take_photo')).toMatchObject(error('permission_denied', /site settings/));
  expect((await seenBy(app)).media).toHaveLength(before);
});

test('in the background a tool waits for the user, and the camera stays closed @long', async ({ app }) => {
  await setPermission(app, 'camera', 'granted');
  await setHidden(app, true);
  const pending = call(app, 'take_photo');
  await expect(app.locator('video')).toHaveCount(1);
  expect((await seenBy(app)).media).toEqual([]);
  await setHidden(app, false);
  await tap(app, 'Take the photo');
  expect(await pending).toMatchObject({ status: 'success' });
});

test('a recording keeps the screen on, and one that the browser ends says so to user and model @long', async ({
  app,
}) => {
  await setPermission(app, 'microphone', 'granted');
  const pending = call(app, 'record_audio', { most_seconds: 60 });
  await tap(app, 'Record');
  await expect.poll(async () => (await seenBy(app)).locks).toBe(1);
  await setHidden(app, true);
  await expect(sheetOf(app)).toContainText('OneClaw was no longer on screen');
  await expect.poll(async () => (await seenBy(app)).locks).toBe(0);
  await setHidden(app, false);
  await tap(app, 'Keep this part');
  expect(await pending).toMatchObject({
    result: [{ text: expect.stringMatching(/ended early.*out of sight/) as unknown }, { type: 'file' }],
  });
});

test('a photo is sent to the model and stays in the chat; a stop closes the sheet @long', async ({ app }) => {
  await setPermission(app, 'camera', 'granted');
  const server = await startChatServer();
  const model = {
    kind: 'openai-chat',
    label: 'Seeing',
    model: 'test-model',
    traits: { images: true },
  } as const;
  await app.evaluate((draft) => window.oneclaw.providers.save(draft), { ...model, baseUrl: server.url });
  server.enqueue({ calls: [{ id: 'p', name: 'take_photo', arguments: {} }] }, { text: 'A green picture.' });
  await send(app, 'What is this?');
  await tap(app, 'Take the photo');
  await expect(transcript(app)).toContainText('A green picture.');
  await runEnds(app);
  await expect(callCard(app, 'take_photo').getByRole('img', { name: /photo-/ })).toBeVisible();
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('data:image/jpeg;base64,');

  server.enqueue({ calls: [{ id: 'q', name: 'record_audio', arguments: {} }] });
  await setPermission(app, 'microphone', 'granted');
  await send(app, 'Listen');
  await expect(sheetOf(app)).toContainText('Record audio?');
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(sheetOf(app)).toHaveCount(0);
  await runEnds(app);
  await server.close();
});

test.describe('in a browser that lacks APIs', () => {
  test('a tool is not offered, and everything says why', async ({ page, app, appUrl }) => {
    await page.addInitScript(() => {
      for (const name of ['share', 'contacts', 'getBattery', 'vibrate', 'wakeLock', 'mediaDevices'])
        Reflect.deleteProperty(Navigator.prototype, name);
    });
    await app.goto(`${appUrl}#/tools`);
    await app.reload();
    await app.evaluate(() => window.oneclaw.ready);
    const absent = [
      'share',
      'pick_contact',
      'battery',
      'vibrate',
      'keep_awake',
      'take_photo',
      'record_audio',
    ];
    const { offered, unusable } = await app.evaluate(async () => ({
      offered: JSON.stringify(await window.oneclaw.tools.definitions('anthropic')),
      unusable: (await window.oneclaw.tools.list())
        .filter((tool) => tool.unusable?.reason === 'browser_lacks')
        .map(({ name }) => name),
    }));
    expect(unusable.toSorted()).toEqual(absent.toSorted());
    for (const tool of absent) {
      expect(offered).not.toContain(`"${tool}"`);
      expect(await call(app, tool), tool).toMatchObject(error('tool_not_available', /this browser has no/));
    }
    expect(offered).toContain('"open_url"');
    expect(await call(app, 'device_info')).toMatchObject(success(/"absent": \[[^]*"Web Share API"/));
    const card = app.getByRole('listitem').filter({ hasText: 'pick_contact' });
    await expect(card).toContainText('This browser has no Contact Picker API');
  });
});
