/**
 * `http_request` against a real web server: permission for private hosts, limits, redirects, and distinct
 * errors.
 */
import { BOUNDARY_BYTE, startWebServer, type WebServer } from '#tests/fixtures/web/web-server.ts';
import { callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

let web: WebServer;
test.beforeEach(async () => {
  web = await startWebServer();
});
test.afterEach(() => web.close());

test('the user is asked once about a private host, in the chat, and the answer is stored', async ({
  app,
}) => {
  await send(app, `Fetch ${web.url}/text`);
  await expect(app.getByText(new URL(web.url).host).last()).toBeVisible();
  expect(web.hits.get('/text')).toBeUndefined();
  await app.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  await send(app, `Fetch ${web.url}/status/404`);
  await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText('404');
  expect(await app.evaluate(() => window.oneclaw.permissions.list())).toMatchObject({
    hosts: [new URL(web.url).host],
  });
});

test('the question shows the headers without secrets, and an answer can hold for this call only', async ({
  app,
}) => {
  const call = () =>
    app.evaluate(
      (url) =>
        window.oneclaw.tools.call('http_request', {
          url: `${url}/echo`,
          headers: { Authorization: 'Bearer canary-token-1', 'X-Test': 'yes' },
        }),
      web.url,
    );
  const sheet = app.getByRole('alertdialog');
  const first = call();
  await expect(sheet).toContainText('Authorization: Bearer ••••••');
  await expect(sheet).toContainText('X-Test: yes');
  await expect(sheet).not.toContainText('canary');
  await sheet.getByRole('button', { name: 'Only this time' }).click();
  expect(await first).toMatchObject({ status: 'success', result: expect.stringContaining('"x-test"') });
  expect(await app.evaluate(() => window.oneclaw.permissions.list())).toMatchObject({ hosts: [] });
  const second = call();
  await sheet.getByRole('button', { name: 'Not now' }).click();
  expect(await second).toMatchObject({ status: 'error', error_type: 'permission_denied' });
  expect(web.hits.get('/echo')).toBe(1);
});

test('a refused host is never contacted, and the model is told the reason', async ({ app }) => {
  await send(app, `Fetch ${web.url}/text`);
  await app.getByRole('button', { name: 'Not now' }).click();
  await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'error');
  expect([...web.hits.keys()]).toEqual([]);
});

test('a body is cut at 100 KB on a character boundary, however long it is', async ({ app }) => {
  const { big, whole, utf8, utf8Whole, echo } = await app.evaluate(async (url) => {
    await window.oneclaw.permissions.allowHost(new URL(url).host);
    const call = (path: string, more = {}) =>
      window.oneclaw.tools.call('http_request', { url: `${url}${path}`, ...more });
    /** The whole result, read from the file that a cut result names. */
    const bodyOf = async (path: string) => {
      const answer = await call(path);
      const [, file = ''] =
        /'(\.results\/[^']+)'/.exec(String(answer.status === 'success' && answer.result)) ?? [];
      return window.oneclaw.files.read(file);
    };
    return {
      big: await call('/big'),
      // The full text from which the result was cut is stored, so that the model can page through it.
      whole: await bodyOf('/big'),
      utf8Whole: await bodyOf('/utf8-boundary'),
      utf8: await call('/utf8-boundary'),
      echo: await call('/echo', { method: 'POST', body: '{"a":1}', headers: { 'X-Test': 'yes' } }),
    };
  }, web.url);
  expect(big).toMatchObject({ status: 'success' });
  expect(big.status === 'success' && big.result).toContain('characters cut here');
  const note = '\n\n(Response truncated. Showing the first 100 KB.)';
  const [, body = ''] = /\n\n(.*)$/s.exec(whole) ?? [];
  expect(body.endsWith(note)).toBe(true);
  expect(body.slice(0, -note.length)).toHaveLength(100 * 1024);
  expect(utf8.status === 'success' && utf8.result).not.toContain('\ufffd');
  // The character that crosses the limit is dropped as a whole; everything before it is kept.
  expect(utf8Whole.endsWith(`${'a'.repeat(1_000)}${note}`)).toBe(true);
  expect(/a{1000,}/.exec(utf8Whole)?.[0]).toHaveLength(BOUNDARY_BYTE);
  expect(echo.status === 'success' && echo.result).toContain('"x-test"');
  expect(echo.status === 'success' && echo.result).toMatch(/POST/);
});

