/** A stdio MCP server behind a real relay, which is started with the command that the app shows. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../app.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The relay's process group: the relay and everything that it started. */
class Relay {
  private child: ChildProcess | undefined;

  run(command: string): void {
    // npx finds the relay and the server among the project's own packages.
    this.child = spawn(command, { shell: true, detached: true, stdio: 'ignore', cwd: root });
  }

  async end(): Promise<void> {
    const { child } = this;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }
}

const test = base.extend<{ relay: Relay; folder: string }>({
  relay: async ({}, use) => {
    const relay = new Relay();
    await use(relay);
    await relay.end();
  },
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'relay '));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

const call = (page: Page, tool: string, values: object = {}) =>
  page.evaluate(([name, given]) => window.oneclaw.tools.call(name, given as never), [
    `mcp__files__${tool}`,
    values,
  ] as const);

async function isUp(address: string): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(address).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .not.toBe(0);
}

test('a program from another app’s configuration is started with the shown command, and its tools work @long', async ({
  app,
  relay,
  folder,
}) => {
  await writeFile(join(folder, 'notes.txt'), 'one\ntwo\n');
  const config = {
    mcpServers: {
      files: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', folder],
        env: { TOKEN: 'never shown' },
      },
    },
  };
  await app.evaluate(() => (location.hash = '#/settings'));
  await app.getByRole('link', { name: 'Add a tool server' }).click();
  await app.getByRole('textbox', { name: 'Address, link or configuration' }).fill(JSON.stringify(config));
  const form = app.getByRole('form', { name: 'Relay for files' });
  await expect(form).toContainText('TOKEN');
  await expect(form).not.toContainText('never shown');
  const command = await form.locator('pre').innerText();
  expect(command).toContain('--host 127.0.0.1');
  relay.run(command);
  await isUp('http://127.0.0.1:8700/mcp');
  await form.getByRole('button', { name: 'It is running: add it' }).click();
  await expect(app.getByRole('heading', { name: 'files', level: 1 })).toBeVisible();
  await expect(app.getByText(/Connected · \d+ tools?/)).toBeVisible({ timeout: 20_000 });

  const path = join(folder, 'notes.txt');
  expect(await call(app, 'read_text_file', { path })).toMatchObject({
    status: 'success',
    result: expect.stringContaining('one\ntwo'),
  });
  const made = join(folder, 'made.txt');
  expect(await call(app, 'write_file', { path: made, content: 'by an agent' })).toMatchObject({
    status: 'success',
  });
  expect(await readFile(made, 'utf8')).toBe('by an agent');
  // The server itself rejects paths outside the folder that the command names.
  expect(await call(app, 'read_text_file', { path: '/etc/hostname' })).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/outside allowed directories/),
  });
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await writeFile(join(folder, 'dot.png'), Buffer.from(png, 'base64'));
  expect(await call(app, 'read_media_file', { path: join(folder, 'dot.png') })).toMatchObject({
    status: 'success',
    result: expect.arrayContaining([expect.objectContaining({ type: 'image', media_type: 'image/png' })]),
  });

  // Without the key, the relay answers 401.
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await fetch('http://127.0.0.1:8700/mcp', request)).status).toBe(401);

  await relay.end();
  expect(await call(app, 'list_allowed_directories')).toMatchObject({ error_type: 'network_error' });
  relay.run(command);
  await isUp('http://127.0.0.1:8700/mcp');
  expect(await call(app, 'list_allowed_directories')).toMatchObject({
    status: 'success',
    result: expect.stringContaining(folder),
  });
});
