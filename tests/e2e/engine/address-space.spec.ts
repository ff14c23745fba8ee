/**
 * Tools reach only public hosts and allowed private ones, even if DNS or a redirect points to a private
 * address.
 */
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { startWebServer, type WebServer } from '#tests/fixtures/web/web-server.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.mjs';
import { expect, test } from '../app.ts';

let open: WebServer;
let inside: WebServer;
let context: BrowserContext;
let page: Page;

test.beforeEach(async ({ servers }) => {
  [open, inside] = [await startWebServer(), await startWebServer()];
  const executablePath = findBrowser();
  const { host } = new URL(open.url);
  const port = new URL(inside.url).port;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...browserArguments,
      `--host-resolver-rules=MAP open.example ${host}, MAP rebound.example 127.0.0.1:${port}`,
      // This server of the local machine is treated as one on the public internet.
      `--ip-address-space-overrides=${host}=public`,
    ],
  });
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(servers.test);
  await page.evaluate(() => window.oneclaw.ready);
});
test.afterEach(async () => {
  await context.browser()?.close();
  await Promise.all([open.close(), inside.close()]);
});

const request = (url: string, values: Record<string, string | Record<string, string>> = {}) =>
  page.evaluate(([url, values]) => window.oneclaw.tools.call('http_request', { url, ...values }), [
    url,
    values,
  ] as const);

test('a public host is reached, and its name that resolves to this machine is not', async () => {
  expect(await request('http://open.example/text')).toMatchObject({ status: 'success' });
  const plain = { method: 'POST', body: 'cmd=reboot', headers: { 'Content-Type': 'text/plain' } };
  for (const values of [{}, plain])
    expect(await request('http://rebound.example/text', values)).toMatchObject({
      status: 'error',
      error_type: 'network_error',
    });
  expect([...inside.hits.keys()]).toEqual([]);
});

test('a redirect to this machine is not followed, not even by the request that finds the cause of a failure', async () => {
  const target = encodeURIComponent(`${inside.url}/text`);
  expect(await request(`http://open.example/redirect?to=${target}`)).toMatchObject({ status: 'error' });
  expect(open.hits.get('/redirect')).toBeGreaterThan(0);
  expect([...inside.hits.keys()]).toEqual([]);
});

test('an allowed private host is reached, by its number and by its name @long', async () => {
  const { port } = new URL(inside.url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    await page.evaluate((host) => window.oneclaw.permissions.allowHost(host), host);
    expect(await request(`http://${host}/text`)).toMatchObject({ status: 'success' });
  }
});
