/** The list of chats: rename, pin, export and delete, and titles written by the model. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, openMenu, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer();
});
test.afterEach(() => server.close());

async function openOptions(app: Page, title: string): Promise<Locator> {
  const options = app.getByRole('button', { name: `Options for ${title}` });
  // On phones the drawer stays open while a chat is being edited.
  if (!(await options.isVisible())) await openMenu(app);
  await options.click();
  return app.getByRole('dialog', { name: `Options for ${title}` });
}

async function chatOf(app: Page, words: string): Promise<void> {
  await app.evaluate(async (text) => void (await window.oneclaw.chat.send(text)), words);
}

const titles = (app: Page) =>
  app.evaluate(async () => (await window.oneclaw.sessions.list()).map(({ title }) => title));

test('a chat is renamed by keyboard, pinned to the top, and stays so after a reload @long', async ({
  app,
}) => {
  await chatOf(app, 'What time is it in Tokyo?');
  await chatOf(app, 'What time is it in Paris?');
  const menu = await openOptions(app, 'What time is it in Tokyo?');
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Rename' }).press('Enter');
  const field = menu.getByRole('textbox', { name: 'Title' });
  await expect(field).toBeFocused();
  await field.fill('Japan');
  await field.press('Enter');
  await expect(menu).toBeHidden();
  await expect(app.getByRole('link', { name: 'Japan' })).toBeVisible();

  await (await openOptions(app, 'Japan')).getByRole('button', { name: 'Pin to the top' }).click();
  const pinned = app.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link')).toHaveText(['Japan']);
  await app.reload();
  await openMenu(app);
  await expect(pinned.getByRole('link')).toHaveText(['Japan']);
  await (await openOptions(app, 'Japan')).getByRole('button', { name: 'Unpin' }).click();
  await expect(pinned).toHaveCount(0);
});

test('a menu closes with Escape and returns the focus; the right mouse button opens it', async ({ app }) => {
  await chatOf(app, 'What time is it in Tokyo?');
  const menu = await openOptions(app, 'What time is it in Tokyo?');
  await expect(menu).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(app.getByRole('button', { name: 'Options for What time' })).toBeFocused();
  await app.getByRole('link', { name: 'What time is it in Tokyo?' }).click({ button: 'right' });
  await expect(menu).toBeVisible();
});

test('a chat is exported with its calls, as Markdown and as JSON with every branch', async ({ app }) => {
  await addServer(app, server.url);
  server.enqueue(
    { calls: [{ name: 'write_file', arguments: { path: 'marmot.txt', content: 'x' } }] },
    { text: 'First.' },
  );
  await send(app, 'Say marmot');
  await expect(transcript(app)).toContainText('First.');
  await runEnds(app);
  server.enqueue({ text: 'Second.' });
  await app.getByRole('button', { name: 'Answer again' }).click();
  await expect(transcript(app)).toContainText('Second.');
  await runEnds(app);
  const save = async (name: string) => {
    const menu = await openOptions(app, 'Say marmot');
    const download = app.waitForEvent('download');
    await menu.getByRole('button', { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const markdown = await save('Export as Markdown');
  expect(markdown.name).toBe('Say marmot.md');
  expect(markdown.text).toContain('Second.');
  expect(markdown.text).not.toContain('First.');
  const json = await save('Export as JSON');
  expect(json.name).toBe('Say marmot.json');
  for (const words of ['marmot', 'First.', 'Second.']) expect(json.text).toContain(words);
});

test('the model of a chat writes its title once, and a title of the user takes precedence', async ({
  app,
}) => {
  await addServer(app, server.url);
  server.nameChats({ text: '"Marmots of the Alps."', usage: { prompt_tokens: 300, completion_tokens: 7 } });
  await send(app, 'Tell me about marmots');
  await expect.poll(() => titles(app)).toEqual(['Marmots of the Alps']);
  expect(server.titles).toHaveLength(1);
  expect(server.requests).toHaveLength(1);
  const { spent } = await app.evaluate(() => window.oneclaw.budget.day());
  // The first answer took 24 tokens.
  expect(spent.tokens).toBe(24 + 307);
  await send(app, 'More');
  await expect(transcript(app)).toContainText('You said: More');
  await runEnds(app);

  const held = server.hold();
  server.nameChats({ text: 'Too late', gate: held });
  const session = await app.evaluate(async () => {
    const provider = (await window.oneclaw.providers.list()).at(-1)!.id;
    return (await window.oneclaw.chat.send('Another', { provider })).session;
  });
  await held.reached;
  await app.evaluate((id) => window.oneclaw.sessions.update(id, { title: 'My own' }), session);
  held.release();
  await chatOf(app, 'What time is it in Tokyo?');
  // The chat about Tokyo may have requested its own title by now, so count only the requests of the others.
  const askedFor = (words: string) =>
    server.titles.filter(({ body }) => JSON.stringify(body).includes(`User: ${words}`));
  expect(askedFor('Tell me about marmots')).toHaveLength(1);
  expect(askedFor('Another')).toHaveLength(1);
  expect(await titles(app)).toContain('My own');
});

test('no title is requested if that is switched off, and a failed request changes nothing', async ({
  app,
}) => {
  await addServer(app, server.url);
  // Use an error that is not retried, because a retry would be counted as a second request.
  server.nameChats({ status: 400 });
  const chats = ['One', 'Two'];
  await send(app, chats[0]!);
  await runEnds(app);
  await expect.poll(() => server.titles.length).toBeGreaterThan(0);
  expect(await titles(app)).toEqual(['One']);
  await app.evaluate(() => (location.hash = '#/settings'));
  const toggle = app.getByRole('switch', { name: 'Let models name chats' });
  await expect(toggle).toBeChecked();
  await toggle.press('Space');
  await expect.poll(() => app.evaluate(() => window.oneclaw.sessions.writeTitles())).toBe(false);
  server.nameChats({ text: 'A title' });
  const asked = server.titles.length;
  const report = await app.evaluate(async () => {
    const provider = (await window.oneclaw.providers.list()).at(-1)!.id;
    return window.oneclaw.chat.send('Two', { provider });
  });
  expect(report.outcome.type).toBe('completed');
  await chatOf(app, 'What time is it in Tokyo?');
  expect(await titles(app)).toContain('Two');
  expect(server.titles.length).toBe(asked);
});
