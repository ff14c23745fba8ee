/** Browser permissions and approvals: granted, denied, blocked, revoked, requested twice at once, stopped. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';
import { setHidden, setPermission } from '../browser-state.ts';

const call = (page: Page, tool: string, values = {}) =>
  page.evaluate(([name, params]) => window.oneclaw.tools.call(name, params), [tool, values] as const);

test(
  'a granted permission gives the position, and one revoked between two calls does not',
  { tag: '@core' },
  async ({ app, context }) => {
    await context.setGeolocation({ latitude: 38.7223, longitude: -9.1393, accuracy: 25 });
    await setPermission(app, 'geolocation', 'granted');
    expect(await call(app, 'get_location')).toMatchObject({
      status: 'success',
      result: expect.stringContaining('Latitude: 38.722300'),
    });
    await setPermission(app, 'geolocation', 'denied');
    expect(await call(app, 'get_location')).toMatchObject({
      error_type: 'permission_denied',
      message: expect.stringContaining('site settings'),
    });
  },
);

type BrowserRequest = {
  /** The state in the Permissions API when the browser was asked. */
  state: PermissionState;
  /** Whether user activation was still valid. */
  isActive: boolean;
};

const stateOf = (page: Page, name: PermissionName) =>
  page.evaluate(async (wanted) => (await navigator.permissions.query({ name: wanted })).state, name);

const requestsOf = (page: Page): Promise<BrowserRequest[]> =>
  page.evaluate(() => Reflect.get(window, 'browserRequests') as BrowserRequest[]);

/** Records each request to the browser for location or notifications, and passes it on. */
async function watchRequests(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: BrowserRequest[] = [];
    Object.assign(window, { browserRequests: seen, beforeRequest: () => Promise.resolve() });
    const note = async (name: PermissionName) => {
      const { isActive } = navigator.userActivation;
      seen.push({ state: (await navigator.permissions.query({ name })).state, isActive });
      await (Reflect.get(window, 'beforeRequest') as () => Promise<void>)();
    };
    const { geolocation } = navigator;
    const locate = geolocation.getCurrentPosition.bind(geolocation);
    geolocation.getCurrentPosition = (...values) => void note('geolocation').then(() => locate(...values));
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = async () => {
      await note('notifications');
      return ask();
    };
  });
}

test('the browser asks for the location after a tap of the user, and a refusal explains what to do', async ({
  app,
}) => {
  await setPermission(app, 'geolocation', 'prompt');
  await watchRequests(app);
  // A headless browser shows no permission prompt, so the test sets the answer instead.
  await app.exposeFunction('beforeRequest', () => setPermission(app, 'geolocation', 'denied'));
  expect(await stateOf(app, 'geolocation')).toBe('prompt');
  const pending = call(app, 'get_location');
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText('your location');
  expect(await requestsOf(app)).toEqual([]);
  await sheet.getByRole('button', { name: 'Allow' }).click();
  expect(await pending).toMatchObject({
    error_type: 'permission_denied',
    message: expect.stringContaining('site settings'),
  });
  expect(await requestsOf(app)).toEqual([{ state: 'prompt', isActive: true }]);
  await expect(sheet).toHaveCount(0);
});

test('the browser asks for notifications after a tap of the user', async ({ app }) => {
  await setPermission(app, 'notifications', 'prompt');
  await watchRequests(app);
  await app.exposeFunction('beforeRequest', () => setPermission(app, 'notifications', 'granted'));
  const pending = call(app, 'send_notification', { body: 'Tea is ready' });
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText('notifications');
  expect(await requestsOf(app)).toEqual([]);
  await sheet.getByRole('button', { name: 'Allow' }).click();
  expect(await pending).toMatchObject({ status: 'success' });
  expect(await requestsOf(app)).toEqual([{ state: 'prompt', isActive: true }]);
  await expect(sheet).toHaveCount(0);
});

