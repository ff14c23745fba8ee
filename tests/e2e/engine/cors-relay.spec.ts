/**
 * A server without CORS is read by `http_request` through the real relay, which is set on the Settings
 * screen.
 */
import type { Page } from '@playwright/test';
import { startWebServer, type WebServer } from '#tests/fixtures/web/web-server.ts';
import { expect, test as base } from '../app.ts';
import { openPublicWorld, runRelay } from '../relay-world.ts';

const test = base.extend<{ web: WebServer; world: { page: Page; host: string }; relayLine: string }>({
  web: async ({}, use) => {
    const web = await startWebServer();
    await use(web);
    await web.close();
  },
  world: ({ web, servers }, use) => openPublicWorld(servers.test, web.port, use),
  relayLine: ({ world }, use) => runRelay(world.host, use),
});

const call = (page: Page, values: Record<string, string>) =>
  page.evaluate((values) => window.oneclaw.tools.call('http_request', values), values);

test('a server without CORS is read through the relay after the user has set one @long', async ({
  world: { page, host },
  web,
  relayLine,
}) => {
  const url = `http://${host}/no-cors/text`;
  expect(await call(page, { url })).toMatchObject({
    status: 'error',
    error_type: 'network_error',
    message: expect.stringContaining(`npm run relay -- --allow ${host}`),
  });

  await page.evaluate(() => (location.hash = '#/settings'));
  const form = page.getByRole('form', { name: 'Relay' });
  await form.getByRole('textbox', { name: 'Relay address' }).fill(relayLine);
  const address = new URL(relayLine);
  await expect(form.getByRole('textbox', { name: 'Relay address' })).toHaveValue(`${address.origin}/`);
  await expect(form.getByRole('textbox', { name: 'Header name for the key' })).toHaveValue('X-Relay-Key');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Relay saved.')).toBeVisible();
  await expect(form.getByText('A key is stored.')).toBeVisible();
  expect(await page.content()).not.toContain('canary');
  expect(await page.evaluate(() => window.oneclaw.network.relay())).toEqual({
    url: `${address.origin}/`,
    headers: ['X-Relay-Key'],
  });

  const answer = await call(page, { url });
  expect(answer).toMatchObject({
    status: 'success',
    result: expect.stringContaining('Hello from the test server.'),
  });
  expect(answer).toMatchObject({ result: expect.stringContaining(`the user's relay: ${address.host}`) });

  // After a reload the key comes from the vault. The second POST reaches the server once, through the relay
  // only.
  await page.reload();
  const post = { url: `http://${host}/no-cors/echo`, method: 'POST', body: 'pay' };
  const sent = () =>
    page.evaluate(
      (values) =>
        window.oneclaw.tools.call('http_request', { ...values, headers: { 'Content-Type': 'text/plain' } }),
      post,
    );
  expect(await sent()).toMatchObject({
    message: expect.stringContaining('may have carried out the request'),
  });
  const before = web.hits.get('/no-cors/echo');
  const again = await sent();
  expect(again).toMatchObject({ status: 'success', result: expect.stringContaining('"body":"pay"') });
  expect(again).toMatchObject({ result: expect.not.stringContaining('canary') });
  expect(web.hits.get('/no-cors/echo')).toBe((before ?? 0) + 1);

  await page.evaluate(() => (location.hash = '#/settings'));
  await form.getByRole('button', { name: 'Remove the relay' }).click();
  await expect(form.getByRole('textbox', { name: 'Relay address' })).toHaveValue('');
  expect(await call(page, { url })).toMatchObject({ message: expect.stringContaining('A relay would help') });
});

test('refusals of the relay are shown with its message, and a wrong address is not saved @long', async ({
  world: { page, host },
  relayLine,
}) => {
  await page.evaluate(() => (location.hash = '#/settings'));
  const form = page.getByRole('form', { name: 'Relay' });
  await form.getByRole('textbox', { name: 'Relay address' }).fill('relay.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter an address that begins with https://')).toBeVisible();
  await form.getByRole('textbox', { name: 'Relay address' }).fill(relayLine);
  await form.getByLabel('Relay key').fill('wrong');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Relay saved.')).toBeVisible();
  expect(await call(page, { url: `http://${host}/no-cors/text` })).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/refused the request.*enter its key in Settings/s),
  });
});

test('a server on this computer that refuses pages is read through a relay on it', async ({ app, web }) => {
  const { host } = new URL(web.url);
  const url = `${web.url}/no-cors/text`;
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), host);
  expect(await call(app, { url })).toMatchObject({
    message: expect.stringContaining(`npm run relay -- --private ${host}`),
  });
  await runRelay(host, async (line) => {
    const headers = { 'X-Relay-Key': 'canary-relay-key' };
    await app.evaluate((relay) => window.oneclaw.network.relay(relay), {
      url: new URL(line).origin,
      headers,
    });
    expect(await call(app, { url })).toMatchObject({
      status: 'success',
      result: expect.stringContaining('Hello from the test server.'),
    });
  });
});
