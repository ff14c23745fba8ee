/** The Tools screen: the list, running a tool by hand, disabling one, and cancelling one of several calls. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

async function openTools(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Files' })).toBeVisible();
}

const columns = (page: Page) =>
  page
    .getByRole('list', { name: 'Files' })
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

test('the grid has one, two and three columns', async ({ app }) => {
  await openTools(app);
  for (const [width, count] of [
    [412, 1],
    [700, 2],
    [1280, 3],
  ] as const) {
    await app.setViewportSize({ width, height: 900 });
    await expect.poll(() => columns(app)).toBe(count);
    expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test('tools are under their subjects, each with a sentence for people in their language', async ({ app }) => {
  await openTools(app);
  const read = app.getByRole('listitem').filter({ hasText: 'read_file' });
  await expect(app.getByRole('list', { name: 'Files' }).filter({ has: read })).toBeVisible();
  await expect(read).toContainText('Opens a text or document from your files and reads it.');
  await read.getByRole('button', { name: 'Details of read_file' }).click();
  // What is written for models is one level deeper.
  await expect(app.getByText('Models read: Read a file of the workspace')).toBeVisible();
  await app.evaluate(() => localStorage.setItem('oneclaw.language', 'de'));
  await app.reload();
  const sentence = app.getByText('Öffnet einen Text oder ein Dokument aus deinen Dateien und liest es.');
  await expect(sentence.filter({ visible: true })).toBeVisible();
});

test('search finds a tool by its description, and its page shows its permissions', async ({ app }) => {
  await openTools(app);
  await app.getByRole('searchbox', { name: 'Search tools' }).fill('location');
  const found = app.getByRole('listitem');
  await expect(found.filter({ has: app.getByText('get_location', { exact: true }) })).toBeVisible();
  await expect(found.filter({ hasText: 'read_file' })).toHaveCount(0);
  await app.getByRole('button', { name: 'Details of get_location', exact: true }).click();
  await expect(app.getByText('Asks the browser for your location')).toBeVisible();
  await expect(app.getByText('"accuracy"')).toBeVisible();
  await app.getByRole('button', { name: 'Back' }).click();
  await expect(app.getByRole('searchbox', { name: 'Search tools' })).toHaveValue('location');
});

test('a tool is tried by hand, and wrong arguments are named', async ({ app }) => {
  await openTools(app);
  await app.getByRole('button', { name: 'Details of get_current_time' }).click();
  await app.getByRole('textbox', { name: 'timezone' }).fill('Asia/Tokyo');
  await app.getByRole('combobox', { name: 'format' }).selectOption('iso8601');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  const card = app.getByRole('group', { name: 'get_current_time', exact: true });
  await expect(card).toHaveAttribute('data-status', 'success');
  // The result is shown without another tap.
  await expect(card).toContainText('+09:00');

  await app.goto(`${app.url().split('#')[0]}#/tools/http_request`);
  await app.getByRole('textbox', { name: 'headers' }).fill('nonsense');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(app.getByText('url is required.')).toBeVisible();
  await expect(app.getByText(/headers must be JSON/)).toBeVisible();
});

test('a tool that is switched off is offered to no one, and the answer says where it is switched on @long', async ({
  app,
}) => {
  await openTools(app);
  await app.getByRole('switch', { name: 'Use get_current_time' }).uncheck();
  const call = () => app.evaluate(() => window.oneclaw.tools.call('get_current_time'));
  await expect.poll(call).toMatchObject({
    error_type: 'tool_not_available',
    message: expect.stringMatching(/switched it off.*Tools screen/),
  });
  const offered = await app.evaluate(() => window.oneclaw.tools.definitions('openai-chat'));
  expect(JSON.stringify(offered)).not.toContain('get_current_time');
  await app.reload();
  await expect(app.getByRole('switch', { name: 'Use get_current_time' })).not.toBeChecked();
  await app.evaluate(() => window.oneclaw.tools.setEnabled('get_current_time', true));
  await expect(app.getByRole('switch', { name: 'Use get_current_time' })).toBeChecked();
  expect(await call()).toMatchObject({ status: 'success' });
});

test('a tap anywhere on a card switches its tool, and its button opens the details @long', async ({
  app,
}) => {
  await openTools(app);
  const card = app.getByRole('listitem').filter({ hasText: 'get_current_time' });
  const toggle = app.getByRole('switch', { name: 'Use get_current_time' });
  await expect(toggle).toBeChecked();
  const box = await card.boundingBox();
  if (!box) throw new Error('The card is not shown.');
  // Tap on the name, the description, the facts and the edges.
  const places = [
    [30, 20],
    [30, box.height / 2],
    [box.width - 30, box.height - 20],
    [6, box.height - 6],
  ] as const;
  for (const [at, [x, y]] of places.entries()) {
    await card.click({ position: { x, y } });
    await expect(toggle).toBeChecked({ checked: at % 2 === 1 });
  }
  await toggle.focus();
  await app.keyboard.press('Space');
  await expect(toggle).not.toBeChecked();
  await app.keyboard.press('Space');
  await app.keyboard.press('Shift+Tab');
  await expect(app.getByRole('button', { name: 'Details of get_current_time' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { name: 'Try it' })).toBeVisible();
  await expect(app.getByRole('switch', { name: 'Use get_current_time' })).toBeChecked();
});

test('one call is stopped while another one continues, and the run completes @long', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    calls: [
      { id: 'long', name: 'test_wait', arguments: { milliseconds: 25_000 } },
      { id: 'short', name: 'test_wait', arguments: { milliseconds: 3_000 } },
    ],
  });
  server.enqueue({ text: 'One was enough.' });
  await send(app, 'Wait twice');
  const cards = transcript(app).getByRole('group', { name: 'test_wait', exact: true });
  await cards.first().getByRole('button', { name: 'Stop test_wait' }).click();
  await expect(cards.first()).not.toHaveAttribute('data-status', 'running');
  await expect(cards.last()).toHaveAttribute('data-status', 'running');
  await expect(cards.last()).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText('One was enough.');
  await runEnds(app);
  await expect(app.getByRole('button', { name: 'Stop test_wait' })).toHaveCount(0);
  for (const [card, result] of [
    // On a busy machine the tool may miss the grace period and be terminated, which gives the second message.
    [cards.first(), /Stopped early|was stopped by the user/],
    [cards.last(), 'Waited 3000 ms.'],
  ] as const) {
    await card.getByRole('button').first().click();
    await expect(card).toContainText(result);
  }
  await server.close();
});

test('a call is stopped from another tab, and ends where it runs @long', async ({ app, appUrl, context }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue(
    { calls: [{ id: 'long', name: 'test_wait', arguments: { milliseconds: 25_000 } }] },
    { text: 'Stopped from afar.' },
  );
  await send(app, 'Wait');
  const own = transcript(app).getByRole('group', { name: 'test_wait', exact: true });
  await expect(own).toHaveAttribute('data-status', 'running');
  const other = await context.newPage();
  await other.goto(`${appUrl}${new URL(app.url()).hash}`);
  await transcript(other).getByRole('button', { name: 'Stop test_wait' }).click();
  for (const page of [app, other]) {
    await expect(transcript(page)).toContainText('Stopped from afar.');
    await runEnds(page);
  }
  await own.getByRole('button').first().click();
  await expect(own).toContainText(/Stopped early|was stopped by the user/);
  await server.close();
});

test('settings show the state of every browser permission', async ({ app }) => {
  await openMenu(app);
  await app.getByRole('link', { name: 'Settings' }).click();
  const section = app.getByRole('region', { name: 'Permissions' });
  await expect(section.getByRole('listitem')).toHaveCount(6);
  for (const name of ['your location', 'camera', 'microphone']) await expect(section).toContainText(name);
});
