/**
 * Git servers from the browser: one with sign-in, using author and token of Settings, and one behind the
 * relay.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startGitServer, type GitServer } from '#tests/fixtures/git/git-server.ts';
import { hasRealGit, runReal } from '#tests/fixtures/git/real-git.ts';
import { expect, test as base } from '../app.ts';
import { openPublicWorld, runRelay } from '../relay-world.ts';

const token = 'canary-3f9a8b7c6d';

const test = base.extend<{
  privateServer: GitServer;
  closedServer: GitServer;
  world: { page: Page; host: string };
}>({
  privateServer: async ({}, use) => {
    const server = await startGitServer({ user: 'ada', password: token, cors: true });
    await use(server);
    await server.close();
  },
  closedServer: async ({}, use) => {
    const server = await startGitServer();
    await use(server);
    await server.close();
  },
  world: ({ closedServer, servers }, use) =>
    openPublicWorld(servers.test, Number(new URL(closedServer.url).port), use),
});

test.skip(!hasRealGit, 'needs git with its HTTP backend');

/** Creates a repository with one commit. `log` returns the subjects and authors of its commits. */
async function seed({ create, root }: GitServer) {
  const url = await create('project.git');
  const work = path.join(root, 'work');
  await fs.mkdir(work);
  await runReal(work, ['init', '-q']);
  await fs.writeFile(path.join(work, 'a.txt'), 'one\n');
  await runReal(work, ['add', '.']);
  await runReal(work, ['commit', '-qm', 'first']);
  const bare = path.join(root, 'project.git');
  await runReal(work, ['push', '-q', bare, 'main']);
  const log = async () => (await runReal(bare, ['log', '--format=%s by %an <%ae>', 'main'])).stdout;
  return { url, host: new URL(url).host, log };
}

const call = (page: Page, name: string, values: object) =>
  page.evaluate(([name, values]) => window.oneclaw.tools.call(name, values as never), [
    name,
    values,
  ] as const);

const tokenSheet = (page: Page, host: string) =>
  page.getByRole('alertdialog', { name: `${host} needs a token` });

test('a private repository is cloned and pushed to with the author and token of Settings @long', async ({
  app,
  privateServer,
}) => {
  const { url, host, log } = await seed(privateServer);
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), host);
  const refused = call(app, 'git_clone', { url });
  await tokenSheet(app, host).getByRole('button', { name: 'Not now' }).click();
  expect(await refused).toMatchObject({
    status: 'error',
    message: expect.stringContaining(`a token for ${host} under Settings > Git`),
  });

  await app.evaluate(() => (location.hash = '#/settings'));
  const author = app.getByRole('form', { name: 'Commit author' });
  await author.getByRole('textbox', { name: 'Author name' }).fill('Bo');
  await author.getByRole('button', { name: 'Save' }).click();
  await expect(author.getByText('Enter a name and an email address')).toBeVisible();
  await author.getByRole('textbox', { name: 'Author email' }).fill('bo@example.com');
  await author.getByRole('button', { name: 'Save' }).click();
  await expect(author.getByText('Author saved.')).toBeVisible();
  const tokens = app.getByRole('form', { name: 'Tokens for git servers' });
  await tokens.getByRole('textbox', { name: 'Git server' }).fill(url);
  await tokens.getByRole('textbox', { name: 'User name' }).fill('ada');
  await tokens.getByLabel('Token or password').fill(token);
  await tokens.getByRole('button', { name: 'Save' }).click();
  await expect(tokens.getByText(`Token for ${host} saved.`)).toBeVisible();
  await expect(app.getByText(`ada@${host}`)).toBeVisible();

  // After a reload the token comes from the vault.
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  privateServer.requests.length = 0;
  expect(await call(app, 'git_clone', { url })).toMatchObject({ status: 'success' });
  const signedIn = privateServer.requests.map(({ authorization }) => authorization !== undefined);
  expect(signedIn).toEqual([false, true, true]);
  await app.evaluate(() => window.oneclaw.files.write('project/b.txt', 'two\n'));
  await call(app, 'git_add', { path: 'project' });
  expect(await call(app, 'git_commit', { path: 'project', message: 'second' })).toMatchObject({
    status: 'success',
    metadata: { exit_code: '0', branch: 'main', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  });
  expect(await call(app, 'git_push', { path: 'project' })).toMatchObject({ status: 'success' });
  const script = 'cd project && echo three > c.txt && git add . && git commit -qm third && git push 2>&1';
  expect(await call(app, 'execute_shell_command', { command: script })).toMatchObject({
    status: 'success',
    result: expect.stringMatching(/main -> main[^]*\[exit code 0\]/),
  });
  expect(await log()).toBe(
    'third by Bo <bo@example.com>\nsecond by Bo <bo@example.com>\nfirst by Ada Example <ada@example.com>\n',
  );

  const kept = await app.evaluate(async () => {
    const { activity, files, git } = window.oneclaw;
    return JSON.stringify([
      await activity.list(),
      await files.read('project/.git/config'),
      await git.tokens(),
    ]);
  });
  expect(kept).toContain('git_push');
  expect(kept + (await app.content())).not.toContain('canary');

  await app.evaluate(async () => {
    await window.oneclaw.vault.act({ type: 'set', passphrase: 'a long passphrase' });
    await window.oneclaw.vault.act({ type: 'lock' });
  });
  expect(await call(app, 'git_fetch', { path: 'project' })).toMatchObject({
    status: 'error',
    error_type: 'permission_denied',
    message: expect.stringContaining('unlock the keys in Settings'),
  });
  await app.evaluate(() => (location.hash = '#/settings'));
  await app.getByRole('button', { name: `Remove the token for ${host}` }).click();
  await expect(app.getByText(`ada@${host}`)).toBeHidden();
  const unsigned = call(app, 'git_fetch', { path: 'project' });
  await tokenSheet(app, host).getByRole('button', { name: 'Not now' }).click();
  expect(await unsigned).toMatchObject({ message: expect.stringContaining('under Settings > Git') });
});

