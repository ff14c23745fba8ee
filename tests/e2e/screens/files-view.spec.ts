/** The Files screen by keyboard and touch, also while agents change files. */
import { createServer } from 'node:http';
import type { Locator, Page } from '@playwright/test';
import { listen } from '#tests/fixtures/web/listen.ts';
import { openMenu } from '../chat.ts';
import { expect, test } from '../app.ts';

/** Writes files through the console, and then opens the Files screen. */
async function openFiles(app: Page, files: Record<string, string> = {}, path = ''): Promise<void> {
  await write(app, files);
  await app.evaluate((path) => (location.hash = `#/files/${path}`), path);
}

async function write(app: Page, files: Record<string, string>): Promise<void> {
  await app.evaluate(async (files) => {
    for (const [path, content] of Object.entries(files)) await window.oneclaw.files.write(path, content);
  }, files);
}

const read = (app: Page, path: string) =>
  app.evaluate((path) => window.oneclaw.files.read(path).catch(String), path);
const names = (app: Page) => app.getByRole('main').locator('ul.cards li bdi').allTextContents();
const field = (app: Page, name: string) => app.getByRole('textbox', { name: `Text of ${name}` });
const save = (app: Page) => app.getByRole('button', { name: 'Save', exact: true });
const titled = (app: Page, name: string) =>
  expect(app.getByRole('heading', { level: 1, name })).toBeVisible();

/** Selects all and types: the editor reads the selection shortly after the browser has set it. */
async function retype(text: Locator, content: string): Promise<void> {
  await text.press('ControlOrMeta+a');
  await text.pressSequentially(content);
}

async function choose(app: Page, name: string, action: string): Promise<void> {
  await app.getByRole('button', { name: `More for ${name}`, exact: true }).click();
  await app.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

test('a drawing of millions of elements waits for a tap, another is drawn at once', async ({ app }) => {
  const levels = Array.from(
    { length: 8 },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(8)}</g>`,
  );
  const svg = (inner: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`;
  await openFiles(
    app,
    {
      'small.svg': svg('<circle r="5"/>'),
      'large.svg': svg(`<defs><circle id="a0" r="5"/>${levels.join('')}</defs><use href="#a8"/>`),
    },
    'small.svg',
  );
  await expect(app.getByRole('img', { name: 'small.svg' })).toBeVisible();
  await app.evaluate(() => (location.hash = '#/files/large.svg'));
  await expect(app.getByRole('button', { name: 'Draw it' })).toBeVisible();
  await expect(app.getByRole('img', { name: 'large.svg' })).toHaveCount(0);
  await expect(app.locator('iframe')).toHaveCount(0);
});

test('a text that would freeze the page is shown shortened and is not edited', async ({ app }) => {
  await openFiles(app, { 'marks.txt': `begin a${'\u0301'.repeat(100_000)} end` }, 'marks.txt');
  await expect(app.getByText('it is shown shortened')).toBeVisible();
  await expect(field(app, 'marks.txt')).toContainText('end');
  await expect(save(app)).toHaveCount(0);
});

test('a reload does not open a file again that froze the page', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'some words' }, 'a.txt');
  await expect(field(app, 'a.txt')).toContainText('some words');
  // The page ends as a frozen one does: without `pagehide` and before the timer.
  await app.evaluate(() => {
    addEventListener('pagehide', () => localStorage.setItem('oneclaw.opening-file', 'a.txt'));
  });
  await app.reload();
  await titled(app, 'a.txt');
  await expect(app.getByText('The page ended while it was opening this file')).toBeVisible();
  await expect(field(app, 'a.txt')).toHaveCount(0);
  await app.getByRole('button', { name: 'Open it anyway' }).click();
  await expect(field(app, 'a.txt')).toContainText('some words');
});

