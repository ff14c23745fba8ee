/** A thousand chats: the list is virtualised, and keeps both the focus and the scroll position. */
import type { Locator, Page } from '@playwright/test';
import { openMenu } from '../../chat.ts';
import { expect, test } from '../../app.ts';

const count = 1_000;
const day = 86_400_000;

/** Writes the chats directly into IndexedDB. `Chat 1` is the newest, and the first few are from today. */
async function storeChats(page: Page): Promise<void> {
  await page.evaluate(
    async ({ chats, ago }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('oneclaw');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('The database did not open.'));
      });
      const transaction = database.transaction('sessions', 'readwrite');
      const now = Date.now();
      for (let at = 1; at <= chats; at++)
        transaction.objectStore('sessions').put({
          id: `session_${at}`,
          title: `Chat ${at}`,
          agent: 'agent_everyday',
          head: null,
          updated: (at <= 3 ? now : now - 2 * ago) - at,
        });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    },
    { chats: count, ago: day },
  );
  await page.reload();
  await page.evaluate(() => window.oneclaw.ready);
  await openMenu(page);
  await expect(chat(page, 1)).toBeVisible();
}

const list = (page: Page) => page.getByRole('region', { name: 'Chats', exact: true });
const chat = (page: Page, number: number) =>
  list(page).getByRole('link', { name: `Chat ${number}`, exact: true });
const rename = (page: Page, number: number, title: string) =>
  page.evaluate(({ id, name }) => window.oneclaw.sessions.update(id as never, { title: name }), {
    id: `session_${number}`,
    name: title,
  });

async function scrollTo(page: Page, share: number): Promise<void> {
  await list(page).evaluate((box, part) => (box.scrollTop = part * box.scrollHeight), share);
}

const heightOf = (page: Page) => list(page).evaluate((box) => box.scrollHeight);

async function topOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => element.getBoundingClientRect().top);
}

test('it renders only the visible rows at any scroll position, and announces their total number', async ({
  app,
}) => {
  await storeChats(app);
  const rows = list(app).getByRole('listitem');
  const last = rows.filter({ has: app.getByRole('link', { name: `Chat ${count}`, exact: true }) });
  expect(await rows.count()).toBeLessThan(60);
  await expect(list(app).getByRole('heading')).toHaveText(['Today', 'Earlier']);
  await expect(list(app).getByRole('region', { name: 'Today' }).getByRole('link')).toHaveCount(3);
  await scrollTo(app, 1);
  await expect(chat(app, count)).toBeInViewport();
  await expect(last).toHaveAttribute('aria-posinset', `${count - 3}`);
  await expect(last).toHaveAttribute('aria-setsize', `${count - 3}`);
  expect(await rows.count()).toBeLessThan(60);
  await scrollTo(app, 0.5);
  await expect(chat(app, 502)).toBeInViewport();
  await chat(app, 502).click();
  await expect(app).toHaveURL(/session_502/);
});

test('the focus stays on its row, and Tab continues from there', async ({ app }) => {
  await storeChats(app);
  await chat(app, 2).focus();
  await scrollTo(app, 0.5);
  await expect(chat(app, 502)).toBeInViewport();
  await expect(chat(app, 2)).toBeFocused();
  await app.keyboard.press('Tab');
  await app.keyboard.press('Tab');
  await expect(chat(app, 3)).toBeFocused();
  await expect(chat(app, 3)).toBeInViewport();
  // Beyond the rows that were rendered at first.
  for (let step = 3; step < 60; step++) {
    await app.keyboard.press('Tab');
    await app.keyboard.press('Tab');
  }
  await expect(chat(app, 60)).toBeFocused();
  await expect(chat(app, 60)).toBeInViewport();
});

test('visible rows stay in place when a chat moves to the top', async ({ app }) => {
  await storeChats(app);
  await scrollTo(app, 0.5);
  await expect(chat(app, 502)).toBeInViewport();
  const [before, height] = [await topOf(chat(app, 502)), await heightOf(app)];
  await app.evaluate(async () => void (await window.oneclaw.chat.send('What time is it in Tokyo?')));
  await expect.poll(() => heightOf(app)).toBeGreaterThan(height);
  expect(Math.abs((await topOf(chat(app, 502))) - before)).toBeLessThan(1);
  await scrollTo(app, 0);
  await expect(list(app).getByRole('link', { name: 'What time is it in Tokyo?' })).toBeInViewport();
  await rename(app, 2, 'Another name');
  await expect(list(app).getByRole('link', { name: 'Another name' })).toBeInViewport();
});

test('the search finds chats that are not rendered, and clearing it shows the list again', async ({
  app,
}) => {
  await storeChats(app);
  const field = app.getByRole('searchbox', { name: 'Search chats' });
  await field.fill('Chat 777');
  await expect(chat(app, 777)).toBeVisible();
  await field.fill('');
  await expect(chat(app, 1)).toBeVisible();
  await scrollTo(app, 1);
  await expect(chat(app, count)).toBeInViewport();
});
