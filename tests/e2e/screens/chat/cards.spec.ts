/** Call cards: compact or detailed, running calls, cost, and links to maps. */
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer();
});
test.afterEach(() => server.close());

test('all cards show their details after that was chosen on one, also after a reload @long', async ({
  app,
}) => {
  await addServer(app, server.url);
  server.enqueue(
    {
      calls: [
        { id: 'a', name: 'list_directory', arguments: { path: '.' } },
        { id: 'b', name: 'get_current_time', arguments: { timezone: 'UTC' } },
      ],
    },
    { text: 'Done.' },
  );
  await send(app, 'Two calls');
  await expect(transcript(app)).toContainText('Done.');
  await runEnds(app);
  const titles = transcript(app).getByRole('heading', { name: 'Arguments' });
  await expect(titles).toHaveCount(0);
  await callCard(app, 'get_current_time').getByRole('button').first().click();
  await expect(titles).toHaveCount(1);
  await app.getByRole('button', { name: 'Always show details' }).click();
  await expect(titles).toHaveCount(2);
  await app.reload();
  await expect(titles).toHaveCount(2);
  // A single card can still be collapsed.
  await callCard(app, 'list_directory').getByRole('button').first().click();
  await expect(titles).toHaveCount(1);

  await app.evaluate(() => (location.hash = '#/settings'));
  const choice = app.getByRole('group', { name: 'Tool calls in chats' });
  await expect(choice.getByRole('radio', { name: 'With details' })).toBeChecked();
  await choice.getByText('One line').click();
  await app.goBack();
  await expect(callCard(app, 'list_directory')).toBeVisible();
  await expect(titles).toHaveCount(0);
});

test('a running call shows its progress, collapsed and expanded', async ({ app }) => {
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'w', name: 'test_wait', arguments: { milliseconds: 20_000 } }] });
  await send(app, 'Wait');
  const card = callCard(app, 'test_wait');
  await expect(card).toContainText('Waiting 20000 ms');
  await card.getByRole('button').first().click();
  await expect(card.getByText('Waiting 20000 ms')).toHaveCount(2);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
});

test('an empty chat names the tools of its agent, and suggests only what the agent can do', async ({
  app,
}) => {
  await addServer(app, server.url);
  await expect(transcript(app)).toContainText(/can use real tools here: Files, Network, Code, Git, /);
  await expect(app.getByRole('button', { name: /prime numbers/ })).toBeVisible();
  await app.evaluate(async () => {
    const [everyday] = await window.oneclaw.agents.list();
    if (everyday) await window.oneclaw.agents.save({ ...everyday, tools: ['list_directory'] });
  });
  await expect(transcript(app)).toContainText('can use real tools here: Files.');
  await expect(app.getByRole('button', { name: /Tokyo|prime numbers/ })).toHaveCount(0);
});

test('a commit without an author leads to the fields for one, and counts the data of git as one change @long', async ({
  app,
}) => {
  await addServer(app, server.url);
  const command = 'git init -q . && echo hi > a.txt && git add -A && git commit -m first';
  server.enqueue(
    { calls: [{ id: 'g', name: 'execute_shell_command', arguments: { command } }] },
    { text: 'It needs an author.' },
  );
  await send(app, 'Commit it');
  await expect(transcript(app)).toContainText('It needs an author.');
  await runEnds(app);
  await transcript(app).getByRole('button', { name: '2 files changed' }).click();
  const gitData = transcript(app).getByRole('group', { name: '.git/' });
  await expect(gitData).toContainText('git data');
  await expect(transcript(app).getByRole('button', { name: /^Undo / })).toHaveCount(3);

  await callCard(app, 'execute_shell_command').getByRole('link', { name: 'Settings > Git' }).click();
  await expect(app.getByRole('textbox', { name: 'Author name' })).toBeInViewport();
});

test('the cards of git show the changes of a commit, and the files changed by a merge', async ({ app }) => {
  await addServer(app, server.url);
  await app.evaluate(() => window.oneclaw.git.author({ name: 'Ada Example', email: 'ada@example.com' }));
  const setUp =
    'git init -q . && seq 3 > a.txt && git add . && git commit -qm first && git checkout -qb side && seq 200 > long.txt && git add . && git commit -qm long && git checkout -q main && echo 4 >> a.txt';
  const call = (id: string, name: string, values: Record<string, unknown>) => ({
    calls: [{ id, name, arguments: values }],
  });
  server.enqueue(
    call('s', 'execute_shell_command', { command: setUp }),
    call('c', 'git_commit', { message: 'Count further', all: true }),
    call('m', 'git_merge', { branch: 'side' }),
    call('d', 'git_diff', { from: 'HEAD~1', to: 'HEAD', stat: true }),
    { text: 'Merged.' },
  );
  await send(app, 'Commit and merge');
  await expect(transcript(app)).toContainText('Merged.');
  await runEnds(app);

  const commit = callCard(app, 'git_commit');
  await commit.getByRole('button').first().click();
  const file = commit.getByRole('region', { name: 'Changed files' }).getByRole('group', { name: 'a.txt' });
  await expect(file).toContainText('+1');
  await expect(file.locator('ins').filter({ hasText: '+4' })).toBeVisible();
  // The patch is for the card only; the model is not sent it.
  const sent = JSON.stringify(server.requests.at(-1));
  expect(sent).toContain('1 file changed, 1 insertion(+)');
  expect(sent).not.toContain('@@ -1,3');

  const merge = callCard(app, 'git_merge');
  await merge.getByRole('button').first().click();
  const brought = merge
    .getByRole('region', { name: 'Changed files' })
    .getByRole('group', { name: 'long.txt' });
  await brought.getByRole('button').first().click();
  await expect(brought.locator('ins').filter({ hasText: '+200' })).toHaveCount(1);

  const stat = callCard(app, 'git_diff');
  await stat.getByRole('button').first().click();
  await expect(stat.locator('bdi', { hasText: 'long.txt' })).toHaveCSS('white-space', 'pre-wrap');

  await transcript(app).getByRole('button', { name: 'Undo changes' }).click();
  await expect(transcript(app).getByRole('button', { name: /files changed/ })).toHaveCount(0);
  await commit.getByRole('button').first().click();
  await commit.getByRole('button').first().click();
  await expect(commit).toContainText('The changes in this commit can no longer be read.');
});