test.describe('with notifications', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a permission asked for while the page is hidden waits for it, and a notification says so @long', async ({
    app,
    context,
  }) => {
    await context.setGeolocation({ latitude: 1, longitude: 2 });
    await setPermission(app, 'notifications', 'granted');
    await setPermission(app, 'geolocation', 'prompt');
    await app.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await setHidden(app, true);
    const pending = call(app, 'get_location');
    const waiting = () =>
      app.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration?.getNotifications())?.map(({ title, body, tag }) => ({
          title,
          body,
          tag,
        }));
      });
    await expect
      .poll(waiting)
      .toMatchObject([{ title: 'OneClaw', tag: 'oneclaw-question', body: /location/ as unknown }]);
    await setPermission(app, 'geolocation', 'granted');
    await setHidden(app, false);
    await app.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
    expect(await pending).toMatchObject({ status: 'success' });
  });
});

test('two calls that need the same permission share one question', async ({ app }) => {
  await setPermission(app, 'notifications', 'prompt');
  const pending = Promise.all([
    call(app, 'send_notification', { body: 'a' }),
    call(app, 'send_notification', { body: 'b' }),
  ]);
  const sheet = app.getByRole('alertdialog');
  await sheet.getByRole('button', { name: 'Not now' }).click();
  for (const result of await pending)
    expect(result).toMatchObject({
      error_type: 'permission_denied',
      message: expect.stringContaining('may be asked for again'),
    });
  await expect(sheet).toHaveCount(0);
});

test('the clipboard is written and read', async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  expect(await call(app, 'write_clipboard', { text: 'copied by a tool' })).toMatchObject({
    status: 'success',
  });
  expect(await call(app, 'read_clipboard')).toMatchObject({ status: 'success', result: 'copied by a tool' });
});

test('information about the device and the system needs no prompt', async ({ app }) => {
  const [device, system] = [
    await call(app, 'device_info'),
    await call(app, 'system_info', { section: 'hardware' }),
  ];
  expect(JSON.parse(device.status === 'success' ? String(device.result) : '{}')).toMatchObject({
    timeZone: 'Europe/Berlin',
    visible: true,
  });
  expect(JSON.parse(system.status === 'success' ? String(system.result) : '{}')).toMatchObject({
    hardware: { processors: expect.any(Number) as unknown },
  });
});

test(
  'an agent in ask mode shows the arguments, and "always" is remembered',
  { tag: '@core' },
  async ({ app }) => {
    const agent = await app.evaluate(() =>
      window.oneclaw.agents.save({
        name: 'Careful',
        systemPrompt: 'Be careful.',
        tools: ['*'],
        approval: { default: 'ask' },
      }),
    );
    const run = (path: string) =>
      app.evaluate(
        ([id, file]) =>
          window.oneclaw.tools.call('write_file', { path: file, content: 'x\ny' }, { agent: id }),
        [agent, path] as const,
      );
    const first = run('one\u202etxt.exe');
    const sheet = app.getByRole('alertdialog');
    await expect(sheet).toContainText('one\\u{202e}txt.exe');
    await expect(sheet.getByRole('heading')).toHaveText('Allow “Write file”?');
    await expect(sheet.getByText('x\ny', { exact: true })).toBeVisible();
    await sheet.getByRole('button', { name: 'Not now' }).click();
    expect(await first).toMatchObject({ error_type: 'permission_denied' });
    const second = run('two.txt');
    await sheet.getByRole('button', { name: 'Always' }).click();
    expect(await second).toMatchObject({ status: 'success' });
    expect(await run('three.txt')).toMatchObject({ status: 'success' });
  },
);

