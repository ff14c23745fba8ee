/** Nothing is wider than the screen: on small phones, with large text, with long names. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { languageCodes } from '#shared/text/index.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

const longName = 'A very long name of a provider that someone typed in, number 60';
const longModel = 'a-model-with-quite-a-long-name-of-its-own';

/** Elements that extend beyond the page, or beyond a scroller that would clip them. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const right = document.documentElement.clientWidth;
    const boxes = [document.documentElement, ...document.querySelectorAll('.scroller, .sheet, main footer')];
    const controls = [...document.querySelectorAll('main :is(button, input, textarea, label, h1, h2, p)')];
    return [
      ...boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className || box.tagName),
      ...controls
        // Ignore rows that scroll sideways by design.
        .filter((control) => !control.closest('pre, div:has(> table), div:has(> .chip)'))
        .filter((control) => control.getClientRects().length > 0)
        .filter((control) => control.getBoundingClientRect().right > right + 1)
        .map((control) => `${control.tagName} ${control.className} ${control.textContent.slice(0, 60)}`),
    ];
  });

for (const scale of [100, 200]) {
  test(`fits 320 pixels with text at ${scale} %`, async ({ app }) => {
    const server = await startChatServer({ models: [longModel] });
    await app.setViewportSize({ width: 320, height: 640 });
    await app.evaluate(
      ([url, label, model]) =>
        window.oneclaw.providers.save({
          kind: 'openai-chat',
          label,
          baseUrl: url,
          model,
        }),
      [server.url, longName, longModel] as const,
    );
    await app.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), scale);
    server.enqueue({
      text: 'An answer with `a_long_piece_of_code_that_does_not_break_anywhere_at_all`.\n\n```\ncode\n```',
    });
    await send(app, 'Hello');
    await runEnds(app);
    await expect(transcript(app).locator('pre')).toBeVisible();
    expect(await tooWide(app), 'chat').toEqual([]);

    const pending = app.evaluate(() =>
      window.oneclaw.tools.call('http_request', { url: 'http://localhost:9/' }),
    );
    await expect(app.getByRole('alertdialog')).toBeVisible();
    expect(await tooWide(app), 'question').toEqual([]);
    await app.getByRole('button', { name: 'Not now' }).click();
    await pending;

    await app.evaluate(() => (location.hash = '#/settings'));
    await expect(app.getByRole('heading', { name: 'About' })).toBeVisible();
    expect(await tooWide(app), 'settings').toEqual([]);
    await app.evaluate(async () => {
      await window.oneclaw.files.write(`Folder/${'a-long-name-'.repeat(12)}.txt`, 'word '.repeat(400));
      location.hash = '#/files/Folder';
    });
    await expect(app.getByRole('link', { name: /a-long-name/ })).toBeVisible();
    expect(await tooWide(app), 'files').toEqual([]);
    await app.getByRole('button', { name: /More for/ }).click();
    expect(await tooWide(app), 'what can be done with a file').toEqual([]);
    await app.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    expect(await tooWide(app), 'new name').toEqual([]);
    await app.keyboard.press('Escape');
    await app.getByRole('link', { name: /a-long-name/ }).click();
    await app.getByRole('textbox', { name: /^Text of/ }).press('a');
    expect(await tooWide(app), 'file').toEqual([]);
    await app.evaluate(() => (location.hash = '#/settings/provider/new'));
    await app.getByRole('button', { name: 'Save' }).click();
    await expect(app.getByRole('textbox', { name: 'Base URL' })).toBeFocused();
    expect(await tooWide(app), 'form').toEqual([]);
    await server.close();
  });
}

test('a long name of a model does not widen the page', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url, { model: 'x'.repeat(80) });
  await app.evaluate(() => (location.hash = '#/chat'));
  expect(await tooWide(app)).toEqual([]);
  await server.close();
});

test('the font size of a chat follows the browser’s setting', async ({ app }) => {
  await send(app, 'Write hello to a.txt and then read it back');
  await runEnds(app);
  const sizes = () =>
    app.evaluate(() =>
      [
        '[role=log] [aria-expanded] > span + span',
        '[role=log] [aria-expanded] .own-language',
        '[role=log] [aria-expanded] code',
        'main header [aria-haspopup] > span > span + span',
        '[role=log] pre',
      ].map((selector) => {
        const element = document.querySelector(selector);
        return element ? parseFloat(getComputedStyle(element).fontSize) : selector;
      }),
    );
  await expect(transcript(app).locator('pre')).toBeVisible();
  const before = await sizes();
  await app.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await sizes()).toEqual(before.map((size) => Number(size) * 2));
});

test('the form marks, describes and focuses the field that is missing', async ({ app }) => {
  await app.evaluate(() => (location.hash = '#/settings/provider/new'));
  const url = app.getByRole('textbox', { name: 'Base URL' });
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(url).toBeFocused();
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(url).toHaveAccessibleDescription(/Enter the base URL/);
  await url.fill('localhost:1/v1');
  await expect(url).not.toHaveAttribute('aria-invalid');
  await app.getByRole('button', { name: 'Test connection' }).click();
  const model = app.getByRole('textbox', { name: 'Model' });
  await expect(model).toBeFocused();
  await expect(model).toHaveAccessibleDescription(/Enter a model/);
});

test('two models of one server are told apart in the bar', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url, { model: 'model-one' });
  const second = await addServer(app, server.url, { model: 'model-two' });
  const bar = app.getByRole('button', { name: /Everyday/ });
  await bar.click();
  await app.getByRole('button', { name: /model-two/ }).click();
  await expect(bar).toContainText('model-two');
  expect(second).toBeTruthy();
  await server.close();
});

test('another language is used at once, mirrored if it is written from right to left, and is kept', async ({
  app,
}) => {
  await app.evaluate(() => (location.hash = '#/settings'));
  await app.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(app.getByRole('heading', { name: 'الإعدادات' })).toBeVisible();
  await expect(app.locator('html')).toHaveAttribute('dir', 'rtl');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('lang', 'ar');
  await app.evaluate(() => (location.hash = '#/chat'));
  // The guide is asked in the new language, with words that it knows, and calls a tool.
  await app.getByRole('button', { name: 'What time is it in Tokyo?' }).click();
  await expect(callCard(app, 'get_current_time')).toBeVisible();
  const width = await app.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width[0]).toBe(width[1]);
  // Names in Latin letters are beside their icon.
  await app.evaluate(() => window.oneclaw.files.write('note.md', 'x'));
  await app.evaluate(() => (location.hash = '#/files'));
  const name = app.getByRole('link', { name: /note\.md/ }).locator('bdi');
  await expect(name).toHaveCSS('text-align', 'right');
  await expect(name).toHaveCSS('direction', 'ltr');
});

test('every language fits 320 pixels @long', async ({ app }) => {
  test.setTimeout(180_000);
  await app.setViewportSize({ width: 320, height: 640 });
  await app.evaluate(() => window.oneclaw.tools.call('get_current_time'));
  const wide: string[] = [];
  for (const code of languageCodes) {
    await app.evaluate((language) => localStorage.setItem('oneclaw.language', language), code);
    await app.reload();
    await expect(app.locator('html')).toHaveAttribute('lang', code);
    for (const view of [
      'chat',
      'agents',
      'agents/new',
      'tools',
      'files',
      'activity',
      'settings',
      'settings/provider/new',
    ]) {
      await app.evaluate((hash) => (location.hash = `#/${hash}`), view);
      await expect(app.locator('main :is(h2, form, [role=log] button, li, .row)').first()).toBeVisible();
      wide.push(...(await tooWide(app)).map((what) => `${code} ${view}: ${what}`));
    }
  }
  expect(wide).toEqual([]);
});
