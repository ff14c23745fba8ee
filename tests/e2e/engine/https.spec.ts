/**
 * Address spaces when the app is served over https, from a public and from a loopback address. Where the browser's own
 * permission for the local network is granted, a request can be blocked only by the address space that the app declares
 * with it (`targetAddressSpace`).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { startHttps } from '#tests/fixtures/web/https-server.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.mjs';
import { serve } from '../../../scripts/serve.mjs';
import { expect, test } from '../app.ts';

const folder = fileURLToPath(new URL('../../../dist-test', import.meta.url));
const closers: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The received requests, each as `METHOD server`. */
type Hits = string[];

function answering(name: string, hits: Hits) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    hits.push(`${request.method} ${name}`);
    response.setHeader('access-control-allow-origin', '*');
    const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to');
    if (to) response.writeHead(302, { location: to }).end();
    else response.end(`from ${name}`);
  };
}

async function opened<T extends { close(): unknown }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  closers.push(started.close);
  return started;
}

type World = {
  page: Page;
  hits: Hits;
  inside: number;
  plain: number;
  /** Sets the browser's permission for the local network. */
  permit(setting: 'granted' | 'denied' | 'prompt'): Promise<void>;
};

async function openApp(space: 'public' | 'loopback'): Promise<World> {
  const hits: Hits = [];
  const files: Server = await serve(folder, 0);
  closers.push(() => files.close());
  const app = await opened(startHttps((request, response) => void files.emit('request', request, response)));
  const open = await opened(startHttps(answering('open', hits)));
  const inside = await opened(startHttps(answering('inside', hits)));
  const plain = await opened(listen(createServer(answering('plain', hits))));
  const local = await opened(startHttps(answering('local', hits)));
  const names = { app: app.port, open: open.port, rebound: inside.port };
  const rules = Object.entries(names).map(([name, port]) => `MAP ${name}.example 127.0.0.1:${port}`);
  const spaces = [`127.0.0.1:${open.port}=public`, `127.0.0.1:${local.port}=local`];
  if (space === 'public') spaces.push(`127.0.0.1:${app.port}=public`);
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...browserArguments,
      '--ignore-certificate-errors',
      `--host-resolver-rules=${rules.join(', ')}, MAP 192.168.7.7 127.0.0.1:${local.port}, MAP 10.7.7.7 127.0.0.1:${inside.port}`,
      `--ip-address-space-overrides=${spaces.join(',')}`,
    ],
  });
  closers.push(() => browser.close());
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const session = await browser.newBrowserCDPSession();
  const permit = async (setting: 'granted' | 'denied' | 'prompt') => {
    const origin = 'https://app.example';
    // The names differ between versions; the unknown ones are refused.
    const names = ['local-network-access', 'local-network', 'loopback-network'];
    const set = await Promise.allSettled(
      names.map((name) =>
        session.send('Browser.setPermission', { permission: { name }, setting, origin, ...inContext }),
      ),
    );
    if (set.every(({ status }) => status === 'rejected')) throw new Error('No permission was set.');
  };
  const page = await context.newPage();
  const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo');
  const inContext = targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {};
  await permit('granted');
  await page.goto('https://app.example/');
  await page.evaluate(() => window.oneclaw.ready);
  return { page, hits, inside: inside.port, plain: plain.port, permit };
}

const request = (page: Page, url: string, allow?: string) =>
  page.evaluate(
    async ([url, allow]) => {
      if (allow) await window.oneclaw.permissions.allowHost(allow);
      return window.oneclaw.tools.call('http_request', { url });
    },
    [url, allow] as const,
  );

for (const space of ['public', 'loopback'] as const) {
  test(`a page in the ${space} address space reaches only public servers and allowed private ones`, async () => {
    const { page, hits, inside, plain } = await openApp(space);
    const good = { status: 'success' };
    const bad = { status: 'error', error_type: 'network_error' };
    expect(await request(page, 'https://open.example/')).toMatchObject(good);
    hits.length = 0;
    expect(await request(page, 'https://rebound.example/')).toMatchObject(bad);
    expect(hits).toEqual([]);
    const target = encodeURIComponent(`https://127.0.0.1:${inside}/`);
    expect(await request(page, `https://open.example/?to=${target}`)).toMatchObject(bad);
    expect(hits.filter((hit) => !hit.endsWith('open'))).toEqual([]);
    hits.length = 0;
    // Declared as local and as loopback; a page over https may use plain http with loopback.
    expect(await request(page, 'https://192.168.7.7/', '192.168.7.7')).toMatchObject(good);
    expect(await request(page, `http://127.0.0.1:${plain}/`, `127.0.0.1:${plain}`)).toMatchObject(good);
    expect(hits).toEqual(['GET local', 'GET plain']);
    // An address of the local network that is in fact mapped to this machine.
    expect(await request(page, 'https://10.7.7.7/', '10.7.7.7')).toMatchObject(bad);
    // The browser allows plain http in the local network to a page, but not to a worker.
    const mixed = await request(page, 'http://192.168.7.7/');
    expect(mixed).toMatchObject({ ...bad, message: expect.stringContaining('loaded over https') });
    expect(hits).toHaveLength(2);
  });
}

test('access to the local network is asked for and explained, for models, tools and tool servers alike', async () => {
  const { page, hits, permit } = await openApp('public');
  const refused = 'The browser does not let this page reach 192.168.7.7';
  await permit('prompt');
  await page.goto('https://app.example/#/settings/provider/new');
  await page.getByRole('textbox', { name: 'Base URL' }).fill('https://192.168.7.7/v1');
  await expect(page.getByText('The browser asks once whether this page may reach 192.168.7.7')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow access' })).toBeVisible();
  await permit('denied');
  await expect(page.getByText(refused)).toBeVisible();

  await page.getByLabel('Model', { exact: true }).fill('some-model');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByRole('status').getByText(refused)).toBeVisible();
  expect(await request(page, 'https://192.168.7.7/', '192.168.7.7')).toMatchObject({
    status: 'error',
    message: expect.stringContaining('access was refused'),
  });
  const examined = await page.evaluate(() =>
    window.oneclaw.mcp.examine({ name: 'local', url: 'https://192.168.7.7/mcp', transport: 'auto' }),
  );
  expect(examined.findings).toContainEqual(expect.objectContaining({ problem: 'local_network' }));
  expect(hits).toEqual([]);

  await permit('granted');
  expect(await request(page, 'https://192.168.7.7/', '192.168.7.7')).toMatchObject({ status: 'success' });
});