test('a table of any size shows the rows on the screen, and a long cell whole on a tap', async ({ app }) => {
  const lines = Array.from(
    { length: 120_000 },
    (_, at) => `${at},"Name ${at}, with ${'many '.repeat(5)}words",${at * 1.5}`,
  );
  await openFiles(app, { 'big.csv': `id,name,amount\n${lines.join('\n')}\n` }, 'big.csv');
  const table = app.getByRole('table');
  await expect(app.getByText('120,000 rows · 3 columns')).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', '120001');
  await expect(table.getByRole('columnheader', { name: 'amount' })).toBeVisible();
  await expect(table.getByRole('cell', { name: '0', exact: true }).first()).toBeVisible();
  expect(await table.locator('tr').count()).toBeLessThan(100);
  const box = app.getByRole('region', { name: 'big.csv' });
  await box.evaluate((element) => (element.scrollTop = element.scrollHeight));
  const last = table.getByRole('cell', { name: 'Name 119999, with' });
  await expect(last).toBeVisible();
  await last.click();
  await expect(app.getByRole('status').filter({ hasText: /^120000 · name/ })).toContainText(
    'many many many many many words',
  );
  expect(await table.locator('tr').count()).toBeLessThan(100);
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // What an agent writes is shown.
  await write(app, { 'big.csv': 'id,name\n1,New\n' });
  await expect(table.getByRole('cell', { name: 'New' })).toBeVisible();
});

test('the empty screen explains its purpose, and an agent can write a first file', async ({ app }) => {
  await openMenu(app);
  await app.getByRole('link', { name: 'Files' }).click();
  await expect(app.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await app.getByRole('button', { name: /Write 'buy milk'/ }).click();
  await expect(app.getByRole('group', { name: 'write_file' })).toHaveAttribute('data-status', 'success');
  await openFiles(app);
  await app.getByRole('main').getByRole('link', { name: 'notes' }).click();
  await titled(app, 'notes');
  await app
    .getByRole('main')
    .getByRole('link', { name: /today\.txt/ })
    .click();
  await expect(field(app, 'today.txt')).toHaveText(/buy milk/);
  await app.getByRole('button', { name: 'Back' }).click();
  await titled(app, 'notes');
});

test('a folder lists folders first, sorts numbers naturally, and follows changes by agents', async ({
  app,
}) => {
  await openFiles(app, { 'b 10.txt': '1', 'b 2.txt': '22', 'z/x.txt': 'x', 'c%2f #?.md': '# A' });
  await expect.poll(() => names(app)).toEqual(['z', 'b 2.txt', 'b 10.txt', 'c%2f #?.md']);
  await app.evaluate(() => window.oneclaw.tools.call('write_file', { path: 'a.txt', content: 'new' }));
  await expect.poll(() => names(app)).toEqual(['z', 'a.txt', 'b 2.txt', 'b 10.txt', 'c%2f #?.md']);
  await app.evaluate(() => window.oneclaw.tools.call('delete_file', { path: 'z', recursive: true }));
  await expect.poll(() => names(app)).toEqual(['a.txt', 'b 2.txt', 'b 10.txt', 'c%2f #?.md']);
  await app.getByRole('link', { name: /c%2f/ }).click();
  await expect(app.locator('main article h2')).toHaveText('A');
  await app.reload();
  await titled(app, 'c%2f #?.md');
});

test('parent folders are shown as links, and a path without a file says so', async ({ app }) => {
  await openFiles(app, { 'docs/deep/c.txt': 'sea' }, 'docs/deep');
  const crumbs = app.getByRole('navigation', { name: 'Parent folders' });
  await expect(crumbs.getByRole('link')).toHaveText(['Files', 'docs', 'deep']);
  await crumbs.getByRole('link', { name: 'docs' }).click();
  await titled(app, 'docs');
  await expect.poll(() => names(app)).toEqual(['deep']);
  await app.evaluate(() => (location.hash = '#/files/docs/nothing.txt'));
  await expect(app.getByText('docs/nothing.txt no longer exists.')).toBeVisible();
  await app.getByRole('link', { name: 'Show all files' }).click();
  await titled(app, 'Files');
});

test('a text is written, marked as not saved, and saved with the keyboard', async ({ app }) => {
  await openFiles(app, { 'code.ts': 'if (a) {\r\n  b();\r\n}\r\n' }, 'code.ts');
  const text = field(app, 'code.ts');
  await expect(app.getByText(/^Saved/)).toBeVisible();
  await expect(save(app)).toBeDisabled();
  await text.press('Control+End');
  await text.press('Tab');
  await text.pressSequentially('c();');
  await text.press('Enter');
  await text.pressSequentially('d();');
  await expect(app.getByText('Not saved yet')).toBeVisible();
  await text.press('Control+s');
  await expect(app.getByText(/^Saved/)).toBeVisible();
  expect(await read(app, 'code.ts')).toBe('if (a) {\r\n  b();\r\n}\r\n  c();\r\n  d();');
  await text.press('Control+z');
  await expect(text).not.toHaveText(/d\(\);/);
  await text.press('Escape');
  await text.press('Tab');
  await expect(text).not.toBeFocused();
});

test('unsaved text is kept after leaving the screen and after a reload', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'one', 'b.txt': 'bee' }, 'a.txt');
  await retype(field(app, 'a.txt'), 'two');
  await app.evaluate(() => (location.hash = '#/files/b.txt'));
  await expect(field(app, 'b.txt')).toHaveText('bee');
  await app.evaluate(() => (location.hash = '#/files/a.txt'));
  await expect(field(app, 'a.txt')).toHaveText('two');
  await app.reload();
  await expect(field(app, 'a.txt')).toHaveText('two');
  expect(await read(app, 'a.txt')).toBe('one');
  await app.getByRole('button', { name: 'Discard' }).click();
  await expect(field(app, 'a.txt')).toHaveText('one');
});

