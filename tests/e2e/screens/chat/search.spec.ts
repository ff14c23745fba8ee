/** Search in all messages and results, and scrolling to a hit. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, openMenu, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

test('text and tool results are found regardless of accents and case, and a tap opens the message @long', async ({
  app,
}) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  await app.evaluate(async (id) => {
    const first = await window.oneclaw.chat.send('Where is the Müller hut?', { provider: id });
    for (let turn = 0; turn < 12; turn++)
      await window.oneclaw.chat.send(`Turn ${turn}\n\nand more\n\nand more\n\nand more`, {
        session: first.session,
        provider: id,
      });
    await window.oneclaw.chat.send('Write zwieback to list.txt');
  }, provider);
  await openMenu(app);
  const field = app.getByRole('searchbox', { name: 'Search chats' });
  await field.fill('MULLER hut');
  const found = app.getByRole('region', { name: 'Where is the Müller hut?' });
  await expect(found.locator('mark').first()).toHaveText('Müller');
  const hit = found.getByRole('link').last();
  await hit.click();
  const questions = transcript(app).locator('[data-message]', { hasText: 'You: ' });
  await expect(questions.first()).toBeInViewport();
  await expect(questions.first()).toContainText('Müller');
  await expect(questions.last()).not.toBeInViewport();

  await openMenu(app);
  await field.fill('zwieback written');
  await expect(app.getByText('No results.')).toBeVisible();
  await field.fill('zwieback');
  await expect(app.getByRole('region', { name: 'Write zwieback to list.txt' })).toBeVisible();
  // Files are found by name, and memories by content.
  await app.evaluate(async () => {
    await window.oneclaw.files.write('list.txt', 'zwieback');
    await window.oneclaw.memory.save({ key: 'bread', content: 'The zwieback is in the list.' });
  });
  await field.fill('list');
  await expect(app.getByRole('region', { name: 'Memory' })).toContainText('bread');
  await app.getByRole('region', { name: 'Files' }).getByRole('link', { name: 'list.txt' }).click();
  await expect(app.getByRole('heading', { name: 'list.txt', exact: true })).toBeVisible();
  // On a phone, the page of a file has a Back button in place of the menu.
  await app.evaluate(() => void (location.hash = '#/chat'));
  await openMenu(app);
  await field.fill('');
  await expect(app.getByRole('region', { name: 'Today' })).toBeVisible();
  await server.close();
});

test('a message on a hidden branch is found and shown', async ({ app }) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  server.enqueue({ text: 'The badger answer.' }, { text: 'The otter answer.' });
  await app.evaluate(async (id) => {
    const { session } = await window.oneclaw.chat.send('Which animal?', { provider: id });
    await window.oneclaw.chat.regenerate(session);
  }, provider);
  await openMenu(app);
  await app.getByRole('searchbox', { name: 'Search chats' }).fill('badger');
  await app.getByRole('region', { name: 'Which animal?' }).getByRole('link').last().click();
  await expect(transcript(app)).toContainText('The badger answer.');
  await expect(transcript(app)).not.toContainText('The otter answer.');
  await server.close();
});

test('the text of a deleted chat is removed from the index, even if the app is closed at once @long', async ({
  app,
  appUrl,
  context,
}) => {
  const { session } = await app.evaluate(() => window.oneclaw.chat.send('The word is zwieback.'));
  await expect.poll(() => indexedText(app), { timeout: 15_000 }).toContain('zwieback');
  const next = await context.newPage();
  await app.evaluate((id) => window.oneclaw.sessions.remove(id), session);
  await app.close();
  await next.goto(appUrl);
  await expect.poll(() => indexedText(next), { timeout: 20_000 }).not.toContain('zwieback');
});

function indexedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opening the database before the engine does would create it without its object stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'oneclaw-search')) return '';
    const opening = indexedDB.open('oneclaw-search');
    await new Promise((done) => (opening.onsuccess = done));
    const reading = opening.result.transaction('chunks').objectStore('chunks').getAll();
    await new Promise((done) => (reading.onsuccess = done));
    opening.result.close();
    return JSON.stringify(reading.result);
  });
}

test('ten thousand messages are searched in seconds', { tag: '@long' }, async ({ app }) => {
  await app.evaluate(async () => {
    const opening = indexedDB.open('oneclaw');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('The database could not be opened.'));
    });
    const transaction = database.transaction(['sessions', 'messages'], 'readwrite');
    transaction.objectStore('sessions').put({
      ...{ id: 'session_long', title: 'Long', agent: 'agent_everyday', head: null, updated: 1 },
    });
    const filler = 'Der schöne Satz ist hier etwas länger als nötig. '.repeat(40);
    for (let at = 0; at < 10_000; at++) {
      transaction.objectStore('messages').put({
        id: `message_${String(at).padStart(9, '0')}`,
        ...{ session: 'session_long', run: 'run_x', parent: null, order: at, role: 'user', at },
        parts: [{ type: 'text', text: at === 3 ? `${filler} Nadel` : filler }],
      });
    }
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  });
  const { hits, milliseconds } = await app.evaluate(async () => {
    const begun = performance.now();
    const found = await window.oneclaw.sessions.search('nadel');
    return { hits: found.length, milliseconds: performance.now() - begun };
  });
  expect(hits).toBe(1);
  console.log(`10,000 messages of 2,000 characters: ${Math.round(milliseconds)} ms`);
});
