/**
 * The Activity screen: calls can be found, add up and can be exported; alterations of the log are detected.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send } from '../chat.ts';
import { expect, test } from '../app.ts';

const script = fileURLToPath(new URL('../../../scripts/check-log.mjs', import.meta.url));

async function openActivity(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
}

const entries = (page: Page, tool: string) => page.getByRole('listitem', { name: tool, exact: true });
const showFigures = (page: Page) => page.getByText('Figures', { exact: true }).click();
const callTool = (page: Page, name: string, parameters = {}) =>
  page.evaluate(({ name, parameters }) => window.oneclaw.tools.call(name, parameters), { name, parameters });

/** Output of `scripts/check-log.mjs`, and whether it exited with 0. */
function checkOffline(file: string, head = ''): { ok: boolean; says: string } {
  try {
    return { ok: true, says: execFileSync(process.execPath, [script, file, head], { encoding: 'utf8' }) };
  } catch (error) {
    return { ok: false, says: String((error as { stdout: unknown }).stdout) };
  }
}

test('calls of a chat and of the console are listed, newest first, with their subject @long', async ({
  app,
}) => {
  await openActivity(app);
  await expect(app.getByText('No tool calls yet')).toBeVisible();
  await app.getByRole('button', { name: 'What time is it in Tokyo?' }).click();
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  await callTool(app, 'write_file', { path: 'notes/a.txt', content: 'hello' });
  await openActivity(app);
  const items = app.getByRole('listitem').filter({ has: app.locator('button[aria-expanded]') });
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('notes/a.txt');
  await expect(items.first()).toContainText('Console');
  await expect(items.last()).toContainText('Everyday · What time is it in Tokyo?');
  await items.last().getByRole('button').click();
  await expect(items.last()).toContainText('"timezone": "Asia/Tokyo"');
  await items.last().getByRole('link', { name: 'Open chat: What time is it in Tokyo?' }).click();
  await expect(callCard(app, 'get_current_time')).toBeVisible();
  await app.goBack();
  await app.reload();
  await expect(items).toHaveCount(2);
});

test('the list shows new calls at once, and loads older ones on demand @long', async ({ app }) => {
  await app.evaluate(async () => {
    for (let count = 0; count < 60; count++) await window.oneclaw.tools.call('get_current_time', {});
  });
  await openActivity(app);
  await expect(entries(app, 'get_current_time')).toHaveCount(50);
  await callTool(app, 'list_directory', { path: '.' });
  await expect(entries(app, 'list_directory')).toHaveCount(1);
  await expect(entries(app, 'get_current_time')).toHaveCount(50);
  await app.getByRole('button', { name: 'Load more' }).click();
  await expect(entries(app, 'get_current_time')).toHaveCount(60);
  await expect(app.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('a failed call is found by filter and by search, its secrets are not', async ({ app }) => {
  await callTool(app, 'get_current_time');
  await callTool(app, 'read_file', { path: 'packing.txt' });
  await app.evaluate(() => window.oneclaw.permissions.allowHost('localhost:9'));
  await callTool(app, 'http_request', {
    url: 'http://localhost:9/?api_key=canary-secret',
    headers: { Authorization: 'Bearer canary-secret' },
  });
  await openActivity(app);
  await expect(entries(app, 'get_current_time')).toHaveCount(1);
  await app.getByRole('button', { name: 'Errors', exact: true }).click();
  await expect(entries(app, 'get_current_time')).toHaveCount(0);
  await expect(entries(app, 'read_file')).toHaveCount(1);
  await app.getByRole('searchbox', { name: 'Search calls' }).fill('localhost');
  await expect(entries(app, 'read_file')).toHaveCount(0);
  const item = entries(app, 'http_request');
  await item.getByRole('button').click();
  await expect(item).toContainText('network_error');
  await expect(item).toContainText('"Authorization": "•••"');
  await app.getByRole('searchbox', { name: 'Search calls' }).fill('nothing like this');
  await app.getByRole('button', { name: 'Show all' }).click();
  await expect(entries(app, 'get_current_time')).toHaveCount(1);
  await app.getByRole('button', { name: 'Read file', exact: true }).click();
  await expect(entries(app, 'get_current_time')).toHaveCount(0);
  await expect(entries(app, 'read_file')).toHaveCount(1);
  expect(await app.evaluate(() => window.oneclaw.activity.export())).not.toContain('canary');
});

test('the figures show calls, success rates, and the time that parallel calls saved @long', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    calls: [1, 2, 3].map((id) => ({ id: `w${id}`, name: 'test_wait', arguments: { milliseconds: 1_200 } })),
  });
  server.enqueue({ text: 'Done.' });
  await send(app, 'Wait three times');
  await runEnds(app);
  await callTool(app, 'test_loop');
  const metrics = await app.evaluate(() => window.oneclaw.activity.metrics());
  expect(metrics).toMatchObject({ calls: 4, successes: 3, parallelBatches: 1, peakConcurrency: 3 });
  expect(metrics.savedMs).toBeGreaterThan(300);
  expect(metrics.tools).toMatchObject([
    { tool: 'test_wait', calls: 3, successes: 3, errors: 0 },
    { tool: 'test_loop', calls: 1, errors: 1, timeouts: 1, lastError: { outcome: 'timeout' } },
  ]);
  expect(metrics.loop).toMatchObject({ runs: 1, unmeasured: 0, steps: 2, retries: 0 });
  expect(metrics.loop.toolMs).toBeGreaterThan(3_600);
  await openActivity(app);
  await showFigures(app);
  await expect(app.getByRole('heading', { name: 'Runs' })).toBeVisible();
  await expect(app.getByRole('row', { name: /test_wait/ })).toContainText('100%');
  await expect(app.getByRole('row', { name: /test_loop/ })).toContainText('Last error: timeout');
  await app.getByRole('button', { name: /test_loop/ }).click();
  await expect(entries(app, 'test_loop')).toHaveCount(1);
  await expect(entries(app, 'test_wait')).toHaveCount(0);
  await showFigures(app);
  await app.getByText('30 days', { exact: true }).click();
  await expect.poll(() => app.evaluate(() => window.oneclaw.activity.keep())).toBe(30);
  expect(await app.evaluate(() => window.oneclaw.activity.keep(Number.NaN))).toBe(30);
  await server.close();
});

