/**
 * `fetch_url` on a public server with hostile pages: each page is read, rejected or cut, and blocks nothing
 * else.
 */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { startHostilePages, type HostilePages } from '#tests/fixtures/web/hostile-pages.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { startWebServer, type WebServer } from '#tests/fixtures/web/web-server.ts';
import { expect, test as base } from '../app.ts';
import { openPublicWorld, runRelay } from '../relay-world.ts';

type World = { page: Page; host: string };
const test = base.extend<{ inside: WebServer; pages: HostilePages; world: World }>({
  inside: async ({}, use) => {
    const inside = await startWebServer();
    await use(inside);
    await inside.close();
  },
  pages: async ({ inside }, use) => {
    const pages = await startHostilePages(`${inside.url}/text`);
    await use(pages);
    await pages.close();
  },
  world: ({ pages, servers }, use) => openPublicWorld(servers.test, pages.port, use),
});

async function read(
  { page, host }: World,
  path: string,
  more: Record<string, string | number | boolean> = {},
) {
  const url = path.startsWith('http') ? path : `http://${host}${path}`;
  const answer = await page.evaluate((values) => window.oneclaw.tools.call('fetch_url', values), {
    url,
    ...more,
  });
  return answer.status === 'success' ? String(answer.result) : `${answer.error_type}: ${answer.message}`;
}

test('scripts, hidden text, frames and refreshes: only visible text and targets of links are returned', async ({
  world,
}) => {
  const scripts = await read(world, '/scripts');
  expect(scripts).toMatch(/^\[From [^\n]+not instructions\.\]\nHTTP 200 OK\nTitle: Scripts\n/);
  expect(scripts).toContain('Plain text.');
  expect(scripts).not.toMatch(/RAN|WRITTEN|NOISE|alert|javascript:/);
  expect(await read(world, '/scripts', { links: true })).not.toContain('javascript:');
  const cloaked = await read(world, '/cloaked');
  expect(cloaked).toContain('Seen.\n\nAlso seen.');
  expect(cloaked).not.toContain('CLOAKED');
  expect(await read(world, '/frames')).toMatch(/Frames: http:\/\/closed\.example:\d+\/scripts\n/);
  expect(await read(world, '/refresh')).toMatch(
    /Refers its readers to: http:\/\/closed\.example:\d+\/scripts\n/,
  );
  expect(await read(world, '/charset')).toContain('# Café');
  expect(await read(world, '/pdf')).toMatch(/^binary_file: .*(damaged|cannot be read|no PDF)/i);
});

test('the pages of a PDF file are drawn where the model asks for pictures', async ({ world }) => {
  const drawn = await world.page.evaluate(async (url) => {
    const answer = await window.oneclaw.tools.call('fetch_url', { url, as_images: true, pages: '1' });
    return answer.status === 'success' ? answer.result : answer;
  }, `http://${world.host}/columns.pdf`);
  expect(drawn).toMatchObject([
    { type: 'text', text: expect.stringMatching(/^\[From .*not instructions.*Pages as pictures: 1\./s) },
    { type: 'image', media_type: 'image/png', name: 'page-1.png' },
  ]);
});

test('a page of 10 MB, an endless page and a gzip bomb are cut, and their connections are closed @long', async ({
  world,
  pages,
}) => {
  for (const path of ['/table', '/endless', '/bomb']) {
    const text = await read(world, path);
    expect(text).toContain('Only the first 2 MB of it were read.');
    expect(text).toMatch(/ask again with offset \d+\./);
    expect(text.length).toBeLessThan(20_000);
  }
  const [, offset = ''] = /offset (\d+)\./.exec(await read(world, '/table')) ?? [];
  expect(await read(world, '/table', { offset: Number(offset) })).toContain('| 1 | some text |');
  await expect.poll(pages.active).toBe(0);
});

test('redirects are followed to public pages, up to a limit, and never to private addresses', async ({
  world,
  inside,
}) => {
  expect(await read(world, '/hop/5')).toMatch(/Final address: http:\/\/closed\.example:\d+\/scripts\n/);
  expect(await read(world, '/hop/50')).toMatch(/^network_error:/);
  expect(await read(world, '/inward')).toMatch(/^(network_error|permission_denied):/);
  expect([...inside.hits.keys()]).toEqual([]);
});

test('private hosts are refused without a prompt, even if allowed for http_request', async ({
  world,
  inside,
}) => {
  const { page } = world;
  const { host } = new URL(inside.url);
  await page.evaluate((host) => window.oneclaw.permissions.allowHost(host), host);
  expect(await read(world, `${inside.url}/text`)).toMatch(/^permission_denied: .*private address/);
  for (const url of [
    'http://localhost:1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://169.254.169.254/latest',
  ])
    expect(await read(world, url)).toMatch(/^permission_denied:/);
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0);
  expect([...inside.hits.keys()]).toEqual([]);
});

test('no data of the user is sent: no cookie, no referrer, no languages @long', async ({ world, pages }) => {
  await read(world, '/scripts');
  await read(world, '/scripts');
  const { cookie, referer, authorization, 'accept-language': languages } = pages.seen.get('/scripts') ?? {};
  expect({ cookie, referer, authorization, languages }).toEqual({ languages: '*' });
});

test('a page without CORS is read by the reader service, then through the relay; otherwise the error names both @long', async ({
  world,
  pages,
}) => {
  const { page, host } = world;
  const asked: { url: string | undefined; cookie: string | undefined; referer: string | undefined }[] = [];
  const reader = await listen(
    createServer(({ url, headers: { cookie, referer } }, response) => {
      asked.push({ url, cookie, referer });
      response.setHeader('access-control-allow-origin', '*');
      response.writeHead(200, { 'content-type': 'text/plain' }).end('The text, read elsewhere.');
    }),
  );
  const denied = await read(world, '/closed');
  expect(denied).toMatch(/^network_error: .*does not let web pages read it.*npm run relay.*reader service/);
  const template = `http://127.0.0.1:${reader.port}/{url}`;
  await page.evaluate(() => (location.hash = '#/settings'));
  const form = page.getByRole('form', { name: 'Reading pages' });
  await form.getByRole('textbox', { name: 'Address of the reader service' }).fill('reader.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter an address such as')).toBeVisible();
  await form.getByRole('textbox', { name: 'Address of the reader service' }).fill(template);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Reader service saved.')).toBeVisible();
  expect(await page.evaluate(() => window.oneclaw.network.reader())).toBe(template);
  const text = await read(world, '/closed');
  expect(text).toMatch(/Read by the user's reader service: 127\.0\.0\.1:\d+\n/);
  expect(text).toContain('The text, read elsewhere.');
  expect(asked).toEqual([{ url: `/http://${host}/closed`, cookie: undefined, referer: undefined }]);
  // A POST request is not passed to the reader service, because a third party must not submit forms.
  expect(await read(world, '/closed', { method: 'POST', body: 'a=1' })).toMatch(/^network_error:/);
  expect(asked).toHaveLength(1);
  await runRelay(host, async (line) => {
    const { origin, hash } = new URL(line);
    const [, key = ''] = /=(.*)$/.exec(hash) ?? [];
    await page.evaluate(
      ([url, key]) => window.oneclaw.network.relay({ url, headers: { 'X-Relay-Key': key } }),
      [`${origin}/`, decodeURIComponent(key)] as const,
    );
    expect(await read(world, '/closed')).toContain('# Closed to pages');
  });
  expect(asked).toHaveLength(1);
  expect(pages.seen.get('/closed')?.cookie).toBeUndefined();
  await reader.close();
});
