/** Shared texts and files, links and opened files fill the composer, and are sent only by the user. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { listen } from '#tests/fixtures/web/listen.ts';
import { runEnds, send, transcript } from '../chat.ts';
import { expect, test, watchProblems } from '../app.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

async function ready(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.evaluate(() => window.oneclaw.ready);
}

test.describe('with a service worker', () => {
  test.use({ build: 'production', serviceWorkers: 'allow' });

  test('a text and a file that are shared open a new chat, and nothing is sent @long', async ({
    app,
    appUrl,
    context,
  }) => {
    await ready(app);
    await send(app, 'What time is it in Tokyo?');
    await runEnds(app);
    const form = `<form method="post" enctype="multipart/form-data" action="${appUrl}share">
      <input name="title" value="A page"><textarea name="text">Look: https://a.test/x</textarea>
      <input name="url" value="https://a.test/x"><input name="files" type="file"><button>Share</button></form>`;
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form),
    );
    const { port, close } = await listen(server);
    const other = await context.newPage();
    const problems = watchProblems(other);
    await other.goto(`http://127.0.0.1:${port}/`);
    await other
      .locator('input[type=file]')
      .setInputFiles({ name: 'Notiz ä.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await other.getByRole('button', { name: 'Share' }).click();
    await message(other).fill('My own words');
    const card = other.getByRole('region', { name: 'From another app or site' });
    await expect(card).toContainText('A page\nLook: https://a.test/x');
    await expect(card).toContainText('Notiz ä.txt');
    expect(new URL(other.url()).hash).toBe('#/chat');
    // The share waits for the user's decision, also after a reload.
    await other.reload();
    await expect(card).toContainText('Notiz ä.txt');
    await expect(message(other)).toHaveValue('My own words');
    await card.getByRole('button', { name: 'Add to message' }).click();
    await expect(card).toHaveCount(0);
    await expect(message(other)).toHaveValue('My own words');
    const attached = other.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    await expect(attached).toContainText(['shared.txt', 'Notiz ä.txt']);
    expect(await other.evaluate(async () => (await window.oneclaw.sessions.list()).length)).toBe(1);
    const left = await other.evaluate(async () => {
      const cache = await caches.open('oneclaw-incoming');
      return (await cache.keys()).length;
    });
    expect(left).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('a backup that is shared says so before it is imported @long', async ({ app, appUrl, context }) => {
    await ready(app);
    const bytes = await app.evaluate(async () => [
      ...new Uint8Array(await (await window.oneclaw.backup.export()).arrayBuffer()),
    ]);
    const form = `<form method="post" enctype="multipart/form-data" action="${appUrl}share">
      <input name="files" type="file"><button>Share</button></form>`;
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form),
    );
    const { port, close } = await listen(server);
    const other = await context.newPage();
    await other.goto(`http://127.0.0.1:${port}/`);
    await other.locator('input[type=file]').setInputFiles({
      ...{ name: 'chats.oneclaw', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) },
    });
    await other.getByRole('button', { name: 'Share' }).click();
    // A site alone opens no settings.
    const note = other.getByText('Another app or site shared a backup');
    await expect(note).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toHaveCount(0);
    await other.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'What is in this backup' })).toBeVisible();
    const warning = other.getByText('Another app or site shared this file.');
    await expect(warning).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Settings', exact: true })).toBeInViewport({ ratio: 1 });
    // A backup that the user chooses has no warning.
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toHaveCount(0);
    await other.locator('input[aria-label="Import a backup"]').setInputFiles({
      ...{ name: 'chats.oneclaw', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) },
    });
    await expect(other.getByRole('heading', { name: 'What is in this backup' })).toBeVisible();
    await expect(warning).toHaveCount(0);
    await close();
  });

  test('the manifest declares share target, file handlers, protocol and shortcuts @long', async ({
    app,
    context,
  }) => {
    await ready(app);
    const devtools = await context.newCDPSession(app);
    const { data, errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      share_target: { action: './share', method: 'POST' },
      protocol_handlers: [{ protocol: 'web+oneclaw' }],
      file_handlers: [{ action: './' }],
      shortcuts: [{ name: 'New chat' }, { name: 'Files' }, { name: 'Settings' }],
    });
  });
});

test('a link is shown apart from the draft, and a bad one says so', async ({ app }) => {
  const card = app.getByRole('region', { name: 'From another app or site' });
  await message(app).fill('My own words');
  const open = (link: string) =>
    app.evaluate((address) => (location.hash = `#/incoming/link/${encodeURIComponent(address)}`), link);
  await open('web+oneclaw:chat?text=Hello%20there&send=true&agent=other');
  await expect(card).toContainText('Hello there');
  expect(await app.evaluate(() => location.hash)).toBe('#/chat');
  await open('web+oneclaw:chat?text=And%20this');
  await expect(card).toContainText('Hello there\n\nAnd this');
  await open('https://evil.test/?text=x');
  await expect(app.getByText('The shared content could not be read.')).toBeVisible();
  await card.getByRole('button', { name: 'Discard' }).click();
  await expect(card).toHaveCount(0);
  await expect(message(app)).toHaveValue('My own words');
  expect(await app.evaluate(async () => (await window.oneclaw.sessions.list()).length)).toBe(0);
  await expect(transcript(app)).not.toContainText('Hello there');
});

test('a file with an agent is previewed, and added only by the user', async ({ page, appUrl }) => {
  await page.addInitScript(() => {
    const definition = JSON.stringify({ name: 'Opened', tools: ['read_file'], systemPrompt: 'Read.' });
    const handle = { getFile: async () => new File([definition], 'agent.json') };
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (take: (launch: object) => void) => take({ files: [handle] }) },
    });
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query === '(display-mode: standalone)' ? matchMedia('all') : matchMedia(query);
  });
  await page.goto(appUrl);
  await expect(page.getByRole('heading', { name: 'Opened' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('read_file');
  const names = () => page.evaluate(async () => (await window.oneclaw.agents.list()).map(({ name }) => name));
  expect(await names()).not.toContain('Opened');
  await page.getByRole('button', { name: 'Add agent' }).click();
  await expect.poll(names).toContain('Opened');
});

test('a run that ends in a hidden page sets a badge, which is removed when the page is visible', async ({
  app,
}) => {
  await app.evaluate(() => {
    const badges: (number | null)[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(null),
    });
    Object.defineProperty(document, 'hidden', { get: () => 'away' in window, configurable: true });
    Object.assign(window, { away: true });
  });
  const badges = () => app.evaluate(() => Reflect.get(window, 'badges') as (number | null)[]);
  await app.evaluate(async () => void (await window.oneclaw.chat.send('What time is it in Tokyo?')));
  await expect.poll(badges).toEqual([1]);
  await app.evaluate(() => {
    Reflect.deleteProperty(window, 'away');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(badges).toEqual([1, null]);
});

test('the first run that used a tool offers to install, once; and asks to keep the data @long', async ({
  app,
}) => {
  const ask = () =>
    app.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt'), {
        prompt: async () => void Object.assign(window, { prompted: true }),
      });
      dispatchEvent(event);
    });
  await ask();
  await send(app, 'What time is it in Tokyo?');
  await runEnds(app);
  const offer = app.getByText('Install OneClaw to open it like an app');
  await expect(offer).toBeVisible();
  await app.getByRole('button', { name: 'Install', exact: true }).click();
  expect(await app.evaluate(() => 'prompted' in window)).toBe(true);
  await ask();
  await send(app, 'What time is it in Paris?');
  await runEnds(app);
  await expect(transcript(app)).toContainText('Paris');
  await expect(offer).toBeHidden();
  await app.evaluate(() => (location.hash = '#/settings'));
  await expect(app.getByText(/The browser (does not yet promise|keeps your chats)/)).toBeVisible();
});