test('changes by an agent to the open file are shown at once, and in a conflict both texts are kept', async ({
  app,
}) => {
  await openFiles(app, { 'a.txt': 'one' }, 'a.txt');
  const text = field(app, 'a.txt');
  await expect(text).toHaveText('one');
  const theirs = (content: string) =>
    app.evaluate((content) => window.oneclaw.tools.call('write_file', { path: 'a.txt', content }), content);
  await theirs('two');
  await expect(text).toHaveText('two');

  await retype(text, 'mine');
  await theirs('three');
  await expect(app.getByRole('alert')).toContainText('changed while you were editing');
  await expect(text).toHaveText('mine');
  await app.getByRole('button', { name: 'Show theirs, keep mine as a copy' }).click();
  await expect(text).toHaveText('three');
  expect(await read(app, 'a (2).txt')).toBe('mine');

  await retype(text, 'mine again');
  await theirs('four');
  await app.getByRole('button', { name: 'Save mine' }).click();
  await expect.poll(() => read(app, 'a.txt')).toBe('mine again');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveText('four');
  expect(await read(app, 'a.txt')).toBe('four');
});

test('a text whose file was deleted meanwhile can be saved again', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'one' }, 'a.txt');
  await retype(field(app, 'a.txt'), 'one and a half');
  await app.evaluate(() => window.oneclaw.tools.call('delete_file', { path: 'a.txt' }));
  await app.getByRole('button', { name: 'Save it again' }).click();
  await expect(field(app, 'a.txt')).toHaveText('one and a half');
  expect(await read(app, 'a.txt')).toBe('one and a half');
});

