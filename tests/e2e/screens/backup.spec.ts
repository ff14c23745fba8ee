/** A backup restores everything in another browser; an invalid file is rejected and changes nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../app.ts';
import { callCard, runEnds, send, transcript } from '../chat.ts';

async function openSettings(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = '#/settings'));
  await expect(page.getByRole('button', { name: 'Back up everything' })).toBeVisible();
}

async function backUp(page: Page, path: string): Promise<void> {
  await openSettings(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Back up everything' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^oneclaw-\d{4}-\d\d-\d\d\.oneclaw$/);
  await download.saveAs(path);
}

async function choose(page: Page, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import a backup' }).click(),
  ]);
  await chooser.setFiles(path);
}

test('a backup of one browser is restored completely in another', async ({ app, appUrl, browser }, info) => {
  const file = info.outputPath('all.oneclaw');
  await send(app, 'What time is it in Tokyo?');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  await app.evaluate(() => window.oneclaw.files.write('notes/größe.txt', 'hello'));
  await app.evaluate(() =>
    window.oneclaw.providers.save({
      ...{ kind: 'openai-chat', label: 'Mine', baseUrl: 'http://localhost:9/v1', model: 'x' },
      apiKey: 'sk-canary-key',
    }),
  );
  await openSettings(app);
  await expect(app.getByText('No backup yet.')).toBeVisible();
  await backUp(app, file);
  await expect(app.getByText('Backup saved:')).toBeVisible();
  await expect(app.getByText('Last backup:')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Back up everything' })).toBeFocused();
  expect(readFileSync(file, 'utf8')).not.toContain('canary');

  const context = await browser.newContext();
  const fresh = await context.newPage();
  await fresh.goto(appUrl);
  await fresh.evaluate(() => window.oneclaw.ready);
  await openSettings(fresh);
  await choose(fresh, file);
  await expect(fresh.getByRole('heading', { name: 'What is in this backup' })).toBeFocused();
  await expect(fresh.getByRole('definition').filter({ hasText: '1 new' })).toHaveCount(4);
  await expect(fresh.getByText('Mine sends chats to http://localhost:9/v1')).toBeVisible();
  await fresh.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(fresh.getByText(/^Imported\. .*Files: 1 · .*Models: 1 · Chats: 1/)).toBeVisible();
  const open = fresh.getByRole('button', { name: 'Import a backup' });
  await expect(open).toBeFocused();
  await expect(fresh.getByText('Enter the API keys of your models again')).toBeVisible();
  expect(await fresh.evaluate(() => window.oneclaw.files.read('notes/größe.txt'))).toBe('hello');
  expect(await fresh.evaluate(() => window.oneclaw.activity.verify())).toEqual({ ok: true, checked: 1 });
  const [session] = await fresh.evaluate(() => window.oneclaw.sessions.list());
  await fresh.evaluate((id) => (location.hash = `#/chat/${id}`), session?.id);
  await expect(callCard(fresh, 'get_current_time')).toHaveAttribute('data-status', 'success');

  // Importing the same backup again adds nothing twice.
  await openSettings(fresh);
  await choose(fresh, file);
  await expect(fresh.getByText('Everything is already here.')).toBeVisible();
  await fresh.getByRole('button', { name: 'Cancel' }).click();
  await expect(open).toBeFocused();
  await context.close();
});

test('a broken file says what is wrong with it, and nothing is changed @long', async ({ app }, info) => {
  const whole = info.outputPath('whole.oneclaw');
  const broken = info.outputPath('broken.oneclaw');
  await app.evaluate(() => window.oneclaw.files.write('a.txt', 'x'.repeat(10_000)));
  await backUp(app, whole);
  await app.evaluate(() => window.oneclaw.files.remove('a.txt'));
  const bytes = readFileSync(whole);
  writeFileSync(broken, bytes.subarray(0, bytes.length / 2));
  await choose(app, broken);
  await expect(app.getByText('This is not a OneClaw backup, or it is incomplete.')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Import a backup' })).toBeFocused();
  bytes[bytes.indexOf('xxxx') + 5_000] = 0;
  writeFileSync(broken, bytes);
  await choose(app, broken);
  await expect(app.getByText('The backup is damaged at workspace/a.txt.')).toContainText(
    'Nothing was changed.',
  );
  expect(await app.evaluate(() => window.oneclaw.files.list('.'))).toEqual([]);
});

test('a backup that is opened with the app is previewed first @long', async ({ app, appUrl }) => {
  await app.evaluate(() => window.oneclaw.files.write('a.txt', 'x'));
  const bytes = await app.evaluate(async () => [
    ...new Uint8Array(await (await window.oneclaw.backup.export()).arrayBuffer()),
  ]);
  await app.evaluate(() => window.oneclaw.files.write('a.txt', 'y'));
  await app.addInitScript((content) => {
    const handle = { getFile: async () => new File([new Uint8Array(content)], 'mine.oneclaw') };
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (take: (launch: object) => void) => take({ files: [handle] }) },
    });
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      query === '(display-mode: standalone)' ? matchMedia('all') : matchMedia(query);
  }, bytes);
  await app.goto('about:blank');
  await app.goto(appUrl);
  await expect(app.getByRole('heading', { name: 'What is in this backup' })).toBeInViewport();
  await expect(app.getByText(/Files that differ are imported into the folder backup-/)).toBeVisible();
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.getByText('Imported. Files: 1.')).toBeVisible();
  expect(await app.evaluate(() => window.oneclaw.files.read('a.txt'))).toBe('y');
});

test('if a backup is long overdue, a note suggests one, and dismissing it is remembered @long', async ({
  app,
}) => {
  const ago = (days: number) => String(Date.now() - days * 24 * 60 * 60_000);
  const note = app.getByText('Your chats and files are only in this browser.');
  const ask = async (text: string) => {
    await send(app, text);
    await expect(transcript(app)).toContainText(text);
    await runEnds(app);
  };
  await app.evaluate((since) => localStorage.setItem('oneclaw.backup-since', since), ago(31));
  await ask('What time is it in Tokyo?');
  await expect(note).toBeVisible();
  await app.getByRole('status').filter({ has: note }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
  await ask('And in Berlin?');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(note).toHaveCount(0);
  await openSettings(app);
  await expect(app.getByText('No backup yet.')).toBeVisible();
});

test('an import can be undone, at once and after its tab died', async ({ app, appUrl }, info) => {
  const file = info.outputPath('all.oneclaw');
  await app.evaluate(() => window.oneclaw.files.write('notes/a.txt', 'hello'));
  await app.evaluate(() => window.oneclaw.prompts.save({ name: 'Greet', text: 'Hello {name}' }));
  await backUp(app, file);
  await app.evaluate(() => window.oneclaw.files.remove('notes'));
  const [saved] = await app.evaluate(() => window.oneclaw.prompts.list());
  await app.evaluate((id) => window.oneclaw.prompts.remove(id), saved?.id ?? '');
  const contents = () =>
    app.evaluate(async () => [
      (await window.oneclaw.prompts.list()).length,
      (await window.oneclaw.files.list('.')).length,
    ]);

  await choose(app, file);
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.getByText('Imported. Files: 1 · Saved prompts: 1.')).toBeVisible();
  expect(await contents()).toEqual([1, 1]);
  const takeBack = app.getByRole('button', { name: 'Undo the import' });
  await takeBack.click();
  await expect(app.getByText('The import was undone.')).toBeVisible();
  expect(await contents()).toEqual([0, 0]);
  await expect(takeBack).toHaveCount(0);

  // The state after a tab died during the import: its record says `writing`, and no engine holds the lock.
  await choose(app, file);
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.getByText('Imported. Files: 1 · Saved prompts: 1.')).toBeVisible();
  await app.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('oneclaw');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no database'));
    });
    const store = database.transaction('imports', 'readwrite').objectStore('imports');
    await new Promise<void>((resolve) => {
      store.getAll().onsuccess = ({ target }) => {
        const [note] = (target as IDBRequest<{ state: string }[]>).result;
        store.put({ ...note, state: 'writing' }).onsuccess = () => resolve();
      };
    });
    database.close();
  });
  await app.goto('about:blank');
  await app.goto(appUrl);
  await expect(app.getByText('An import was interrupted, and only part of it is here.')).toBeVisible();
  await app.getByRole('button', { name: 'Undo the import' }).click();
  await expect(app.getByText('The import was undone.')).toBeVisible();
  await expect(app.getByText('An import was interrupted')).toHaveCount(0);
  expect(await contents()).toEqual([0, 0]);
});

test('a backup with a passphrase opens with it, and with no other @long', async ({ app }, info) => {
  const file = info.outputPath('secret.oneclaw');
  await app.evaluate(() => window.oneclaw.files.write('a.txt', 'hello'));
  await openSettings(app);
  await app.getByRole('button', { name: 'Back up with a passphrase' }).click();
  await app.getByLabel('New passphrase').fill('correct horse battery');
  await app.getByLabel('Repeat the passphrase').fill('correct horse battery');
  const [download] = await Promise.all([
    app.waitForEvent('download'),
    app.getByRole('button', { name: 'Back up everything' }).click(),
  ]);
  await download.saveAs(file);
  expect(readFileSync(file, 'latin1')).not.toContain('a.txt');
  await app.evaluate(() => window.oneclaw.files.remove('a.txt'));
  await choose(app, file);
  await expect(app.getByText('This backup is encrypted. Enter its passphrase.')).toBeVisible();
  const words = app.getByRole('textbox', { name: 'Passphrase' });
  await words.fill('wrong horse battery');
  await app.getByRole('button', { name: 'Open the backup' }).click();
  await expect(app.getByText('Wrong passphrase.')).toBeVisible();
  await words.fill('correct horse battery');
  await app.getByRole('button', { name: 'Open the backup' }).click();
  await expect(app.getByRole('heading', { name: 'What is in this backup' })).toBeVisible();
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.getByText('Imported. Files: 1.')).toBeVisible();
  expect(await app.evaluate(() => window.oneclaw.files.read('a.txt'))).toBe('hello');
});
