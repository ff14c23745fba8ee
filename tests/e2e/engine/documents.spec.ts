/**
 * Documents written by other programs: read by `read_file` in a tool host, drawn, attached, and sent to
 * models.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { docxBomb, pdfBomb } from '#tests/fixtures/documents/bombs.ts';
import { startAnthropicServer } from '#tests/fixtures/model-servers/anthropic-server.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { startGeminiServer } from '#tests/fixtures/model-servers/gemini-server.ts';
import { startResponsesServer } from '#tests/fixtures/model-servers/responses-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

// PDF.js is large, and each new tool host loads it.
test.describe.configure({ timeout: 120_000 });

type Listed = { file: string; program: string; holds: string[] };

const folder = new URL('../../fixtures/documents/', import.meta.url);
const listed = ['from-programs', 'from-npm'].flatMap(
  (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Listed[],
);
const kinds = [...new Set(listed.map(({ file }) => file.split('/')[0] ?? ''))];

async function upload(page: Page, path: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    async ([name, base64]) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      await window.oneclaw.files.write(name, new Blob([content]));
    },
    [path, Buffer.from(bytes).toString('base64')] as const,
  );
}

async function uploadFixture(page: Page, file: string): Promise<string> {
  await upload(page, basename(file), readFileSync(new URL(file, folder)));
  return basename(file);
}

function readFile(page: Page, path: string, more: Record<string, unknown> = {}) {
  return page.evaluate(([name, rest]) => window.oneclaw.tools.call('read_file', { path: name, ...rest }), [
    path,
    more,
  ] as const);
}

for (const kind of kinds)
  test(`read_file reads ${kind} files of other programs`, async ({ app }) => {
    for (const { file, holds } of listed.filter((each) => each.file.startsWith(`${kind}/`))) {
      const path = await uploadFixture(app, file);
      const read = await readFile(app, path);
      expect(read.status === 'error' ? read.message : '', file).toBe('');
      expect(String(read.status === 'success' && read.result), file).toContain(holds[0]);
    }
  });

test('pages can be selected, and a long document can be continued where it was cut @long', async ({
  app,
}) => {
  const pdf = await uploadFixture(app, 'pdf/pdfkit-forty-pages.pdf');
  const some = await readFile(app, pdf, { pages: '2,39-' });
  const text = String(some.status === 'success' && some.result);
  expect(text.match(/## Page \d+/g)).toEqual(['## Page 2', '## Page 39', '## Page 40']);
  expect(text).toContain('page number 39 of forty');
  expect(text).not.toContain('page number 3 of forty');
  expect(await readFile(app, pdf, { pages: '41' })).toMatchObject({ error_type: 'validation_error' });

  const long = await uploadFixture(app, 'docx/python-docx-long.docx');
  const first = await readFile(app, long);
  const [, next = ''] =
    /Continue with offset (\d+)/.exec(String(first.status === 'success' && first.result)) ?? [];
  const rest = await readFile(app, long, { offset: Number(next) });
  expect(String(rest.status === 'success' && rest.result)).toContain('Paragraph 399 of a long document');
});

test('pages of a PDF file are drawn, with letters of fonts that are not embedded @long', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  const path = await uploadFixture(app, 'pdf/reportlab-columns.pdf');
  const call = { name: 'read_file', arguments: { path, as_images: true, pages: '1' } };
  server.enqueue({ calls: [call] }, { text: 'Two columns.' });
  await send(app, 'Look at it');
  await expect(transcript(app)).toContainText('Two columns.');
  const picture = await transcript(app)
    .getByRole('img', { name: 'page-1.png' })
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, width, height) ?? {};
      const dark = Array.from(data).filter((value, at) => at % 4 === 0 && value < 100).length;
      return { width, height, dark };
    });
  expect(picture.height).toBe(1568);
  // Letters were drawn: the page is neither empty nor black.
  expect(picture.dark).toBeGreaterThan(200);
  expect(picture.dark).toBeLessThan(picture.width * picture.height * 0.1);
  await server.close();
});

/** What the preview shows of each document: a heading, a table cell or text. */
const previewed: [file: string, role: 'heading' | 'cell' | 'text', text: RegExp][] = [
  ['docx/libreoffice-report.docx', 'heading', /Quarterly report/],
  ['xlsx/exceljs-orders.xlsx', 'cell', /^2022-11-05/],
  ['pptx/libreoffice-slides.pptx', 'heading', /The moon/],
  ['epub/libreoffice-chapters.epub', 'text', /The lamp went out at midnight/],
  ['ipynb/pandoc-letter.ipynb', 'text', /Sehr geehrte Frau Müller/],
  ['csv/libreoffice-comma.csv', 'cell', /^Miller, Ann$/],
];