test('pictures, pages and drawings are shown, and a page can neither run code nor send requests', async ({
  page,
  appUrl,
}) => {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.end('top.pwned = 1');
  });
  const { port, close } = await listen(server);
  await page.goto(appUrl);
  await page.evaluate(() => window.oneclaw.ready);
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="9" height="9"/></svg>';
  const there = `http://localhost:${port}`;
  const evil =
    `<h1>Hello</h1><img src="${there}/x.png"><script>top.pwned = 1</script><script src="${there}/s.js"></script>` +
    `<iframe src="${there}/f"></iframe><link rel=stylesheet href="${there}/s.css"><a href="${there}/a">Go</a>` +
    `<meta http-equiv=refresh content="0;url=${there}/r"><form action="${there}/form"><button>Send</button></form>`;
  await openFiles(page, { 'a.svg': drawing, 'page.html': evil }, 'a.svg');
  const image = page.getByRole('img', { name: 'a.svg' });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(40);

  await page.evaluate(() => (location.hash = '#/files/page.html'));
  const shown = page.frameLocator('iframe');
  await expect(page.locator('main article').getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(page.getByText(/needs its scripts, which do not run here/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('page.html');
  await page.getByRole('button', { name: 'Show as a page' }).click();
  await expect(page.getByText(/Shown without styles/)).toBeVisible();
  await expect(shown.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(shown.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show as text' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.evaluate(() => (location.hash = '#/files/a.svg'));
  await expect(image).toBeVisible();
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(asked).toEqual([]);
  await close();
});

for (const hasViewer of [true, false])
  test(`a PDF is shown ${hasViewer ? 'by the browser' : 'as text where the browser has no viewer'}`, async ({
    app,
  }) => {
    // The headless shell has no PDF viewer, but a full browser has one.
    await app.evaluate((has) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value: has });
    }, hasViewer);
    const pdf = [
      '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
      '4 0 obj<</Length 40>>stream\nBT /F 24 Tf 20 80 Td (Hello there) Tj ET\nendstream endobj',
      '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>',
    ].join('\n');
    await openFiles(app, { 'a.pdf': pdf }, 'a.pdf');
    await expect(app.locator('iframe[title="a.pdf"]')).toHaveCount(hasViewer ? 1 : 0);
    if (!hasViewer) await expect(app.getByRole('article')).toContainText('Hello there');
  });

test('a document that cannot be shown says why @long', async ({ app }) => {
  await openFiles(app, { 'bad.docx': 'no archive' }, 'bad.docx');
  await expect(app.getByText(/damaged or protected by a password/)).toBeVisible();
  await app.evaluate(() => window.oneclaw.files.write('large.xlsx', new Blob([new Uint8Array(50_000_001)])));
  await openFiles(app, {}, 'large.xlsx');
  await expect(app.getByText(/too large to be read here/)).toBeVisible();
});

test('a word is found in a long text, with keys and with buttons', async ({ app }) => {
  await openFiles(app, { 'long.txt': `${'line\n'.repeat(50_000)}needle\n` }, 'long.txt');
  await app.getByRole('button', { name: 'Find' }).click();
  await app.getByRole('textbox', { name: 'Find' }).pressSequentially('needle');
  await app.getByRole('textbox', { name: 'Find' }).press('Enter');
  await expect(field(app, 'long.txt')).toContainText('needle');
});

test('a binary file shows its properties, a large text is shown in part, a damaged one is read-only', async ({
  app,
}) => {
  await app.evaluate(async () => {
    const { files } = window.oneclaw;
    await files.write('data.bin', new Blob([new Uint8Array([0, 1, 2, 3])]));
    await files.write('big.log', 'line\n'.repeat(300_000));
    await files.write('latin.txt', new Blob([new Uint8Array([72, 105, 0xff])]));
  });
  await openFiles(app, {}, 'data.bin');
  await expect(app.getByText('This kind of file cannot be shown here.')).toBeVisible();
  const downloading = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('data.bin');

  await openFiles(app, {}, 'big.log');
  await expect(app.getByText(/larger than 1 MB/)).toBeVisible();
  await expect(field(app, 'big.log')).not.toBeEditable();
  await openFiles(app, {}, 'latin.txt');
  await expect(app.getByText(/not valid UTF-8/)).toBeVisible();
  await expect(field(app, 'latin.txt')).not.toBeEditable();
});

test('files and folders are created, renamed, moved and deleted, and a tap undoes each change @long', async ({
  app,
}) => {
  await openFiles(app, { 'taken.txt': 'there' });
  await app.getByRole('button', { name: 'New folder' }).click();
  await app.getByRole('textbox', { name: 'Name' }).fill('Plans');
  await app.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => names(app)).toEqual(['Plans', 'taken.txt']);

  await app.getByRole('button', { name: 'New file' }).click();
  const name = app.getByRole('textbox', { name: 'Name' });
  await name.fill('TAKEN.txt');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/already exists/);
  await name.fill('a/b');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/cannot contain/);
  await name.fill('todo.md');
  await name.press('Enter');
  await retype(field(app, 'todo.md'), '# To do');
  await save(app).click();
  await app.getByRole('button', { name: 'Back' }).click();

  await choose(app, 'todo.md', 'Move');
  await app.getByRole('dialog').getByRole('button', { name: 'Plans' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Move here' }).click();
  await expect.poll(() => names(app)).toEqual(['Plans', 'taken.txt']);
  expect(await read(app, 'Plans/todo.md')).toBe('# To do');

  await choose(app, 'Plans', 'Rename');
  await app.getByRole('textbox', { name: 'New name' }).fill('plans');
  await app.getByRole('textbox', { name: 'New name' }).press('Enter');
  await expect.poll(() => names(app)).toEqual(['plans', 'taken.txt']);

  await choose(app, 'plans', 'Delete');
  await expect.poll(() => names(app)).toEqual(['taken.txt']);
  await app.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => names(app)).toEqual(['plans', 'taken.txt']);
  expect(await read(app, 'plans/todo.md')).toBe('# To do');
});

