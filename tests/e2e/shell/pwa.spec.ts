/** Installable, offline, and a new version that is offered, never forced and never during a run. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium, devices, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../../../scripts/browser.mjs';
import { serve } from '../../../scripts/serve.mjs';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

test.use({ build: 'production', serviceWorkers: 'allow' });

test(
  'with the network off it opens, shows old sessions, and the guide and the file tools work',
  { tag: '@core' },
  async ({ app, context }) => {
    await send(app, 'Write hello to a.txt and then read it back');
    await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
    await runEnds(app);
    await app.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await app.reload();
    await expect(transcript(app)).toContainText('hello');
    await send(app, 'Read a.txt');
    await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
    await runEnds(app);
    await app.evaluate(() => (location.hash = '#/settings'));
    await expect(app.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await context.setOffline(false);
  },
);

test('the app opens although the server no longer exists @long', async ({ browser }) => {
  const server = await serve(fileURLToPath(new URL('../../../dist', import.meta.url)), 0);
  const { port } = server.address() as AddressInfo;
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://localhost:${port}/`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await page.reload();
  await send(page, 'What time is it in Tokyo?');
  await expect(callCard(page, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await page.context().close();
});

test('the precache contains the shell, the workers and the editor, but not rarely used code @long', async ({
  app,
}) => {
  const kept = await app.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const name = (await caches.keys()).find((each) => each.includes('precache')) ?? '';
    const cache = await caches.open(name);
    const responses = (await cache.keys()).map(async (request) => ({
      path: new URL(request.url).pathname,
      text: await (await cache.match(request))?.text(),
    }));
    return Promise.all(responses);
  });
  const paths = kept.map(({ path }) => path);
  const holds = (text: string) => kept.some((file) => file.path.endsWith('.js') && file.text?.includes(text));
  for (const path of ['/index.html', '/oauth.html', '/manifest.webmanifest']) expect(paths).toContain(path);
  for (const entry of await entriesOf(app)) expect(paths).toContain(entry);
  expect(paths.filter((path) => /^\/(tool-host|gguf)\/[\w-]+\.js$/.test(path))).toHaveLength(2);
  expect(paths.filter((path) => /^\/assets\/engine-[\w-]{8}\.js$/.test(path))).toHaveLength(1);
  // Each string occurs only in the code of one library: CodeMirror, Temml, the MCP client.
  expect(holds('cm-activeLine')).toBe(true);
  expect(holds('\\bigotimes')).toBe(false);
  expect(holds('notifications/roots/list_changed')).toBe(false);
  expect(paths.filter((path) => /\.wasm$|on-demand|screenshots|headers\.txt/.test(path))).toEqual([]);
});

/** The addresses of the scripts and styles that index.html refers to. */
function entriesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet], link[rel=modulepreload]'),
    ].map(
      (element) =>
        new URL(element.getAttribute('src') ?? element.getAttribute('href') ?? '', location.href).pathname,
    ),
  );
}

test('the browser reports the app as installable @long', async ({ appUrl }) => {
  const folder = mkdtempSync(join(tmpdir(), 'oneclaw-'));
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(folder, {
    ...devices['Pixel 7'],
    ...(executablePath ? { executablePath } : {}),
    args: browserArguments,
  });
  const page = await context.newPage();
  await page.goto(appUrl);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const manifest = JSON.parse((await session.send('Page.getAppManifest')).data ?? '{}') as {
    icons: { src: string; sizes: string; purpose?: string }[];
    screenshots: { src: string; sizes: string; form_factor: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  expect(manifest.screenshots.map((shot) => shot.form_factor).sort()).toEqual(['narrow', 'wide']);
  expect(manifest.shortcuts.length).toBeGreaterThan(0);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
  await context.close();
  rmSync(folder, { recursive: true });
});

test('another tab is never reloaded by an update, and a dismissed offer stays in Settings @long', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'oneclaw-'));
  cpSync(fileURLToPath(new URL('../../../dist', import.meta.url)), folder, { recursive: true });
  const server = await serve(folder, 0);
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const [page, other] = [await context.newPage(), await context.newPage()];
  await page.goto(`http://localhost:${port}/`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await other.goto(`http://localhost:${port}/#/settings/provider/new`);
  await other.getByLabel('API key').fill('sk-half-typed');

  const worker = join(folder, 'service-worker.js');
  writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// the next version`);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await page.evaluate(() => (location.hash = '#/settings'));
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;

  await expect(other.getByText('A new version is running in another tab.')).toBeVisible({ timeout: 15_000 });
  await expect(other.getByLabel('API key')).toHaveValue('sk-half-typed');
  await context.close();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Leaves requests for this path unanswered. Resolves when the first one has arrived. */
function holdRequests(server: Server, path: string): Promise<void> {
  const [answer] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  return new Promise((resolve) => {
    server.on('request', (request, response) => {
      if (request.url === path) resolve();
      else answer?.(request, response);
    });
  });
}

test('a new version is offered after the run, and taken only when the user says so @long', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'oneclaw-'));
  cpSync(fileURLToPath(new URL('../../../dist', import.meta.url)), folder, { recursive: true });
  const server = await serve(folder, 0);
  const { port } = server.address() as AddressInfo;
  const chat = await startChatServer();
  const page = await (await browser.newContext({ serviceWorkers: 'allow' })).newPage();
  await page.goto(`http://localhost:${port}/`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.evaluate(() => window.oneclaw.ready);
  await addServer(page, chat.url);
  const gate = chat.hold();
  chat.enqueue({ text: 'a long answer', gate });
  await send(page, 'Hello');
  await gate.reached;

  const worker = join(folder, 'service-worker.js');
  writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// the next version`);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const offer = page.getByRole('button', { name: 'Reload now' });
  await expect(offer).toBeHidden();
  gate.release();
  await runEnds(page);
  await expect(offer).toBeVisible({ timeout: 15_000 });
  // A request that is still pending keeps the old service worker active.
  const held = holdRequests(server, '/assets/held.js');
  await page.evaluate(() => void fetch('assets/held.js').catch(() => undefined));
  await held;
  const reloaded = page.waitForEvent('load');
  await offer.click();
  await reloaded;
  await expect(transcript(page)).toContainText('a long answer');
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting))
    .toBeNull();

  await page.context().close();
  await chat.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
