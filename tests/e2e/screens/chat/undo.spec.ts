/** Undo of the file changes of a run, also after a reload, completely or in part. */
import type { Page } from '@playwright/test';
import {
  startChatServer,
  type ChatServer,
  type ReplyCall,
} from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer();
});
test.afterEach(() => server.close());

/** Writes files as the user, and then starts a run with these calls. */
async function change(app: Page, files: Record<string, string>, calls: ReplyCall[]): Promise<void> {
  await app.evaluate(async (files) => {
    for (const [path, content] of Object.entries(files)) await window.oneclaw.files.write(path, content);
  }, files);
  await addServer(app, server.url);
  server.enqueue({ calls });
  server.enqueue({ text: 'Done.' });
  await send(app, 'Do it');
  await expect(transcript(app)).toContainText('Done.');
  await runEnds(app);
}

const read = (app: Page, path: string) =>
  app.evaluate((path) => window.oneclaw.files.read(path).catch(String), path);
const undoButton = (app: Page) => transcript(app).getByRole('button', { name: 'Undo changes', exact: true });

test(
  'a run that changed files offers undo, also after a reload, and all files are restored',
  { tag: '@core' },
  async ({ app }) => {
    await change(app, { 'a.txt': 'one\n', 'docs/b.txt': 'bee\n', 'docs/deep/c.txt': 'sea\n' }, [
      { name: 'edit', arguments: { path: 'a.txt', old_string: 'one', new_string: 'two' } },
      { name: 'delete_file', arguments: { path: 'docs', recursive: true } },
      { name: 'write_file', arguments: { path: 'new/d.txt', content: 'dee' } },
    ]);
    await expect(transcript(app).getByText('4 files changed')).toBeVisible();
    await app.reload();
    await app.evaluate(() => window.oneclaw.ready);

    await transcript(app).getByRole('button', { name: '4 files changed' }).click();
    const changed = transcript(app).getByRole('group', { name: 'a.txt', exact: true });
    await changed.getByRole('button', { name: /Changed/ }).click();
    await expect(changed.locator('del')).toHaveText('-one');
    await expect(changed.locator('ins')).toHaveText('+two');

    await undoButton(app).click();
    await expect(undoButton(app)).toHaveCount(0);
    expect(await read(app, 'a.txt')).toBe('one\n');
    expect(await read(app, 'docs/b.txt')).toBe('bee\n');
    expect(await read(app, 'docs/deep/c.txt')).toBe('sea\n');
    expect(await read(app, 'new/d.txt')).toContain('file_not_found');

    await app.getByRole('button', { name: 'Redo' }).click();
    await expect(undoButton(app)).toBeVisible();
    expect(await read(app, 'a.txt')).toBe('two\n');
    expect(await read(app, 'docs/b.txt')).toContain('file_not_found');
    await expect(app.getByText('Changes restored.')).toBeVisible();
  },
);

test('one file of a run is undone and the others stay', async ({ app }) => {
  await change(app, { 'a.txt': 'a' }, [
    { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } },
    { name: 'write_file', arguments: { path: 'b.txt', content: 'B' } },
  ]);
  await transcript(app).getByRole('button', { name: '2 files changed' }).click();
  await transcript(app).getByRole('button', { name: 'Undo a.txt' }).click();
  await expect(transcript(app).getByText('1 file changed')).toBeVisible();
  expect(await read(app, 'a.txt')).toBe('a');
  expect(await read(app, 'b.txt')).toBe('B');
});

test('the user is asked about a file that has changed since, and it is not restored before the answer', async ({
  app,
}) => {
  await change(app, { 'a.txt': 'a', 'b.txt': 'b' }, [
    { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } },
    { name: 'delete_file', arguments: { path: 'b.txt' } },
  ]);
  await app.evaluate(() => window.oneclaw.files.write('a.txt', 'mine'));
  await undoButton(app).click();
  await expect(transcript(app).getByText(/a\.txt was changed again after this/)).toBeVisible();
  expect(await read(app, 'a.txt')).toBe('mine');
  expect(await read(app, 'b.txt')).toBe('b');
  await transcript(app).getByRole('button', { name: 'Undo anyway' }).click();
  await expect(undoButton(app)).toHaveCount(0);
  expect(await read(app, 'a.txt')).toBe('a');
});

test('a run that only reads offers no undo', async ({ app }) => {
  await change(app, { 'a.txt': 'a' }, [{ name: 'read_file', arguments: { path: 'a.txt' } }]);
  await expect(undoButton(app)).toHaveCount(0);
});

test('scripts see the changes of a run, of a single call too, and undo them', async ({ app }) => {
  const report = await app.evaluate(async () => {
    const { files, runs, tools } = window.oneclaw;
    await files.write('a.txt', 'one\n');
    await tools.call('write_file', { path: 'a.txt', content: 'two\n' });
    const [run = ''] = await runs.list();
    const changes = await runs.changes(run);
    const undone = await runs.undo(run, ['a.txt']);
    return { changes, undone, text: await files.read('a.txt'), left: await runs.changes(run) };
  });
  expect(report.changes).toEqual([
    { path: 'a.txt', kind: 'changed', conflict: false, diff: expect.stringContaining('-one\n+two\n') },
  ]);
  expect(report.undone).toMatchObject({ undone: ['a.txt'], conflicts: [] });
  expect(report.text).toBe('one\n');
  expect(report.left).toEqual([]);
});
