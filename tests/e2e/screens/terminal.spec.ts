/** The terminal: the shell outside of chats, and the shell of a chat, which user and agent share. */
import type { Locator, Page } from '@playwright/test';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';
import { axeViolations } from '../axe.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Shell command' });
const block = (page: Page, command: string) =>
  page.getByRole('article', { name: command, exact: true }).last();

async function openTerminal(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Terminal' }).click();
  await expect(field(page)).toBeVisible();
}

/** Types a command, waits for its end, and returns its block. */
async function run(page: Page, command: string): Promise<Locator> {
  await field(page).fill(command);
  await field(page).press('Enter');
  await expect(block(page, command)).toHaveAttribute('data-status', 'success', { timeout: 30_000 });
  return block(page, command);
}

test('commands share a working directory and variables, and say how they ended @long', async ({ app }) => {
  await openTerminal(app);
  await expect(await run(app, 'echo hello')).toContainText('hello');
  await run(app, 'mkdir -p notes && cd notes && word=kept');
  await expect(app.locator('main footer')).toContainText('~/notes $');
  await expect(await run(app, 'echo "$word in $PWD"')).toContainText('kept in /workspace/notes');
  await expect(await run(app, 'ls nowhere')).toContainText('exit code 2');
  // The written file is a change that can be undone.
  const written = await run(app, 'echo text > a.txt');
  await expect(written).toContainText('1 file changed');
  await written.getByRole('button', { name: 'Undo' }).click();
  await expect(await run(app, 'ls | wc -l')).toContainText('0');
});

test('a tab beside the terminal shows the packages, and the terminal keeps its commands', async ({ app }) => {
  await openTerminal(app);
  await run(app, 'echo kept');
  await app.getByRole('radio', { name: 'Packages' }).check();
  await expect(app.getByRole('region', { name: 'Runtimes and packages' })).toContainText('Python');
  await expect(field(app)).toBeHidden();
  await app.getByRole('radio', { name: 'Terminal' }).check();
  await expect(block(app, 'echo kept')).toBeVisible();
});

test('open shows a link to a file, which the page opens', async ({ app }) => {
  await openTerminal(app);
  await run(app, 'mkdir -p notes && echo "# A title" > "notes/a b.md"');
  const shown = await run(app, 'open "notes/a b.md"');
  await shown.getByRole('link', { name: 'Open notes/a b.md' }).click();
  await expect(app.getByRole('heading', { name: 'A title' })).toBeVisible();
});

test('colours are drawn, and what a command prints is never HTML', async ({ app }) => {
  await openTerminal(app);
  const shown = await run(app, String.raw`printf '\e[1;31mred\e[0m <b>plain</b>\n'`);
  const red = shown.getByText('red', { exact: true });
  await expect(red).toHaveAttribute('data-colour', 'red');
  await expect(red).toHaveAttribute('data-decorations', 'bold');
  await expect(shown).toContainText('<b>plain</b>');
});

test('an endless loop is stopped, and the next command works @long', async ({ app }) => {
  await openTerminal(app);
  await run(app, 'n=1');
  await field(app).fill('while true; do :; done');
  await field(app).press('Enter');
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(block(app, 'while true; do :; done')).toContainText('Stopped.');
  await expect(await run(app, 'echo "n is $n"')).toContainText('n is 1');
});

test('a stopped command keeps its output', async ({ app }) => {
  await openTerminal(app);
  const loop = 'for i in 1 2 3; do echo "line $i"; sleep 60; done';
  await field(app).fill(loop);
  await field(app).press('Enter');
  await expect(block(app, loop)).toContainText('line 1');
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(block(app, loop)).toContainText('Stopped.');
  await expect(block(app, loop)).toContainText('line 1');
});

test('a command asks for a private address, and goes on when the user has answered @long', async ({
  app,
}) => {
  const web = await startWebServer();
  await openTerminal(app);
  const command = `curl -s -o /dev/null -w '%{http_code}' ${web.url}/text`;
  await field(app).fill(command);
  await field(app).press('Enter');
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText(new URL(web.url).host);
  expect(web.hits.get('/text')).toBeUndefined();
  await sheet.locator('[data-answer="allowed"][aria-disabled="false"]').click();
  await expect(block(app, command)).toContainText('200');
  expect(web.hits.get('/text')).toBe(1);
  // The permission is stored, and is valid for Python too.
  const code = `import urllib.request as u; print(u.urlopen('${web.url}/text').status)`;
  await app.getByRole('radio', { name: 'Python' }).check({ force: true });
  await app.getByRole('textbox', { name: 'Python' }).fill(code);
  await app.keyboard.press('Enter');
  await expect(block(app, code)).toContainText('200', { timeout: 30_000 });
  await web.close();
});