test('the user is asked for a token if the server requires one; it is stored and not asked for again @long', async ({
  app,
  privateServer,
}) => {
  const { url, host } = await seed(privateServer);
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), host);
  const enter = async (secret: string) => {
    const sheet = tokenSheet(app, host);
    await expect(sheet.getByText(`sent only to ${host}`)).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Save and continue' })).toBeDisabled();
    await sheet.getByRole('textbox', { name: 'User name' }).fill('ada');
    await sheet.getByLabel('Token or password').fill(secret);
    await sheet.getByRole('button', { name: 'Save and continue' }).click();
  };

  const wrong = call(app, 'git_clone', { url });
  await enter('not the token');
  expect(await wrong).toMatchObject({ message: expect.stringContaining('Authentication failed') });

  // The server rejects the stored token, so the user is asked once more.
  const cloned = call(app, 'git_clone', { url });
  await enter(token);
  expect(await cloned).toMatchObject({ status: 'success' });
  expect(await call(app, 'git_fetch', { path: 'project' })).toMatchObject({ status: 'success' });
  await expect(tokenSheet(app, host)).toBeHidden();

  // The shell does not ask: the deadline of the command would end the prompt.
  await app.evaluate((host) => window.oneclaw.git.removeToken(host), host);
  expect(await call(app, 'execute_shell_command', { command: `git clone ${url} again` })).toMatchObject({
    result: expect.stringContaining('under Settings > Git'),
  });
  const log = await app.evaluate(async () => JSON.stringify(await window.oneclaw.activity.list()));
  expect(log).toContain('git_clone');
  expect(log + (await app.content())).not.toContain('canary');
});

test('a git server without CORS is reached through the relay, including packs and pushes @long', async ({
  world: { page, host },
  closedServer,
}) => {
  const { log } = await seed(closedServer);
  const url = `http://${host}/project.git`;
  expect(await call(page, 'git_clone', { url })).toMatchObject({
    status: 'error',
    error_type: 'network_error',
    message: expect.stringContaining(`npm run relay -- --allow ${host}`),
  });
  await runRelay(host, async (line) => {
    const relay = { url: new URL(line).origin, headers: { 'X-Relay-Key': 'canary-relay-key' } };
    await page.evaluate((relay) => window.oneclaw.network.relay(relay), relay);
    expect(await call(page, 'git_clone', { url })).toMatchObject({ status: 'success' });
    const posts = () => closedServer.requests.filter(({ method }) => method === 'POST');
    expect(posts().map((each) => each.url)).toEqual(['/project.git/git-upload-pack']);
    const script = `cd project && cat a.txt && echo two > b.txt && git add . &&
      git -c user.name=Bo -c user.email=bo@example.com commit -qm second && git push 2>&1`;
    expect(await call(page, 'execute_shell_command', { command: script })).toMatchObject({
      status: 'success',
      result: expect.stringMatching(/^one\n[^]*main -> main[^]*\[exit code 0\]/),
    });
    expect(posts().at(-1)?.url).toBe('/project.git/git-receive-pack');
  });
  expect(await log()).toMatch(/^second by Bo <bo@example.com>\n/);
});