test('Files shows the text of each kind of document', async ({ app }) => {
  for (const [file] of previewed) await uploadFixture(app, file);
  await app.getByRole('link', { name: 'Files', exact: true }).click();
  const main = app.getByRole('main');
  for (const [file, role, text] of previewed) {
    await main.getByRole('link', { name: basename(file) }).click();
    // Separated values are a table of their own.
    const place = file.startsWith('csv/') ? main : main.getByRole('article');
    const shown = role === 'text' ? place.getByText(text) : place.getByRole(role, { name: text });
    await expect(shown.first(), file).toBeVisible({ timeout: 20_000 });
    await app.goBack();
  }
});

test('locked, damaged and bomb files end in a clear error, and the next call is good @long', async ({
  app,
}) => {
  for (const name of ['locked.pdf', 'cut.pdf', 'cut.docx', 'text.xlsx', 'no-book.epub']) {
    const path = await uploadFixture(app, `bad/${name}`);
    expect(await readFile(app, path), name).toMatchObject({ status: 'error', error_type: 'binary_file' });
  }
  await upload(app, 'bomb.docx', docxBomb(80));
  expect(await readFile(app, 'bomb.docx')).toMatchObject({ error_type: 'file_too_large' });
  await upload(app, 'bomb.pdf', pdfBomb(400));
  const bomb = await readFile(app, 'bomb.pdf');
  expect(bomb.status).toBe('error');
  // On a busy machine, unpacking up to the limit may exceed the deadline; then the host is terminated.
  expect(JSON.stringify(bomb)).toMatch(/128 MB|timed out/);
  const good = await uploadFixture(app, 'pdf/groff-manual.pdf');
  expect(await readFile(app, good)).toMatchObject({ status: 'success' });
});

async function attach(page: Page, file: string, type: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  const buffer = readFileSync(new URL(file, folder));
  await (await chosen).setFiles([{ name: basename(file), mimeType: type, buffer }]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1);
}

test('an attached document reaches the model as text and is among the files', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ text: 'An offer of 12 €.' });
  await attach(
    app,
    'docx/docx-js-offer.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  );
  await expect(app.getByText('gets this as a file')).toHaveCount(0);
  await send(app, 'What is it?');
  await expect(transcript(app)).toContainText('An offer of 12 €.');
  const asked = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(asked).toContain('**Bold price** of 12 €');
  expect(asked).toContain('in the workspace as attachments/docx-js-offer.docx');
  expect(await readFile(app, 'attachments/docx-js-offer.docx')).toMatchObject({ status: 'success' });
  await server.close();
});

const wires = [
  { kind: 'anthropic', model: 'claude-test', start: startAnthropicServer, sent: '"type":"document"' },
  { kind: 'gemini', model: 'gemini-test', start: startGeminiServer, sent: '"mimeType":"application/pdf"' },
  { kind: 'openai-responses', model: 'gpt-test', start: startResponsesServer, sent: '"type":"input_file"' },
] as const;