test('Tab completes commands and files, arrows bring earlier commands back, and a command runs again @long', async ({
  app,
}) => {
  await openTerminal(app);
  await run(app, 'mkdir -p "my notes"; touch "my notes/first.txt" second.txt');
  await field(app).fill('cat my');
  await field(app).press('Tab');
  await expect(field(app)).toHaveValue('cat my\\ notes/');
  await field(app).press('Tab');
  await expect(field(app)).toHaveValue('cat my\\ notes/first.txt ');
  await field(app).fill('sha');
  await field(app).press('Tab');
  await app.getByRole('group', { name: 'Completions' }).getByRole('button', { name: 'sha256sum' }).click();
  await expect(field(app)).toHaveValue('sha256sum ');

  await run(app, 'echo one');
  await run(app, 'echo two');
  await field(app).press('ArrowUp');
  await field(app).press('ArrowUp');
  await expect(field(app)).toHaveValue('echo one');
  await field(app).press('ArrowDown');
  await expect(field(app)).toHaveValue('echo two');
  await field(app).fill('');
  await block(app, 'echo one').getByRole('button', { name: 'Run again' }).click();
  await expect(app.getByRole('article', { name: 'echo one' })).toHaveCount(2);
  await run(app, 'clear-is-no-command || true');
  await field(app).fill('clear');
  await field(app).press('Enter');
  await expect(app.getByRole('article')).toHaveCount(0);
});

test('blocks stay while another screen is shown; a reload keeps the shell and says so @long', async ({
  app,
}) => {
  await openTerminal(app);
  await run(app, 'mkdir -p deep && cd deep');
  await openMenu(app);
  await app.getByRole('link', { name: 'Files' }).click();
  await expect(app.getByRole('heading', { name: 'Files' })).toBeVisible();
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await openTerminal(app);
  await expect(block(app, 'mkdir -p deep && cd deep')).toBeVisible();
  await app.reload();
  await expect(app.getByText('The output of earlier commands is not kept.')).toBeVisible();
  await expect(app.locator('main footer')).toContainText('~/deep $');
  await field(app).press('ArrowUp');
  await expect(field(app)).toHaveValue('mkdir -p deep && cd deep');
});

test('two commands of one shell take turns: the second says that it waits, and keeps what the first has set', async ({
  app,
}) => {
  await openTerminal(app);
  const first = app.evaluate(() => {
    const command = 'one=set; until [ -e go ]; do sleep 0.1; done';
    const call = window.oneclaw.tools.call('execute_shell_command', { command });
    return call.then(({ status }) => status);
  });
  // The lock that the call holds proves that it runs.
  const held = () =>
    app.evaluate(async () =>
      ((await navigator.locks.query()).held ?? []).flatMap(({ name = '' }) =>
        name.startsWith('code ') ? [name] : [],
      ),
    );
  await expect.poll(held).toEqual(['code console execute_shell_command']);
  await field(app).fill('two=set');
  await field(app).press('Enter');
  await expect(block(app, 'two=set')).toContainText('Waiting for another command to finish.');
  await app.evaluate(() => window.oneclaw.files.write('go', ''));
  expect(await first).toBe('success');
  await expect(block(app, 'two=set')).toHaveAttribute('data-status', 'success');
  await expect(await run(app, 'echo "$one and $two"')).toContainText('set and set');
  expect(await held()).toEqual([]);
});

test('the JavaScript prompt keeps its variables @long', async ({ app }) => {
  await openTerminal(app);
  await app.getByRole('radio', { name: 'JavaScript' }).check({ force: true });
  const script = app.getByRole('textbox', { name: 'JavaScript' });
  for (const line of ['const n = 41', 'n + 1']) {
    await script.fill(line);
    await script.press('Enter');
    await expect(block(app, line)).toHaveAttribute('data-status', 'success', { timeout: 30_000 });
  }
  await expect(block(app, 'n + 1')).toContainText('=> 42');
});

test('the Python prompt keeps its variables @long', async ({ app }) => {
  await openTerminal(app);
  await app.getByRole('radio', { name: 'Python' }).check({ force: true });
  const code = app.getByRole('textbox', { name: 'Python' });
  for (const line of ['n = 41', 'print(n + 1)']) {
    await code.fill(line);
    await code.press('Enter');
    await expect(block(app, line)).toHaveAttribute('data-status', 'success', { timeout: 30_000 });
  }
  await expect(block(app, 'print(n + 1)')).toContainText('42');
});