test('an open file is renamed with its unsaved text, and deleted', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'one' }, 'a.txt');
  await retype(field(app, 'a.txt'), 'two');
  await choose(app, 'a.txt', 'Rename');
  await app.getByRole('textbox', { name: 'New name' }).fill('b.txt');
  await app.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await titled(app, 'b.txt');
  await expect(field(app, 'b.txt')).toHaveText('two');
  await save(app).click();
  await expect.poll(() => read(app, 'b.txt')).toBe('two');
  await choose(app, 'b.txt', 'Delete');
  await titled(app, 'Files');
  await app.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => names(app)).toEqual(['b.txt']);
});

test('files are uploaded without replacing any, and dropped ones, too', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'old' });
  const bytes = (text: string) => ({ mimeType: 'text/plain', buffer: Buffer.from(text) });
  await app.getByLabel('Upload').setInputFiles([
    { name: 'a.txt', ...bytes('new') },
    { name: 'b.txt', ...bytes('bee') },
  ]);
  await expect.poll(() => names(app)).toEqual(['a (2).txt', 'a.txt', 'b.txt']);
  expect(await read(app, 'a.txt')).toBe('old');
  expect(await read(app, 'a (2).txt')).toBe('new');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(app)).toEqual(['a.txt']);

  const dragged = await app.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['dropped'], 'c.txt'));
    return data;
  });
  for (const type of ['dragenter', 'dragover', 'drop'])
    await app.locator('[data-over]').dispatchEvent(type, { dataTransfer: dragged });
  await expect.poll(() => names(app)).toEqual(['a.txt', 'c.txt']);
});

test(
  'a large upload shows its progress and can be cancelled; nothing of it remains',
  { tag: '@long' },
  async ({ app }) => {
    await openFiles(app);
    const input = app.getByLabel('Upload');
    await input.evaluate((element: HTMLInputElement) => {
      const data = new DataTransfer();
      const part = new Uint8Array(32 * 1024 * 1024);
      data.items.add(new File(Array<Uint8Array<ArrayBuffer>>(6).fill(part), 'large.bin'));
      element.files = data.files;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const row = app.getByRole('list', { name: 'Uploads' });
    await expect(row.getByRole('progressbar')).toBeVisible();
    await row.getByRole('button', { name: 'Cancel: large.bin' }).click();
    await expect(row).toHaveCount(0);
    await expect(app.getByText('large.bin was not added.')).toBeVisible();
    expect(await app.evaluate(() => window.oneclaw.files.list())).toEqual([]);
  },
);

test('a folder is downloaded as an archive of all that is below it', async ({ app }) => {
  await openFiles(app, { 'docs/a.txt': 'one', 'docs/deep/ü.txt': 'two' });
  await app.evaluate(() => window.oneclaw.files.mkdir('docs/empty'));
  const downloading = app.waitForEvent('download');
  await choose(app, 'docs', 'Download as ZIP');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('docs.zip');
  const bytes = await streamToText(await download.createReadStream());
  for (const name of ['a.txt', 'deep/', 'deep/ü.txt', 'empty/']) expect(bytes).toContain(name);
  expect(bytes).not.toContain('docs/a.txt');
});

async function streamToText(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

test.describe('on a device that shares', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const shared: string[] = [];
      Object.assign(window, { shared });
      Object.assign(navigator, {
        canShare: ({ files }: ShareData) => files?.every(({ type }) => type !== 'application/zip') ?? false,
        share: async ({ files = [] }: ShareData) => {
          for (const file of files) shared.push(`${file.name} ${file.type} ${await file.text()}`);
        },
      });
    });
  });

  test('a file goes to another app', async ({ app }) => {
    await openFiles(app, { 'a.csv': '1,2', 'b.zip': 'PK' });
    await choose(app, 'a.csv', 'Share');
    await expect
      .poll(() => app.evaluate(() => (window as unknown as { shared: string[] }).shared))
      .toEqual(['a.csv text/csv 1,2']);
    await app.getByRole('button', { name: 'More for b.zip' }).click();
    await expect(app.getByRole('dialog').getByRole('button', { name: 'Share' })).toHaveCount(0);
  });
});