for (const { kind, model, start, sent } of wires)
  test(`a model of ${kind} that reads PDF files gets the file itself`, async ({ app }) => {
    const server = await start({ key: 'right' });
    await app.evaluate(
      (draft) =>
        window.oneclaw.providers.save({
          ...draft,
          label: draft.kind,
          apiKey: 'right',
          traits: { documents: true },
        }),
      { kind, model, baseUrl: server.url },
    );
    server.enqueue({ text: 'Read.' });
    await attach(app, 'pdf/groff-manual.pdf', 'application/pdf');
    await send(app, 'Sum it up');
    await expect(transcript(app)).toContainText('Read.');
    await runEnds(app);
    const asked = JSON.stringify(server.requests.at(-1)?.body);
    expect(asked).toContain(sent);
    expect(asked).toContain(
      readFileSync(new URL('pdf/groff-manual.pdf', folder)).toString('base64').slice(0, 200),
    );
    // Not its text as well.
    expect(asked).not.toContain('Cranes lift');
    await server.close();
  });

/** Writes a red picture that is larger than the pictures sent to models. */
async function uploadPicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 1500);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'red';
    context?.fillRect(0, 0, 3000, 1500);
    await window.oneclaw.files.write('red.png', await canvas.convertToBlob());
  });
}

test('image: a model with vision gets the picture, scaled down', async ({ app }) => {
  const server = await startChatServer();
  await uploadPicture(app);
  await app.evaluate(
    (baseUrl) =>
      window.oneclaw.providers.save({
        kind: 'openai-chat',
        label: 'Seeing',
        baseUrl,
        model: 'test-model',
        traits: { images: true },
      }),
    server.url,
  );
  server.enqueue(
    { calls: [{ name: 'image', arguments: { path: 'red.png', question: 'Which colour?' } }] },
    { text: 'Red.' },
  );
  await send(app, 'Look');
  await expect(transcript(app)).toContainText('Red.');
  await expect(callCard(app, 'image')).toHaveAttribute('data-status', 'success');
  const [, url = ''] = /"url":"(data:image\/[^"]+)"/.exec(JSON.stringify(server.requests.at(-1)?.body)) ?? [];
  const width = await app.evaluate(async (source) => {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    return picture.naturalWidth;
  }, url);
  expect(width).toBe(2048);
  await server.close();
});

test('image: a model without vision gets the description of another model', async ({ app }) => {
  const [blind, seeing] = [await startChatServer(), await startChatServer()];
  await uploadPicture(app);
  await app.evaluate(
    async ([first, second]) => {
      const draft = { kind: 'openai-chat', model: 'test-model' } as const;
      // The agent has no fallback, so another configured model is asked.
      await window.oneclaw.providers.save({
        ...draft,
        label: 'Seeing',
        baseUrl: second,
        traits: { images: true },
      });
      await window.oneclaw.providers.save({
        ...draft,
        label: 'Blind',
        baseUrl: first,
        traits: { images: false },
      });
    },
    [blind.url, seeing.url] as const,
  );
  await app.getByRole('button', { name: /Everyday/ }).click();
  const sheet = app.getByRole('dialog', { name: 'Choose an agent' });
  await sheet.getByRole('button', { name: /Blind/ }).click();
  await expect(sheet).toHaveCount(0);
  blind.enqueue(
    { calls: [{ name: 'image', arguments: { path: 'red.png', question: 'Which colour?' } }] },
    { text: 'It is red.' },
  );
  seeing.enqueue({ text: 'Bright red, nothing else.' });
  await send(app, 'Look');
  await expect(transcript(app)).toContainText('It is red.');
  const asked = JSON.stringify(seeing.requests.at(-1)?.body.messages);
  expect(asked).toContain('data:image/');
  expect(asked).toContain('Which colour?');
  const told = JSON.stringify(blind.requests.at(-1)?.body.messages);
  expect(told).toContain('test-model (Seeing) looked at red.png');
  expect(told).toContain('Bright red, nothing else.');
  expect(told).not.toContain('data:image/');
  await Promise.all([blind.close(), seeing.close()]);
});