test('a full disk does not stop calls; the app reports once that they are not logged', async ({
  app,
  appUrl,
}) => {
  const session = await app.context().newCDPSession(app);
  const { origin } = new URL(appUrl);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  expect(await callTool(app, 'get_current_time')).toMatchObject({ status: 'success' });
  await expect(app.getByText('Browser storage is full. New calls are not being added')).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  expect(await callTool(app, 'get_current_time')).toMatchObject({ status: 'success' });
  expect(await app.evaluate(() => window.oneclaw.activity.list())).toHaveLength(2);
});

test('the export is verified offline, and an edit in the database is detected', async ({ app }, info) => {
  for (const path of ['a.txt', 'b.txt', 'c.txt']) await callTool(app, 'write_file', { path, content: path });
  await openActivity(app);
  await showFigures(app);
  await app.getByRole('button', { name: 'Check' }).click();
  await expect(app.getByText('No changes found. 3 entries checked.')).toBeVisible();
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^oneclaw-calls-\d{4}-\d\d-\d\d\.jsonl$/);
  const file = info.outputPath('calls.jsonl');
  await download.saveAs(file);
  expect(checkOffline(file)).toMatchObject({
    ok: true,
    says: expect.stringContaining('3 records, unbroken'),
  });
  const [head] = await app.evaluate(() => window.oneclaw.activity.list({ limit: 1 }));

  await app.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('oneclaw');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('calls', 'readwrite');
          const calls = transaction.objectStore('calls');
          const reading = calls.get(2);
          reading.onsuccess = () => calls.put({ ...reading.result, outcome: 'timeout' });
          transaction.oncomplete = () => (opening.result.close(), resolve());
        };
      }),
  );
  await app.getByRole('button', { name: 'Check' }).click();
  await expect(app.getByText('Entry 2 was changed after it was written.')).toBeVisible();
  const edited = info.outputPath('edited.jsonl');
  writeFileSync(edited, await app.evaluate(() => window.oneclaw.activity.export()));
  expect(checkOffline(edited, head?.hash)).toMatchObject({
    ok: false,
    says: expect.stringContaining('record 2 was changed'),
  });
});

test('two tabs write one chain, and each sees the calls of the other @long', async ({
  app,
  appUrl,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(`${appUrl}#/activity`);
  await other.evaluate(() => window.oneclaw.ready);
  const burst = () =>
    Promise.all(Array.from({ length: 12 }, () => window.oneclaw.tools.call('get_current_time', {})));
  await Promise.all([app.evaluate(burst), other.evaluate(burst)]);
  await expect(entries(other, 'get_current_time')).toHaveCount(24);
  await expect
    .poll(() => app.evaluate(() => window.oneclaw.activity.verify()))
    .toEqual({ ok: true, checked: 24 });
});

test('a call cut off by a reload is in the log, once @long', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    calls: [{ id: 'w', name: 'test_effect', arguments: { name: 'x', milliseconds: 20_000 } }],
  });
  server.enqueue({ text: 'Done without.' });
  await send(app, 'Write');
  await expect(callCard(app, 'test_effect')).toContainText('Wrote');
  await app.reload();
  await app.getByRole('button', { name: 'Skip' }).click();
  await expect(callCard(app, 'test_effect')).toHaveAttribute('data-status', 'error');
  const log = () => app.evaluate(() => window.oneclaw.activity.list());
  // The result is stored first, and the log entry is written after it.
  await expect.poll(log).toMatchObject([{ tool: 'test_effect', outcome: 'interrupted', agent: 'Everyday' }]);
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  expect(await log()).toHaveLength(1);
  await server.close();
});

test('a call outside a run is announced by its id', async ({ app }) => {
  const heard = await app.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        window.oneclaw.on((event) => {
          if (event.type === 'changed' && event.kind === 'activity') resolve(event.ids);
        });
        void window.oneclaw.tools.call('get_current_time', {});
      }),
  );
  const [record] = await app.evaluate(() => window.oneclaw.activity.list());
  expect(heard).toEqual([record?.id]);
});
