/**
 * Runtimes and wheels that were used or made available offline run without a network; and the screen for
 * them.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { makeWheel } from '#tests/fixtures/python/wheel.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { expect, test } from '../app.ts';

// Loading Python takes seconds, and each test loads it at least twice.
test.describe.configure({ timeout: 180_000 });
test.use({ serviceWorkers: 'allow' });

const calls: [tool: string, values: Record<string, string>, result: string][] = [
  ['execute_shell_command', { command: 'echo $((6 * 7))' }, '42'],
  ['execute_shell_command', { command: "sqlite3 :memory: 'select 6 * 7'" }, '42'],
  ['execute_shell_command', { command: 'rm -f no-such-file; echo gone' }, 'gone'],
  ['run_javascript', { code: '6 * 7' }, '=> 42'],
  ['run_python', { code: 'import sqlite3; 6 * 7' }, '=> 42'],
  ['git_init', { path: 'repository' }, 'Git repository'],
  ['read_file', { path: 'manual.pdf' }, 'Cranes lift'],
  ['read_file', { path: 'table.csv' }, '| 42 |'],
];

async function runAll(page: Page): Promise<void> {
  await putDocuments(page);
  for (const [tool, values, expected] of calls) {
    const result = await page.evaluate(([name, given]) => window.oneclaw.tools.call(name, given), [
      tool,
      values,
    ] as const);
    expect(result, tool).toMatchObject({ status: 'success', result: expect.stringContaining(expected) });
  }
}

async function putDocuments(page: Page): Promise<void> {
  const pdf = readFileSync(new URL('../../fixtures/documents/pdf/groff-manual.pdf', import.meta.url));
  await page.evaluate(async (base64) => {
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    await window.oneclaw.files.write('manual.pdf', new Blob([content]));
    await window.oneclaw.files.write('table.csv', 'number\n42\n');
  }, pdf.toString('base64'));
}

const states = (page: Page) =>
  page.evaluate(async () =>
    Object.fromEntries(
      (await window.oneclaw.packages.list()).runtimes.map(({ name, state }) => [name, state] as const),
    ),
  );

/** Waits until the service worker controls this page and the workers that it starts from now on. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await page.evaluate(() => window.oneclaw.ready);
}

test('each runtime that was made available offline runs without a network @long', async ({
  app,
  context,
}) => {
  await controlled(app);
  const before = await app.evaluate(() => window.oneclaw.packages.list());
  expect(before.runtimes.map(({ name }) => name)).toContain('python');
  // CPython and its library; the size is measured from the files of the build.
  expect(before.runtimes.find(({ name }) => name === 'python')?.bytes).toBeGreaterThan(12_000_000);
  expect(before.runtimes.filter(({ keptBytes }) => keptBytes > 0)).toEqual([]);
  for (const { name } of before.runtimes)
    await app.evaluate((each) => window.oneclaw.packages.makeOffline(each), name);
  expect(new Set(Object.values(await states(app)))).toEqual(new Set(['here']));
  await goOffline(app);
  await runAll(app);
  await context.setOffline(false);
});

test('the first use alone makes a runtime available offline @long', async ({ app, context }) => {
  await controlled(app);
  await runAll(app);
  await expect
    .poll(() => states(app))
    .toMatchObject({ shell: 'here', javascript: 'here', python: 'here', sqlite: 'here', git: 'here' });
  expect(await states(app)).toMatchObject({ models: 'absent', servers: 'absent' });
  await goOffline(app);
  await runAll(app);
  await context.setOffline(false);
});

test('a wheel that was installed from an index is listed, and installed without it @long', async ({
  app,
}) => {
  const name = 'greet-1.0-py3-none-any.whl';
  const wheel = Buffer.from(await makeWheel({ name: 'greet', version: '1.0', code: 'text = "hi"' }));
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.url === `/${name}`) return void response.end(wheel);
    if (request.url !== '/simple/greet/') return void response.writeHead(404).end();
    response.end(JSON.stringify({ files: [{ filename: name, url: `/${name}` }] }));
  });
  const { port, close } = await listen(server);
  const host = `127.0.0.1:${port}`;
  await app.evaluate((address) => window.oneclaw.permissions.allowHost(address), host);
  const install = () =>
    app.evaluate(
      (index) =>
        window.oneclaw.tools.call('run_python', {
          ...{ code: 'import greet; greet.text', packages: ['greet'], index },
        }),
      `http://${host}/simple/`,
    );
  expect(await install()).toMatchObject({ status: 'success', result: expect.stringContaining("=> 'hi'") });
  await close();
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  expect(await install()).toMatchObject({ status: 'success', result: expect.stringContaining("=> 'hi'") });

  await app.evaluate(() => (location.hash = '#/settings'));
  const remove = app.getByRole('button', { name: 'Delete greet 1.0' });
  await remove.click();
  await expect(remove).toHaveCount(0);
  expect((await app.evaluate(() => window.oneclaw.packages.list())).wheels).toEqual([]);
});

test('Settings downloads a runtime with its progress, deletes it, and says what failed @long', async ({
  app,
  context,
}) => {
  await controlled(app);
  await app.evaluate(() => (location.hash = '#/settings'));
  const row = app.getByRole('listitem', { name: 'SQLite', exact: true });
  await row.getByRole('button', { name: 'Make available offline: SQLite' }).click();
  await expect(row).toHaveAttribute('data-state', 'here');
  await expect(row).toContainText('Available offline');
  await row.getByRole('button', { name: 'Delete SQLite' }).click();
  await app.getByRole('listitem', { name: 'Delete SQLite' }).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveAttribute('data-state', 'absent');
  expect(await states(app)).toMatchObject({ sqlite: 'absent' });

  await context.setOffline(true);
  await row.getByRole('button', { name: 'Make available offline: SQLite' }).click();
  await expect(app.getByText('The download failed.')).toBeVisible();
  await context.setOffline(false);
  await app.getByRole('button', { name: /^Make all available offline/ }).click();
  await expect(app.getByRole('listitem', { name: 'Python', exact: true })).toHaveAttribute(
    'data-state',
    'here',
    {
      timeout: 60_000,
    },
  );
});