test('a card shows the display name of its tool and the tool’s name @long', async ({ app }) => {
  await addServer(app, server.url);
  server.enqueue(
    { calls: [{ id: 'n', name: 'get_current_time', arguments: { timezone: 'UTC' } }] },
    { text: 'Done.' },
  );
  await send(app, 'What time is it?');
  await runEnds(app);
  const card = callCard(app, 'get_current_time');
  await expect(card.getByText('Current time', { exact: true })).toBeVisible();
  await expect(card.getByText('get_current_time', { exact: true })).toBeVisible();
  const height = await card.evaluate((element) => element.clientHeight);
  await app.reload();
  await expect(card.getByText('Current time', { exact: true })).toBeVisible();
  expect(await card.evaluate((element) => element.clientHeight)).toBe(height);
});

test('the status line changes its text and shows the display names of tools @long', async ({ app }) => {
  await addServer(app, server.url);
  const gate = server.hold();
  server.enqueue(
    { text: 'Ready.', gate },
    { calls: [{ id: 'a', name: 'test_wait', arguments: { milliseconds: 20_000 } }] },
  );
  const status = app.locator('footer');
  await send(app, 'Say ready');
  await expect(status).toContainText('Thinking…');
  await expect(status).toContainText('Working…');
  await expect(status).toContainText('One moment…');
  await expect(status).toContainText('Thinking…');
  gate.release();
  await runEnds(app);

  await app.emulateMedia({ reducedMotion: 'reduce' });
  await app.clock.install();
  await send(app, 'Wait');
  await expect(status).toContainText('Thinking… · Wait a while');
  await app.clock.runFor(10_000);
  await expect(status).toContainText('Thinking… · Wait a while');
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
});

test('the status line counts several tools', async ({ app }) => {
  await addServer(app, server.url);
  const wait = (id: string) => ({ id, name: 'test_wait', arguments: { milliseconds: 20_000 } });
  server.enqueue({ calls: [wait('a'), wait('b')] });
  await send(app, 'Wait twice');
  await expect(app.locator('footer')).toContainText(/… · 2 tools/);
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
});

test('a position has a link to a map', async ({ app, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 38.7223, longitude: -9.1393, accuracy: 25 });
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'l', name: 'get_location', arguments: {} }] }, { text: 'Lisbon.' });
  await send(app, 'Where am I?');
  const allow = app.getByRole('button', { name: 'Once' });
  const link = callCard(app, 'get_location').getByRole('link', { name: /Show on a map/ });
  await expect(allow.or(link)).toBeVisible();
  if (await allow.isVisible()) await allow.click();
  const isAndroid = await app.evaluate(() => navigator.userAgent.includes('Android'));
  await expect(link).toHaveAttribute(
    'href',
    isAndroid
      ? 'geo:38.722300,-9.139300?q=38.722300,-9.139300'
      : 'https://www.openstreetmap.org/?mlat=38.722300&mlon=-9.139300#map=16/38.722300/-9.139300',
  );
});

test('an answer shows the usage of all its requests', async ({ app }) => {
  await app.evaluate(
    (baseUrl) =>
      window.oneclaw.providers.save({
        kind: 'openai-chat',
        label: 'Priced',
        baseUrl,
        model: 'test-model',
        traits: { prices: { input: 10, output: 20 } },
      }),
    server.url,
  );
  const usage = (input: number, output: number) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
  });
  server.enqueue(
    { calls: [{ id: 'n', name: 'noop', arguments: {} }], usage: usage(1_000, 100) },
    { text: 'Ready.', usage: usage(2_000, 300) },
  );
  await send(app, 'Work');
  await expect(transcript(app)).toContainText('Ready.');
  await runEnds(app);
  await app.getByRole('button', { name: '3,400 tokens' }).click();
  const table = transcript(app).locator('dl');
  await expect(table).toContainText('test-model');
  await expect(table).toContainText('3,000 tokens');
  await expect(table).toContainText('400 tokens');
  await expect(table).toContainText('$0.038');
});
