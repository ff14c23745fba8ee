/** Real folders: opened as a copy, changed by agents, looked through, written back; and the tree beside the list. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../app.ts';
import { fakePicker, outside, readOutside } from '#tests/fixtures/memory/real-folder.mjs';

const recipes = { 'soup.md': 'water\nsalt\n', 'cakes/apple.md': 'apples\n', 'node_modules/x.js': 'x' };

test.beforeEach(async ({ page }) => fakePicker(page));

const button = (app: Page, name: string | RegExp) => app.getByRole('button', { name, exact: true });
const change = (app: Page, path: string) => app.getByRole('group', { name: path, exact: true });
const tick = (app: Page, path: string) => app.getByRole('checkbox', { name: `Write ${path}` });
const tool = (app: Page, name: string, values: Record<string, string>) =>
  app.evaluate(([name, values]) => window.oneclaw.tools.call(name, values), [name, values] as const);
const write = (app: Page, path: string, content: string) => tool(app, 'write_file', { path, content });

async function openRecipes(app: Page, contents: Record<string, string> = recipes): Promise<void> {
  await outside(app, contents);
  await app.evaluate(() => (location.hash = '#/files'));
  await button(app, 'Open a folder of this device').click();
  await button(app, 'Copy').click();
  await expect(app.getByRole('heading', { level: 1, name: 'Recipes' })).toBeVisible();
}

async function showChanges(app: Page): Promise<void> {
  await app.getByRole('link', { name: 'Changes' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Changes to Recipes' })).toBeVisible();
}

async function faults(app: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: app })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

test('a folder is opened as a copy, an agent works in it, and what was ticked is written back', async ({
  app,
}) => {
  await outside(app, recipes);
  await app.evaluate(() => (location.hash = '#/files'));
  await button(app, 'Open a folder of this device').click();
  const sheet = app.getByRole('dialog', { name: 'Copy Recipes into Files' });
  await expect(sheet).toContainText('Files: 2.');
  await sheet.getByText('Left out').click();
  await expect(sheet).toContainText(/Made or kept by programs: .node_modules/);
  expect(await faults(app), 'sheet').toEqual([]);
  await button(app, 'Copy').click();
  await expect(app.getByText('Copy of Recipes on this device')).toBeVisible();
  expect(await app.evaluate(() => window.oneclaw.files.read('Recipes/cakes/apple.md'))).toBe('apples\n');

  await app.evaluate(() =>
    window.oneclaw.chat.send("Write 'water, salt, pepper' to Recipes/soup.md", {}).then(() => undefined),
  );
  await write(app, 'Recipes/new/tea.md', 'leaves');
  await tool(app, 'delete_file', { path: 'Recipes/cakes/apple.md' });
  expect(await readOutside(app, 'soup.md')).toBe('water\nsalt\n');

  await showChanges(app);
  await expect(tick(app, 'soup.md')).toBeChecked();
  await expect(tick(app, 'new/tea.md')).toBeChecked();
  await expect(tick(app, 'cakes/apple.md')).not.toBeChecked();
  await change(app, 'soup.md').getByRole('button', { name: /soup/ }).click();
  await expect(change(app, 'soup.md').locator('ins')).toContainText('pepper');
  expect(await faults(app), 'changes').toEqual([]);
  await button(app, 'Write to the folder').click();
  await expect(app.getByText('Written to the folder: 2.')).toBeVisible();
  expect(await readOutside(app, 'soup.md')).toContain('pepper');
  expect(await readOutside(app, 'new/tea.md')).toBe('leaves');
  expect(await readOutside(app, 'cakes/apple.md')).toBe('apples\n');

  await tick(app, 'cakes/apple.md').check();
  await button(app, 'Write to the folder').click();
  await expect(app.getByText('The copy and the folder are alike.')).toBeVisible();
  expect(await readOutside(app, 'cakes/apple.md')).toBe('');
  expect(await readOutside(app, 'node_modules/x.js')).toBe('x');
});

test('a file that both sides changed is asked about, and neither version is lost', async ({ app }) => {
  await openRecipes(app);
  await write(app, 'Recipes/soup.md', 'mine');
  await write(app, 'Recipes/cakes/apple.md', 'my apples');
  await outside(app, { 'soup.md': 'theirs', 'cakes/apple.md': 'their apples' });
  await showChanges(app);
  await expect(tick(app, 'soup.md')).not.toBeChecked();
  await expect(change(app, 'soup.md')).toContainText('It changed in the folder, too.');
  expect(await faults(app), 'conflict').toEqual([]);

  await change(app, 'cakes/apple.md').getByRole('button', { name: 'Take the folder’s version' }).click();
  await expect(change(app, 'cakes/apple.md')).toBeHidden();
  expect(await app.evaluate(() => window.oneclaw.files.read('Recipes/cakes/apple.md'))).toBe('their apples');

  await tick(app, 'soup.md').check();
  await button(app, 'Write to the folder').click();
  await expect(app.getByText('What was written over is kept in Recipes (replaced).')).toBeVisible();
  expect(await readOutside(app, 'soup.md')).toBe('mine');
  expect(await app.evaluate(() => window.oneclaw.files.read('Recipes (replaced)/soup.md'))).toBe('theirs');
});

test('what changed after the look is not written over', async ({ app }) => {
  await openRecipes(app);
  await write(app, 'Recipes/soup.md', 'mine');
  await showChanges(app);
  await expect(tick(app, 'soup.md')).toBeChecked();
  await outside(app, { 'soup.md': 'meanwhile' });
  await button(app, 'Write to the folder').click();
  await expect(app.getByText(/soup.md: left as it is, because it changed/)).toBeVisible();
  expect(await readOutside(app, 'soup.md')).toBe('meanwhile');
});

test('what changed outside is fetched again, and a tap brings back what was here', async ({ app }) => {
  await openRecipes(app);
  await outside(app, { 'soup.md': 'new soup', 'tea.md': 'leaves', 'cakes/apple.md': null });
  await showChanges(app);
  await expect(app.getByRole('heading', { name: 'Changed in the folder' })).toBeVisible();
  await button(app, 'Fetch again').click();
  await expect(app.getByText('Fetched from Recipes: 3.')).toBeVisible();
  const read = (path: string) =>
    app.evaluate((path) => window.oneclaw.files.read(path).catch(() => 'none'), path);
  expect(await read('Recipes/soup.md')).toBe('new soup');
  expect(await read('Recipes/cakes/apple.md')).toBe('none');
  await button(app, 'Undo').click();
  await expect.poll(() => read('Recipes/cakes/apple.md')).toBe('apples\n');
  expect(await read('Recipes/soup.md')).toBe('water\nsalt\n');
});

test('after a restart the browser is asked with a tap, and a refusal is said and changes nothing', async ({
  app,
}) => {
  await openRecipes(app);
  await write(app, 'Recipes/soup.md', 'mine');
  await app.evaluate(() => localStorage.setItem('access', 'prompt'));
  await app.reload();
  await showChanges(app);
  await expect(app.getByText(/wants your yes again/)).toBeVisible();
  expect(await faults(app), 'asking').toEqual([]);
  await button(app, 'Allow access').click();
  await expect(tick(app, 'soup.md')).toBeChecked();

  await app.evaluate(() => localStorage.setItem('access', 'denied'));
  await button(app, 'Write to the folder').click();
  await expect(app.getByText(/did not let OneClaw into Recipes/)).toBeVisible();
  expect(await faults(app), 'refused').toEqual([]);
  expect(await readOutside(app, 'soup.md')).toBe('water\nsalt\n');
  await app.evaluate(() => localStorage.setItem('access', 'granted'));
  await button(app, 'Allow access').click();
  await button(app, 'Write to the folder').click();
  await expect.poll(() => readOutside(app, 'soup.md')).toBe('mine');
});

test('a folder that is disconnected is forgotten, its copy stays, and it can be opened again', async ({
  app,
}) => {
  await openRecipes(app);
  await showChanges(app);
  await button(app, 'Disconnect').click();
  await expect(app.getByText('Recipes is disconnected.')).toBeVisible();
  await expect(app.getByText('Copy of Recipes on this device')).toBeHidden();
  expect(await app.evaluate(() => window.oneclaw.files.read('Recipes/soup.md'))).toBe('water\nsalt\n');
  await app.evaluate(() => (location.hash = '#/files'));
  await button(app, 'Open a folder of this device').click();
  await button(app, 'Copy').click();
  await expect(app.getByRole('heading', { level: 1, name: 'Recipes (2)' })).toBeVisible();
  await app.evaluate(() => (location.hash = '#/files'));
  // The same folder again is no second copy.
  await button(app, 'Open a folder of this device').click();
  await expect(app.getByRole('heading', { level: 1, name: 'Recipes (2)' })).toBeVisible();
});

test('a folder that is gone is told from an empty one', async ({ app }) => {
  await openRecipes(app);
  await app.evaluate(async () =>
    (await navigator.storage.getDirectory()).removeEntry('Recipes', { recursive: true }),
  );
  await showChanges(app);
  await expect(app.getByText(/Recipes cannot be found/)).toBeVisible();
  await outside(app, recipes);
  await button(app, 'Try again').click();
  await expect(app.getByText('The copy and the folder are alike.')).toBeVisible();
});

test('tools cannot reach the folder itself, whatever they are asked for', async ({ app }) => {
  await openRecipes(app);
  for (const path of ['Recipes/../../Recipes/soup.md', '/Recipes/soup.md', '../Recipes/soup.md'])
    expect(await tool(app, 'read_file', { path })).toMatchObject({ error_type: 'path_not_allowed' });
});

test('the tree is walked with the keyboard, follows what agents make, and marks where one is', async ({
  app,
}) => {
  // Beside the list only where there is room for it.
  await app.setViewportSize({ width: 1_280, height: 800 });
  await write(app, 'a/deep/one.txt', '1');
  await write(app, 'b/two.txt', '2');
  await app.evaluate(() => (location.hash = '#/files'));
  const tree = app.getByRole('tree', { name: 'Folders' });
  const item = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  await expect(tree.getByRole('treeitem')).toHaveText(['Files', 'a', 'b']);
  await item('Files').focus();
  await app.keyboard.press('ArrowDown');
  await expect(item('a')).toBeFocused();
  await app.keyboard.press('ArrowRight');
  await expect(item('deep')).toBeVisible();
  await expect(item('a')).toHaveAttribute('aria-expanded', 'true');
  await app.keyboard.press('ArrowRight');
  await expect(item('deep')).toBeFocused();
  await app.keyboard.press('ArrowLeft');
  await app.keyboard.press('ArrowLeft');
  await expect(item('deep')).toBeHidden();
  await app.keyboard.press('End');
  await expect(item('b')).toBeFocused();
  await app.keyboard.press('Home');
  await app.keyboard.press('b');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { level: 1, name: 'b' })).toBeVisible();
  await expect(item('b')).toHaveAttribute('aria-current', 'page');
  expect(await faults(app), 'tree').toEqual([]);
  await write(app, 'c/three.txt', '3');
  await expect(item('c')).toBeVisible();
  await app.evaluate(() => (location.hash = '#/files/a/deep'));
  await expect(item('deep')).toHaveAttribute('aria-current', 'page');
});

test('on a narrow screen the tree is a tap away', async ({ app }) => {
  await app.setViewportSize({ width: 412, height: 800 });
  await write(app, 'a/deep/one.txt', '1');
  await app.evaluate(() => (location.hash = '#/files'));
  await button(app, 'Folders').click();
  await app.getByRole('treeitem', { name: 'a', exact: true }).click();
  await expect(app.getByRole('tree')).toBeHidden();
  await expect(app.getByRole('heading', { level: 1, name: 'a' })).toBeVisible();
});

test('where the browser has no picker, nothing is offered', async ({ app }) => {
  await app.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined }));
  await app.reload();
  await app.evaluate(() => (location.hash = '#/files'));
  await expect(button(app, 'New folder')).toBeVisible();
  await expect(button(app, 'Open a folder of this device')).toBeHidden();
});
