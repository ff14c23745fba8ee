/** A failure is confined to one message, view or chat, and the page says what to do. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '#scripts/serve.mjs';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../../chat.ts';
import { expect, test, watchProblems } from '../../app.ts';

test('an answer nested four hundred levels deep is shown, and the chat opens again @long', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ text: `${'> '.repeat(400)}x` }, { text: 'And **on** we go.' });
  await send(app, 'Quote');
  await runEnds(app);
  await expect(transcript(app).locator('blockquote').first()).toBeAttached();
  await send(app, 'Go on');
  await expect(transcript(app).locator('strong')).toHaveText('on');
  await app.reload();
  await expect(transcript(app).locator('strong')).toHaveText('on');
  await server.close();
});

test('a message that cannot be rendered is shown as text, and the others normally', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ text: 'A [link](https://example.com/) that breaks' }, { text: 'And **on** we go.' });
  await app.evaluate(() => {
    URL.canParse = () => {
      throw new Error('broken on purpose');
    };
  });
  await send(app, 'Hello');
  await runEnds(app);
  await expect(transcript(app)).toContainText('A [link](https://example.com/) that breaks');
  await send(app, 'Go on');
  await expect(transcript(app).locator('strong')).toHaveText('on');
  await server.close();
});

test('a view that cannot be rendered says so, and the others still open', async ({ app }) => {
  await app.evaluate(() => {
    Intl.NumberFormat = function () {
      throw new Error('broken on purpose');
    } as never;
    location.hash = '#/settings';
  });
  await expect(app.getByText('This view could not be shown.')).toBeVisible();
  await openMenu(app);
  await app.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(app.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await app.evaluate(() => (location.hash = '#/settings'));
  await app.getByRole('button', { name: 'Reload' }).click();
  await expect(app.getByRole('heading', { name: 'About' })).toBeVisible();
});

test('without storage the app says that it cannot work, covers nothing, and accepts no messages', async ({
  page,
  appUrl,
}) => {
  const problems = watchProblems(page);
  await page.route('**/*engine*.js', async (route) => {
    const response = await route.fetch();
    const refuse = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };\n";
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
  await page.goto(appUrl);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('OneClaw needs storage');
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /What time is it/ })).toHaveCount(0);
  const [end, begin] = await Promise.all([
    notice.evaluate((element) => element.getBoundingClientRect().bottom),
    transcript(page).evaluate((element) => element.getBoundingClientRect().top),
  ]);
  expect(end).toBeLessThanOrEqual(begin);
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('an engine that fails to start three times in a row is reported', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'oneclaw-'));
  cpSync(fileURLToPath(new URL('../../../../dist', import.meta.url)), folder, { recursive: true });
  for (const name of readdirSync(join(folder, 'assets')))
    if (/^engine-.*\.js$/.test(name)) rmSync(join(folder, 'assets', name));
  const server = await serve(folder, 0);
  try {
    let asked = 0;
    page.on('response', (response) => {
      if (/engine-.*\.js$/.test(response.url()) && response.status() === 404) asked++;
    });
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('could not start its engine', { timeout: 15_000 });
    await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeDisabled();
    expect(asked).toBe(3);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

test('only the last error offers to try again', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ status: 401, body: { error: { message: 'no' } } }, { text: 'Fine now.' });
  await send(app, 'First');
  const again = transcript(app).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await send(app, 'Second');
  await expect(transcript(app)).toContainText('Fine now.');
  await expect(again).toHaveCount(0);
  await server.close();
});

test('a run that fails before its first step says so in the chat, also after a reload', async ({ app }) => {
  const server = await startChatServer();
  const id = await addServer(app, server.url, { apiKey: 'k' });
  await app.evaluate(async (provider) => {
    const open = indexedDB.open('oneclaw');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const store = open.result.transaction('secrets', 'readwrite').objectStore('secrets');
    const write = store.put({ provider, iv: 'broken', data: 'broken' });
    await new Promise((resolve) => (write.onsuccess = resolve));
    open.result.close();
  }, id);
  await send(app, 'Hello?');
  const notice = transcript(app).getByRole('group', { name: 'Error' });
  await expect(notice).toBeVisible();
  await runEnds(app);
  await app.reload();
  await expect(transcript(app)).toContainText('Hello?');
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible();
  await server.close();
});

test('text that was not accepted stays in the field, with the reason in the chat', async ({ app }) => {
  await app.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry('journal', { recursive: true });
  });
  await send(app, 'Hello?');
  await expect(transcript(app).getByRole('group', { name: 'Error' })).toBeVisible();
  await expect(app.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello?');
  await runEnds(app);
});

test('an answer that was too long can be continued', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ text: 'Once upon', finish: 'length' }, { text: 'a time.' });
  await send(app, 'Tell me');
  await transcript(app).getByRole('button', { name: 'Continue' }).click();
  await expect(transcript(app)).toContainText('a time.');
  expect(server.requests.at(-1)?.body.messages?.at(-1)?.content).toBe('Continue');
  await server.close();
});

test('a call that never started shows no duration, and tokens keep to the end of the line', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'w', name: 'no_such_tool', arguments: {} }] }, { text: ' ' });
  await send(app, 'Do it');
  await runEnds(app);
  await expect(callCard(app, 'no_such_tool')).toHaveAttribute('data-status', 'error');
  await expect(callCard(app, 'no_such_tool')).not.toContainText(/\d m?s\b/);
  const tokens = transcript(app).getByText(/tokens$/);
  const [hint, card] = await Promise.all([tokens.boundingBox(), callCard(app, 'no_such_tool').boundingBox()]);
  expect(hint && card && Math.abs(hint.x + hint.width - card.x - card.width)).toBeLessThan(4);
  await server.close();
});

test('a deletion can be undone although a second tab was opened @long', async ({ app, appUrl, context }) => {
  await send(app, 'What time is it in Tokyo?');
  await runEnds(app);
  await openMenu(app);
  await app.getByRole('button', { name: /^Options for What time/ }).click();
  await app.getByRole('button', { name: 'Delete', exact: true }).click();
  const other = await context.newPage();
  await other.goto(appUrl);
  await other.evaluate(() => window.oneclaw.ready);
  await app.getByRole('button', { name: 'Undo' }).click();
  await openMenu(app);
  await expect(app.getByRole('link', { name: 'What time is it in Tokyo?' })).toBeVisible();
  await openMenu(other);
  await expect(other.getByRole('link', { name: 'What time is it in Tokyo?' })).toBeVisible();
  expect(await other.evaluate(async () => (await window.oneclaw.sessions.list()).length)).toBe(1);
});