test('every method reaches the server, and every status is a result, not an error', async ({ app }) => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'];
  const statuses = [200, 204, 400, 401, 404, 418, 429, 500, 503];
  const answers = await app.evaluate(
    async ([url, methods, statuses]) => {
      await window.oneclaw.permissions.allowHost(new URL(url).host);
      const call = async (path: string, method: string) => {
        const result = await window.oneclaw.tools.call('http_request', { url: `${url}${path}`, method });
        return result.status === 'success' ? result.result : result.message;
      };
      return {
        methods: await Promise.all(methods.map((method) => call('/echo', method))),
        statuses: await Promise.all(statuses.map((status) => call(`/status/${status}`, 'GET'))),
      };
    },
    [web.url, methods, statuses] as const,
  );
  for (const [index, method] of methods.entries()) {
    expect(answers.methods[index]).toContain('HTTP 200');
    if (method !== 'HEAD') expect(answers.methods[index]).toContain(`"method":"${method}"`);
  }
  for (const [index, status] of statuses.entries())
    expect(answers.statuses[index]).toMatch(new RegExp(`^\\[From [^\\n]+\\]\\nHTTP ${status}\\b`));
});

test('a page is made readable on request, in its own character set and at any depth', async ({ app }) => {
  const call = (path: string, readable: boolean) =>
    app.evaluate(
      async ([url, values]) => {
        await window.oneclaw.permissions.allowHost(new URL(url).host);
        const result = await window.oneclaw.tools.call('http_request', values);
        return result.status === 'success' ? result.result : result.message;
      },
      [web.url, { url: `${web.url}${path}`, readable }] as const,
    );
  expect(await call('/page', false)).toContain('<script>');
  const page = await call('/page', true);
  expect(page).toContain('\n# Growing tomatoes\n');
  expect(page).toContain(`[basil](${web.url}/basil.html?x=1&y=2)`);
  expect(page).toContain('| March | Sow');
  expect(page).not.toContain('NOISE');
  expect(await call('/latin1-page', true)).toContain('# Café');
  expect(await call('/deep-page', true)).toContain('the bottom');
  expect(await call('/text', true)).toContain('Hello from the test server.');
});

test('a picture is shown to the user and the model, one over 5 MB is only named', async ({ app }) => {
  const [small, large] = await app.evaluate(async (url) => {
    await window.oneclaw.permissions.allowHost(new URL(url).host);
    const call = (bytes: number) =>
      window.oneclaw.tools.call('http_request', { url: `${url}/picture?bytes=${bytes}` });
    return [await call(300_000), await call(6_000_000)];
  }, web.url);
  expect(small).toMatchObject({
    status: 'success',
    result: [
      { type: 'text', text: expect.stringContaining('HTTP 200') },
      { type: 'image', media_type: 'image/png', bytes: 300_000 },
    ],
  });
  expect(large.status === 'success' && large.result).toContain('(image/png, larger than 5 MB, not shown)');
});

test('a redirect from a private host has its own error, distinct from a missing server or CORS', async ({
  app,
}) => {
  const messages = await app.evaluate(async (url) => {
    await window.oneclaw.permissions.allowHost(new URL(url).host);
    await window.oneclaw.permissions.allowHost('127.0.0.1:1');
    const call = async (target: string) => {
      const result = await window.oneclaw.tools.call('http_request', { url: target });
      return result.status === 'error' ? `${result.error_type}: ${result.message}` : result.result;
    };
    return [
      await call(`${url}/no-cors/text`),
      await call('http://127.0.0.1:1/'),
      await call(`${url}/redirect?to=/text`),
    ];
  }, web.url);
  expect(messages[0]).toMatch(/^network_error: .*cannot be reached, or it .*CORS/);
  expect(messages[1]).toMatch(/^network_error: .*cannot be reached, or it .*CORS/);
  expect(messages[2]).toMatch(/^network_error: .*redirect/);
});

test('a request that times out is closed, not left open', async ({ app }) => {
  const closed = await app.evaluate(async (url) => {
    await window.oneclaw.permissions.allowHost(new URL(url).host);
    const agent = await window.oneclaw.agents.save({
      name: 'Hasty',
      systemPrompt: '',
      tools: ['*'],
      timeouts: { http_request: 1 },
    });
    return window.oneclaw.tools.call('http_request', { url: `${url}/slow` }, { agent });
  }, web.url);
  expect(closed).toMatchObject({ status: 'error', error_type: 'timeout' });
  await expect.poll(() => web.active()).toBe(0);
});
