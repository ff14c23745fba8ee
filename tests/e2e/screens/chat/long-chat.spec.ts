/** Ten thousand messages: the chat opens at its end, and older messages load on scroll. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

/** Writes the messages directly into IndexedDB, because that many real answers would take too long. */
async function storeLongChat(page: Page, count: number): Promise<void> {
  await page.evaluate(async (messages) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('oneclaw');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('The database did not open.'));
    });
    const transaction = database.transaction(['sessions', 'messages'], 'readwrite');
    const session = 'session_long';
    for (let at = 1; at <= messages; at++)
      transaction.objectStore('messages').put({
        id: `message_${at}`,
        session,
        parent: at === 1 ? null : `message_${at - 1}`,
        order: at,
        run: `run_${Math.ceil(at / 2)}`,
        role: at % 2 ? 'user' : 'assistant',
        parts: [{ type: 'text', text: `Message number ${at}. ${'Some **more** words. '.repeat(at % 7)}` }],
        at,
      });
    transaction.objectStore('sessions').put({
      id: session,
      title: 'A long one',
      agent: 'agent_everyday',
      head: `message_${messages}`,
      updated: Date.now(),
    });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, count);
  await page.evaluate(() => (location.hash = '#/chat/session_long'));
  await page.reload();
  await page.evaluate(() => window.oneclaw.ready);
}

const shown = (page: Page) => page.locator('[data-turn]').count();

test('it opens at its end, continues there, and scrolls back to its first message @long', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  await storeLongChat(app, 300);
  await expect(transcript(app)).toContainText('Message number 300.');
  await expect(transcript(app)).not.toContainText('Message number 200.');
  expect(await shown(app)).toBeLessThan(120);

  await send(app, 'Are you?');
  // The history exceeds the context window, so it is summarised first.
  await expect(transcript(app)).toContainText('You said: Are you?', { timeout: 20_000 });
  await runEnds(app);

  await app.evaluate(async () => {
    const scroller = document.querySelector('.scroller');
    if (!scroller) throw new Error('There is nothing to scroll.');
    while (document.querySelectorAll('[data-turn]').length < 151) {
      scroller.scrollTop = 0;
      await new Promise(requestAnimationFrame);
    }
  });
  expect(await shown(app)).toBe(151);
  await expect(app.locator('[data-turn]').first()).toContainText('Message number 1.');
  await app.getByRole('button', { name: 'Scroll to bottom' }).click();
  await expect(app.getByText('You said: Are you?')).toBeInViewport();
  await server.close();
});

test('the visible text stays in place when older messages load above it', async ({ app }) => {
  await storeLongChat(app, 400);
  await expect(transcript(app)).toContainText('Message number 400.');
  const before = await shown(app);
  const moved = await app.evaluate(async () => {
    const scroller = document.querySelector('.scroller');
    if (!scroller) throw new Error('There is nothing to scroll.');
    scroller.scrollTop = 0;
    // The first turn may be the end of an answer whose question is about to load, so take the second one.
    const read = document.querySelectorAll('[data-turn]')[1];
    const place = () => read?.getBoundingClientRect().top ?? 0;
    const start = place();
    const count = document.querySelectorAll('[data-turn]').length;
    while (document.querySelectorAll('[data-turn]').length === count)
      await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return Math.abs(place() - start);
  });
  expect(await shown(app)).toBeGreaterThan(before);
  expect(moved).toBeLessThan(40);
});

test('a script gets all messages', async ({ app }) => {
  await storeLongChat(app, 300);
  const view = await app.evaluate(() => window.oneclaw.sessions.get('session_long'));
  expect(view?.messages).toHaveLength(300);
});

test('a long text of the user is shown in part, completely on a tap, and copied and sent completely @long', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  const rest = 'what was pasted, word by word. '.repeat(6);
  // Every second line is empty, because the text is cut after an empty line.
  const lines = Array.from({ length: 200 }, (_, at) =>
    at % 2 ? '' : `Line ${String(at / 2 + 1).padStart(3, '0')} of ${rest}`.trim(),
  );
  const text = lines.join('\n');
  await send(app, text);
  await expect
    .poll(() => server.requests.some(({ body }) => JSON.stringify(body).includes('Line 100 of')))
    .toBe(true);
  await runEnds(app);
  const own = app.locator('[data-message]').first();
  // Check it right after sending, and again after a reload.
  for (const isAgain of [false, true]) {
    if (isAgain) await app.reload();
    await expect(own).toContainText('Line 010 of');
    await expect(own).not.toContainText('Line 030 of');
    await own.getByRole('button', { name: 'Show all' }).click();
    await expect(own).toContainText('Line 100 of');
    await expect(own.getByRole('button', { name: 'Show all' })).toBeHidden();
  }
  // Every line occurs once, separated from the next one, including empty lines. Content out of view has no
  // layout.
  await own.evaluate((element) => {
    for (const each of element.querySelectorAll('div')) each.style.contentVisibility = 'visible';
  });
  const tops = await own.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: [number, number][] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { index, 1: line } of node.nodeValue?.matchAll(/Line (\d+) of/g) ?? []) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 4);
        found.push([Number(line), range.getBoundingClientRect().top]);
      }
    return found;
  });
  expect(tops.map(([line]) => line)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  // All lines have the same length, so the distances between them must be equal.
  const gaps = tops.slice(1).map(([, top], at) => top - (tops[at]?.[1] ?? 0));
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(2);
  await server.close();
});
