/** What index.html shows before any module has run, and that nothing moves when the app takes over. */
import type { Page } from '@playwright/test';
import { expect, test, watchProblems } from '../app.ts';

const modules = '**/assets/*.js';
const scripts = '**/*.js';

async function openWithout(page: Page, blocked: string, url: string): Promise<void> {
  await page.route(blocked, (route) => route.abort());
  await page.goto(url);
}

/**
 * Positions of the visible icons. The icon in the agent's button is left out, because names change its
 * position.
 */
const seenIcons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#app :is(.icon, svg:not(.mark))')]
      .filter((icon) => icon.checkVisibility({ visibilityProperty: true }))
      .filter((icon) => !icon.closest('[aria-haspopup]') && !icon.parentElement?.querySelector('.mark'))
      .map((icon) => {
        const { x, y, width, height } = icon.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
  );

/** Number of entries in `src/ui/screens.ts`; on a phone they are behind the menu. */
const screens = 10;
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 840;
/** Menu or navigation, new chat, attach, dictate and send. */
const iconsOf = (page: Page) => (isPhone(page) ? 1 : screens) + 4;

/** The second line of the agent's button. It arrives with the list of models and must not move the bar. */
const modelName = (page: Page) => page.locator('[aria-haspopup="dialog"] .mark + span > span').nth(1);

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('the first paint has the frame of the app before any script ran, and nothing that does not work yet', async ({
  page,
  appUrl,
}) => {
  await openWithout(page, scripts, appUrl);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true }),
      ),
  );
  expect(paint).toBeGreaterThan(0);
  expect(await seenIcons(page)).toHaveLength(iconsOf(page));
  await expect(page.locator('#app .mark').last()).toBeVisible();
  await expect(page.locator('#app :is(button, a, input, textarea)')).toHaveCount(0);
});

test('nothing moves when the app takes over', async ({ page, appUrl, context }) => {
  const problems = watchProblems(page);
  await openWithout(page, modules, appUrl);
  const before = await seenIcons(page);
  expect(before).toHaveLength(iconsOf(page));
  const other = await context.newPage();
  await other.goto(appUrl);
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(modelName(other)).toBeVisible();
  const after = await seenIcons(other);
  expect(after).toEqual(expect.arrayContaining(before));
  const colour = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(await page.locator('.first-off').evaluate(colour)).toBe(
    await other.getByRole('button', { name: 'Send' }).evaluate(colour),
  );
  await expect(other.getByRole('textbox', { name: 'Message' })).toHaveCount(1);
  await expect(other.locator('#app > *')).toHaveCount(1);
  expect(problems).toEqual([]);
});

test('an address of another screen does not show the chat first', async ({ page, appUrl }) => {
  await openWithout(page, modules, `${appUrl}#/settings`);
  // Wide screens show the navigation.
  expect(await seenIcons(page)).toHaveLength(isPhone(page) ? 0 : screens);
});

for (const address of ['#/chat', '#/chat/some-chat', '#/incoming/link/x'])
  test(`${address} shows the frame of a chat first`, async ({ page, appUrl }) => {
    await openWithout(page, modules, appUrl + address);
    expect(await seenIcons(page)).toHaveLength(iconsOf(page));
  });

test('the first paint has the colours of the system without a script, or the chosen ones', async ({
  page,
  appUrl,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openWithout(page, scripts, appUrl);
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await page.unroute(scripts);
  await page.evaluate(() => localStorage.setItem('oneclaw.theme', 'light'));
  await openWithout(page, modules, appUrl);
  expect(await background(page)).toBe(light);
});

test.describe('in a language that is written from right to left', () => {
  test.use({ locale: 'ar-EG' });

  test('the first paint is mirrored as the app is', async ({ page, appUrl, context }) => {
    await openWithout(page, modules, appUrl);
    const before = await seenIcons(page);
    const other = await context.newPage();
    await other.goto(appUrl);
    await expect(other.locator('textarea')).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(modelName(other)).toBeVisible();
    const after = await seenIcons(other);
    expect(after).toEqual(expect.arrayContaining(before));
  });
});