test('the storage in use is shown', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'one' });
  await expect(app.getByRole('meter', { name: 'Storage' })).toBeVisible();
  await expect(app.getByText(/OneClaw uses /)).toBeVisible();
});

test('everything can be reached by keyboard, and the focus is restored', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'one' });
  const more = app.getByRole('button', { name: 'More for a.txt' });
  await more.focus();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('dialog', { name: 'a.txt' })).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await expect(more).toBeFocused();
  await app.getByRole('link', { name: /a\.txt/ }).focus();
  await app.keyboard.press('Enter');
  await titled(app, 'a.txt');
});

test('after a rename the focus is on the renamed row, and after a deletion on its neighbour', async ({
  app,
}) => {
  await openFiles(app, { 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' });
  const more = (name: string) => app.getByRole('button', { name: `More for ${name}`, exact: true });
  const press = async (name: string, action: string) => {
    await more(name).press('Enter');
    await app.getByRole('dialog').getByRole('button', { name: action, exact: true }).press('Enter');
  };
  await press('a.txt', 'Rename');
  const name = app.getByRole('textbox', { name: 'New name' });
  await name.fill('z.txt');
  await name.press('Enter');
  await expect(more('z.txt')).toBeFocused();
  await press('b.txt', 'Delete');
  await expect(more('c.txt')).toBeFocused();
  await press('z.txt', 'Delete');
  await expect(more('c.txt')).toBeFocused();
  await press('c.txt', 'Delete');
  await expect(app.getByRole('button', { name: 'Upload' })).toBeFocused();
});

test('a notice covers no button of the folder', async ({ app }) => {
  await openFiles(app, { 'a.txt': 'one', 'b.txt': 'two' });
  await choose(app, 'a.txt', 'Delete');
  const undo = app.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  const covered = () =>
    app.evaluate(() => {
      const [notice] = [...(document.querySelector('[role=status] > div')?.getClientRects() ?? [])];
      const controls = [
        ...document.querySelectorAll('main :is([data-bar] .button, .cards a, .cards button)'),
      ];
      return controls
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        .filter(({ box }) => !notice || (box.bottom > notice.top && box.top < notice.bottom))
        .map(({ control }) => control.textContent);
    });
  await expect.poll(covered).toEqual([]);
  await undo.click();
  await expect.poll(() => names(app)).toEqual(['a.txt', 'b.txt']);
});

test('scripts move, create and read files, and undo each change', async ({ app }) => {
  const told = await app.evaluate(async () => {
    const { files, runs } = window.oneclaw;
    await files.write('a.txt', 'one');
    await files.mkdir('docs');
    const moved = await files.move('a.txt', 'docs/b.txt');
    const info = await files.info('docs/b.txt');
    await runs.undo(moved);
    const removed = await files.remove('docs');
    const [newest] = await runs.list();
    const gone = await files.info('docs').catch(String);
    await runs.undo(removed);
    return { info, gone, isNewest: newest === removed, list: await files.list() };
  });
  expect(told.info).toMatchObject({ name: 'b.txt', type: 'file', size: 3 });
  expect(told.gone).toContain('file_not_found');
  expect(told.isNewest).toBe(true);
  expect(told.list.map(({ name }) => name)).toEqual(['a.txt', 'docs']);
});