test('a chat and its terminal share one shell, and a button at the top switches between them @long', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    calls: [
      {
        name: 'execute_shell_command',
        arguments: { command: 'mkdir -p src && cd src && by=agent; echo made > new.txt; ls nowhere' },
      },
    ],
  });
  server.enqueue({ text: 'Done.' });
  await send(app, 'Make a folder');
  await runEnds(app);
  const card = callCard(app, 'execute_shell_command');
  await expect(card).toContainText('exit code 2');
  await card.getByRole('button').first().click();
  await expect(card.getByRole('region', { name: 'Changed files' })).toContainText('src/new.txt');

  await app.getByRole('button', { name: 'Terminal of this chat' }).click();
  await expect(app.getByText('You and the agent of this chat share this shell')).toBeVisible();
  await expect(app.locator('main footer')).toContainText('~/src $');
  await expect(await run(app, 'echo "by $by"; user=here')).toContainText('by agent');
  await app.getByRole('button', { name: 'Back to the chat' }).click();
  await expect(transcript(app)).toContainText('Done.');

  server.enqueue({
    calls: [{ name: 'execute_shell_command', arguments: { command: 'echo "user is $user"' } }],
  });
  server.enqueue({ text: 'Seen.' });
  await send(app, 'What did I set?');
  await runEnds(app);
  await callCard(app, 'execute_shell_command').getByRole('button').first().click();
  await expect(callCard(app, 'execute_shell_command')).toContainText('user is here');
  await server.close();
});

test('an agent that is denied the shell has no terminal that runs', async ({ app }) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  server.enqueue({ text: 'Hello.' });
  const session = await app.evaluate(async (answers) => {
    const agent = await window.oneclaw.agents.save({
      ...{ name: 'Reader', systemPrompt: '', tools: ['*'], deny: ['shell'] },
    });
    return (await window.oneclaw.chat.send('Hi', { agent, provider: answers })).session;
  }, provider);
  await app.goto(`${app.url().split('#')[0]}#/terminal/${session}`);
  await field(app).fill('echo no');
  await field(app).press('Enter');
  await expect(block(app, 'echo no')).toHaveAttribute('data-status', 'error');
  await expect(block(app, 'echo no')).toContainText("'shell', which is denied to this agent");
  await server.close();
});

for (const scheme of ['light', 'dark'] as const)
  test(`no serious problem for assistive technology, in ${scheme} @long`, async ({ app }) => {
    await app.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await openTerminal(app);
    expect(await axeViolations(app), 'empty').toEqual([]);
    await run(
      app,
      String.raw`for n in 1 2 3 4 5 6; do printf "\e[3${'${n}'}mcolour $n\e[0m\n"; done; ls nowhere`,
    );
    await field(app).fill('sha');
    await field(app).press('Tab');
    await expect(app.getByRole('group', { name: 'Completions' })).toBeVisible();
    expect(await axeViolations(app), 'commands').toEqual([]);
  });

test('the line stays above an on-screen keyboard, and the keys that phones lack work', async ({
  app,
  viewport,
}) => {
  await openTerminal(app);
  const keys = app.getByRole('toolbar', { name: 'Keys' });
  const isPhone = (viewport?.width ?? 0) < 840;
  await expect(keys).toHaveCount(isPhone ? 1 : 0);
  if (!isPhone) return;
  await run(app, 'echo before');
  await field(app).tap();
  await app.setViewportSize({ width: 412, height: 430 });
  const line = await field(app).boundingBox();
  expect((line?.y ?? 999) + (line?.height ?? 0)).toBeLessThan(430);
  await keys.getByRole('button', { name: 'Earlier command' }).tap();
  await expect(field(app)).toHaveValue('echo before');
  await keys.getByRole('button', { name: '|' }).tap();
  await expect(field(app)).toHaveValue('echo before|');
  await expect(field(app)).toBeFocused();
  await keys.getByRole('button', { name: 'Ctrl' }).tap();
  await keys.getByRole('button', { name: 'Ctrl+U' }).tap();
  await expect(field(app)).toHaveValue('');
  // Ctrl on the key row also combines with a letter typed on the keyboard.
  await field(app).fill('echo again');
  await keys.getByRole('button', { name: 'Ctrl' }).tap();
  await field(app).pressSequentially('u');
  await expect(field(app)).toHaveValue('');
  await expect(keys.getByRole('button', { name: 'Ctrl' })).toHaveAttribute('aria-pressed', 'false');
  // The cursor keys of the row work; then the row itself is operated with arrow keys.
  await field(app).fill('ab');
  await keys.getByRole('button', { name: 'Cursor to the left' }).tap();
  await keys.getByRole('button', { name: '|' }).tap();
  await expect(field(app)).toHaveValue('a|b');
  await keys.getByRole('button', { name: '|' }).focus();
  await app.keyboard.press('ArrowRight');
  await expect(keys.getByRole('button', { name: '/' })).toBeFocused();
  await app.getByRole('button', { name: 'Clear' }).tap();
  await expect(app.getByRole('article')).toHaveCount(0);
});
