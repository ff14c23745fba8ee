/** The active runs of all tabs can be seen and stopped, days compared, and connections tested. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

const show = (page: Page, name: string) =>
  page.getByRole('group', { name: 'What to show' }).getByText(name, { exact: true }).click();

test('a run of another tab is seen with its tool, and stopped from here @long', async ({ app, appUrl }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'w', name: 'test_wait', arguments: { milliseconds: 30_000 } }] });
  const other = await app.context().newPage();
  await other.goto(appUrl);
  await send(other, 'Wait for long');
  await app.goto(`${appUrl}#/activity`);
  const running = app.getByRole('region', { name: 'Running now' });
  await expect(running).toContainText('test_wait');
  await expect(running).toContainText('Everyday');
  await expect(running.getByRole('link', { name: 'Wait for long' })).toBeVisible();
  await running.getByRole('button', { name: 'Stop: Wait for long' }).click();
  await expect(running).toHaveCount(0);
  await runEnds(other);

  // This run begins while the Activity screen is open.
  server.enqueue({ calls: [{ id: 'v', name: 'test_wait', arguments: { milliseconds: 30_000 } }] });
  await send(other, 'And again');
  await expect(running).toContainText('test_wait');
  await running.getByRole('link', { name: 'Wait for long' }).click();
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
  await server.close();
});

test('figures show calls, errors, tokens and cost of each day, and the usage of each chat', async ({
  app,
}) => {
  const server = await startChatServer();
  const traits = { prices: { input: 10, output: 10 } };
  await app.evaluate(
    ({ baseUrl, traits }) =>
      window.oneclaw.providers.save({
        kind: 'openai-chat',
        label: 'Local',
        baseUrl,
        model: 'test-model',
        traits,
      }),
    { baseUrl: server.url, traits },
  );
  // Writing a title would take tokens too, so switch it off.
  await app.evaluate(() => window.oneclaw.sessions.writeTitles(false));
  server.enqueue({
    calls: [{ id: 'r', name: 'read_file', arguments: { path: 'nowhere.txt' } }],
    usage: { prompt_tokens: 60_000, completion_tokens: 0 },
  });
  server.enqueue({ text: 'Not there.', usage: { prompt_tokens: 30_000, completion_tokens: 10_000 } });
  await send(app, 'Read it');
  await expect(transcript(app)).toContainText('Not there.');
  await runEnds(app);
  await app.evaluate(() => (location.hash = '#/activity'));
  await show(app, 'Figures');
  await app.getByText('As a table').click();
  const today = app
    .getByRole('row')
    .filter({ has: app.getByRole('rowheader') })
    .first();
  await expect(today.getByRole('cell')).toHaveText(['1', '1', /ms|s/, '100,000', '$1.00']);
  await expect(app.getByRole('figure', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(7);
  await app.getByText('Last 30 days').click();
  await expect(app.getByRole('figure', { name: 'Tokens' }).getByRole('listitem')).toHaveCount(30);
  await expect(app.getByText('The log keeps calls for 7 days')).toBeVisible();

  const menu = app.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await app.getByRole('button', { name: 'Options for Read it' }).click();
  await expect(app.getByText('100,000 tokens so far · $1.00')).toBeVisible();
  await server.close();
});

test('a connection shows the outcome of its last use, and of a test', async ({ app }) => {
  await app.evaluate(() => (location.hash = '#/activity'));
  await show(app, 'Connections');
  await expect(app.getByRole('link', { name: 'Add a model' })).toBeVisible();
  const server = await startChatServer();
  await addServer(app, server.url);
  const row = app.getByRole('listitem', { name: 'Local' });
  await expect(row).toContainText('Not used yet.');
  server.enqueue({ text: 'Hello.' });
  await row.getByRole('button', { name: 'Test Local' }).click();
  await expect(row).toContainText('Responding.');
  await expect(row).toContainText('first token after');
  server.enqueue({ status: 401 });
  await app.evaluate(() => window.oneclaw.chat.send('Hi'));
  await expect(row).toContainText('did not accept the API key');
  await app.reload();
  await show(app, 'Connections');
  await expect(row).toContainText('did not accept the API key');
  await server.close();
});