test('an agent without a tool, or with a denied capability, is told the reason', async ({ app }) => {
  const results = await app.evaluate(async () => {
    const reader = await window.oneclaw.agents.save({
      name: 'Reader',
      systemPrompt: '',
      tools: ['read_file', 'http_request'],
      deny: ['network'],
    });
    return Promise.all([
      window.oneclaw.tools.call('write_file', { path: 'a', content: 'b' }, { agent: reader }),
      window.oneclaw.tools.call('http_request', { url: 'https://example.com' }, { agent: reader }),
    ]);
  });
  for (const result of results)
    expect(result).toMatchObject({ status: 'error', error_type: 'tool_not_available' });
});

test('stopping a run withdraws its prompt, and the call is cancelled', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'h', name: 'http_request', arguments: { url: 'http://localhost:9/' } }] });
  await send(app, 'Fetch it');
  await expect(app.getByRole('alertdialog')).toBeVisible();
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(app.getByRole('alertdialog')).toHaveCount(0);
  await runEnds(app);
  await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'error');
  await server.close();
});

test('a prompt names the tool and the chat, and focuses the harmless answer @long', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'h', name: 'http_request', arguments: { url: 'http://localhost:9/' } }] });
  await send(app, 'Fetch it');
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText('http_request');
  await expect(sheet).not.toContainText('Chat: Fetch it');
  await expect(sheet.getByRole('button', { name: 'Not now' })).toBeFocused();
  await app.evaluate(() => (location.hash = '#/settings'));
  await expect(sheet).toContainText('Chat: Fetch it');
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await server.close();
});

test('a prompt does not take the focus while the user is writing', async ({ app }) => {
  const field = app.getByRole('textbox', { name: 'Message' });
  await field.fill('half a sen');
  const pending = call(app, 'http_request', { url: 'http://localhost:9/' });
  await expect(app.getByRole('alertdialog')).toBeVisible();
  await field.pressSequentially('tence');
  await expect(field).toHaveValue('half a sentence');
  await app.getByRole('button', { name: 'Not now' }).click();
  await pending;
});

test('after an answer by keyboard the focus returns to the message field', async ({ app, isMobile }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue(
    { calls: [{ id: 'h', name: 'http_request', arguments: { url: 'http://localhost:9/' } }] },
    { text: 'Denied, then.' },
  );
  await app.getByRole('textbox', { name: 'Message' }).fill('Fetch it');
  await app.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  const deny = app.getByRole('alertdialog').getByRole('button', { name: 'Not now' });
  await expect(deny).toBeFocused();
  await expect(deny).toBeEnabled();
  await deny.press('Enter');
  await runEnds(app);
  // On a touch screen the focused field would open the keyboard.
  const field = app.getByRole('textbox', { name: 'Message' });
  await expect(isMobile ? app.locator('.scroller:has(> [role=log])') : field).toBeFocused();
  await server.close();
});

test('after an answer by keyboard the focus returns to the button that runs a tool', async ({ app }) => {
  await app.evaluate(() => (location.hash = '#/tools/get_location'));
  await setPermission(app, 'geolocation', 'prompt');
  const run = app.getByRole('button', { name: 'Run', exact: true });
  await run.press('Enter');
  const deny = app.getByRole('alertdialog').getByRole('button', { name: 'Not now' });
  await expect(deny).toBeFocused();
  await expect(deny).toBeEnabled();
  await deny.press('Enter');
  await expect(app.getByRole('alertdialog')).toHaveCount(0);
  await expect(run).toBeFocused();
});

test('settings can be scrolled so that a prompt does not cover them', async ({ app }) => {
  await app.setViewportSize({ width: 412, height: 700 });
  await app.evaluate(() => (location.hash = '#/settings'));
  const licence = app.getByText('Free software under the MIT licence.');
  await expect(licence).toBeAttached();
  const pending = call(app, 'http_request', { url: 'http://localhost:9/' });
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toBeVisible();
  await expect
    .poll(async () => {
      await app.locator('.scroller').evaluate((box) => (box.scrollTop = box.scrollHeight));
      const [text, cover] = await Promise.all([licence.boundingBox(), sheet.boundingBox()]);
      return text && cover ? text.y + text.height <= cover.y : null;
    })
    .toBe(true);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await pending;
});

