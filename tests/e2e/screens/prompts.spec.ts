/**
 * Saved prompts: made from a message, inserted into the composer with `/`, exported to a file and imported.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openMenu, runEnds, send } from '../chat.ts';
import { expect, test } from '../app.ts';
import { axeViolations } from '../axe.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Prompts' }).getByRole('option');

async function openPrompts(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Prompts', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Prompts', exact: true })).toBeVisible();
}

async function openChat(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
}

const save = (page: Page, name: string, text: string) =>
  page.evaluate((draft) => window.oneclaw.prompts.save(draft), { name, text });
const stored = (page: Page) =>
  page.evaluate(async () => (await window.oneclaw.prompts.list()).map(({ name, text }) => ({ name, text })));

test('a message is copied, saved, edited with a placeholder, and inserted after a reload @long', async ({
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await send(app, 'What time is it in Tokyo?');
  await runEnds(app);
  await app.getByRole('button', { name: 'Copy message' }).click();
  await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await app.evaluate(() => navigator.clipboard.readText())).toBe('What time is it in Tokyo?');
  await app.getByRole('button', { name: 'Save as prompt' }).click();
  const dialog = app.getByRole('dialog', { name: 'Save as prompt' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Time');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await openPrompts(app);
  await app.getByRole('link', { name: /^Time/ }).click();
  await app.getByRole('textbox', { name: 'Text' }).fill('What time is it in {city}?');
  await expect(app.getByRole('status').getByText('city', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('link', { name: /in \{city\}/ })).toBeVisible();

  await app.reload();
  await openChat(app);
  await field(app).fill('/ti');
  await expect(options(app)).toHaveCount(1);
  await options(app).first().click();
  await app.getByRole('dialog', { name: 'Time' }).getByRole('textbox', { name: 'city' }).fill('Lima {city}');
  await app.getByRole('button', { name: 'Insert' }).click();
  await expect(field(app)).toHaveValue('What time is it in Lima {city}?');
  await expect(field(app)).toBeFocused();
});

test('the list is filtered, navigated and closed by keys, and a / elsewhere is only a /', async ({ app }) => {
  await save(app, 'Alpha', 'first');
  await save(app, 'Beta', 'second');
  await field(app).press('/');
  await expect(options(app)).toHaveCount(2);
  await expect(field(app)).toBeFocused();
  await field(app).press('ArrowDown');
  await expect(options(app).nth(1)).toHaveAttribute('aria-selected', 'true');
  const active = await options(app).nth(1).getAttribute('id');
  await expect(field(app)).toHaveAttribute('aria-activedescendant', active ?? '');
  await field(app).press('Tab');
  await expect(field(app)).toHaveValue('second');
  await expect(options(app)).toHaveCount(0);
  await field(app).pressSequentially(' or /al');
  await expect(options(app)).toHaveCount(0);

  await field(app).fill('/al');
  await expect(options(app)).toHaveCount(1);
  // The list hears keys once the field names its option.
  await expect(field(app)).toHaveAttribute('aria-activedescendant', /./);
  await field(app).press('Escape');
  await expect(options(app)).toHaveCount(0);
  await app.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(app.getByRole('log').getByText('/al', { exact: true })).toBeVisible();
  await runEnds(app);
  await field(app).fill('/b');
  await field(app).press('Enter');
  await expect(field(app)).toHaveValue('second');
});

test('without saved prompts a / leads to the screen that makes one', async ({ app }) => {
  await field(app).fill('/');
  await expect(app.getByText('No saved prompts yet')).toBeVisible();
  await app.getByRole('link', { name: 'New prompt' }).click();
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByText('Give the prompt a name.')).toBeVisible();
  await app.getByRole('textbox', { name: 'Name' }).fill('One');
  await app.getByRole('textbox', { name: 'Text' }).fill('Text of one');
  await app.getByRole('button', { name: 'Cancel' }).click();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('textbox', { name: 'Text' })).toHaveValue('Text of one');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('link', { name: /^One/ })).toBeVisible();
  expect(await stored(app)).toEqual([{ name: 'One', text: 'Text of one' }]);
});

test('an export can be imported completely, and deleting can be undone', async ({ app }) => {
  for (let at = 1; at <= 11; at++) await save(app, `Prompt ${at}`, `Text ${at} {x}`);
  const before = await stored(app);
  await openPrompts(app);
  await app.getByRole('searchbox', { name: 'Search prompts' }).fill('11');
  await expect(app.getByRole('link', { name: /^Prompt \d/ })).toHaveCount(1);
  await app.getByRole('searchbox', { name: 'Search prompts' }).fill('');
  // Without `canShare`, the app downloads the file; a phone would open the share sheet.
  await app.evaluate(() => Object.defineProperty(navigator, 'canShare', { value: () => false }));
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('oneclaw-prompts.json');
  const file = await readFile(await download.path());

  await app.getByRole('button', { name: 'Delete Prompt 11' }).click();
  await expect(app.getByRole('link', { name: /^Prompt 11/ })).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('link', { name: /^Prompt 11/ })).toBeVisible();
  expect(await stored(app)).toEqual(before);

  await app.getByRole('button', { name: 'Delete Prompt 11' }).click();
  await expect(app.getByRole('link', { name: /^Prompt 11/ })).toHaveCount(0);
  const choose = async (content: Buffer) => {
    const [chooser] = await Promise.all([
      app.waitForEvent('filechooser'),
      app.getByRole('button', { name: 'Import' }).click(),
    ]);
    await chooser.setFiles({ name: 'prompts.json', mimeType: 'application/json', buffer: content });
  };
  await choose(Buffer.from('[{"name": "Bad"}]'));
  await expect(app.getByText(/Could not import: Prompt 1: .* Nothing was added/)).toBeVisible();
  await choose(file);
  await expect(app.getByText('1 prompt added. 10 were already here.')).toBeVisible();
  expect(await stored(app)).toEqual(before);
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme, reducedMotion: 'reduce' });

    test('axe finds no serious problem in the list, form, choice and dialogs @long', async ({ app }) => {
      const shot = (name: string) =>
        process.env.SHOTS ? app.screenshot({ path: `${process.env.SHOTS}-${scheme}-${name}.png` }) : null;
      await openPrompts(app);
      expect(await axeViolations(app), 'empty').toEqual([]);
      await shot('empty');
      await save(app, 'Summarise an article', 'Summarise this for {audience} in five points:\n\n{article}');
      await save(app, 'Weekly review', 'What did I finish this week? Look into my notes and list it by day.');
      await save(app, 'Translate', 'Translate into {language}: {text}');
      await expect(app.getByRole('link', { name: /^Translate/ })).toBeVisible();
      expect(await axeViolations(app), 'list').toEqual([]);
      await shot('list');
      await app.getByRole('link', { name: /^Translate/ }).click();
      await expect(app.getByRole('textbox', { name: 'Text' })).toBeVisible();
      expect(await axeViolations(app), 'form').toEqual([]);
      await shot('form');
      await app.evaluate(() => (location.hash = '#/chat'));
      await field(app).fill('/');
      await expect(options(app)).toHaveCount(3);
      expect(await axeViolations(app), 'choice').toEqual([]);
      await shot('choice');
      await options(app).first().click();
      await expect(app.getByRole('dialog')).toBeVisible();
      expect(await axeViolations(app), 'placeholders').toEqual([]);
      await shot('fill');
      await app.keyboard.press('Escape');
      await field(app).fill('What time is it in Tokyo?');
      await app.getByRole('button', { name: 'Send', exact: true }).click();
      await runEnds(app);
      await shot('message');
      await app.getByRole('button', { name: 'Save as prompt' }).click();
      await expect(app.getByRole('dialog')).toBeVisible();
      expect(await axeViolations(app), 'save').toEqual([]);
      await shot('save');
    });
  });
}