test('a prompt covers nothing at the end of a chat, and a reader at the end stays there', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ text: `${'A paragraph.\n\n'.repeat(40)}The end.` });
  await send(app, 'Tell me');
  await runEnds(app);
  const end = transcript(app).getByText('The end.');
  const scroller = app.locator('.scroller:has(> [role=log])');
  const distance = () =>
    scroller.evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
  const pending = call(app, 'http_request', { url: 'http://localhost:9/' });
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toBeVisible();
  await expect
    .poll(async () => {
      const [text, cover] = await Promise.all([end.boundingBox(), sheet.boundingBox()]);
      return text && cover && text.y > 0 ? text.y + text.height <= cover.y : null;
    })
    .toBe(true);
  expect(await distance()).toBeLessThanOrEqual(1);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  await pending;
  await expect(sheet).toHaveCount(0);
  await expect(end).toBeInViewport();
  await expect.poll(distance).toBeLessThanOrEqual(1);
  await server.close();
});

for (const [width, height] of [
  [863, 360],
  [640, 300],
] as const)
  test(`a prompt fits a screen of ${width} × ${height}, with its question and its answers`, async ({
    app,
  }) => {
    await app.setViewportSize({ width, height });
    const pending = call(app, 'http_request', { url: 'http://localhost:9/' });
    const sheet = app.getByRole('alertdialog');
    await expect(sheet).toBeVisible();
    const edges = () =>
      sheet.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(edges).toBe(true);
    await expect(sheet.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: 'Not now' })).toBeInViewport({ ratio: 1 });
    await sheet.getByRole('button', { name: 'Not now' }).click();
    await pending;
  });

test('a prompt that was covered ignores taps for a moment after it is uncovered', async ({ app }) => {
  await app.setViewportSize({ width: 412, height: 800 });
  const pending = call(app, 'http_request', { url: 'http://localhost:9/' });
  const allow = app.getByRole('alertdialog').getByRole('button', { name: 'Allow' });
  await expect(allow).toBeEnabled();
  await app.getByRole('button', { name: 'Menu' }).click();
  // Escape closes the menu only once it is open.
  await expect(app.getByRole('link', { name: 'Chat', exact: true })).toBeInViewport({ ratio: 1 });
  await app.evaluate(() => {
    document.addEventListener('close', () => requestAnimationFrame(() => requestAnimationFrame(tap)), {
      capture: true,
      once: true,
    });
    const tap = () => {
      document.querySelector<HTMLElement>('[data-answer="allowed"]')?.click();
      document.body.dataset.tapped = 'yes';
    };
  });
  await app.keyboard.press('Escape');
  await expect(app.locator('body')).toHaveAttribute('data-tapped', 'yes');
  await expect(app.getByRole('alertdialog')).toBeVisible();
  await app.getByRole('button', { name: 'Not now' }).click();
  expect(await pending).toMatchObject({ error_type: 'permission_denied' });
});

test('an address is allowed in Settings before any tool needs it', async ({ app }) => {
  await openMenu(app);
  await app.getByRole('link', { name: 'Settings' }).click();
  const form = app.getByRole('form', { name: 'Allowed addresses' });
  const field = form.getByRole('textbox', { name: 'Another address' });
  await field.fill('not an address');
  await form.getByRole('button', { name: 'Allow' }).click();
  await expect(form).toContainText('This is not an address.');
  await field.fill('http://localhost:5190/v1');
  await form.getByRole('button', { name: 'Allow' }).click();
  await expect(app.getByRole('button', { name: 'Remove localhost:5190' })).toBeVisible();
  await expect(field).toHaveValue('');
  expect(await app.evaluate(async () => (await window.oneclaw.permissions.list()).hosts)).toEqual([
    'localhost:5190',
  ]);
});
