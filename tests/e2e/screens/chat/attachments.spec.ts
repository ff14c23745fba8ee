/** Attachments: chosen, pasted or dropped, previewed, and sent in the request. */
import type { Page } from '@playwright/test';
import { readPictureInfo } from '#workers/images/picture-info.ts';
import { withExif } from '#workers/images/formats/jpeg.ts';
import { makeExif } from '#tests/fixtures/pictures/make-pictures.ts';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { callCard, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async ({ app }) => {
  server = await startChatServer();
  await addModel(app, true);
});
test.afterEach(() => server.close());

/** Adds a model that accepts images, or one that does not. */
async function addModel(app: Page, images: boolean): Promise<void> {
  await app.evaluate(
    ({ baseUrl, images }) =>
      window.oneclaw.providers.save({
        kind: 'openai-chat',
        label: images ? 'Seeing' : 'Blind',
        baseUrl,
        model: 'test-model',
        traits: { images },
      }),
    { baseUrl: server.url, images },
  );
  await app.getByRole('button', { name: /Everyday/ }).click();
  const sheet = app.getByRole('dialog', { name: 'Choose an agent' });
  await sheet.getByRole('button', { name: images ? /Seeing/ : /Blind/ }).click();
  await expect(sheet).toHaveCount(0);
}

/** Attaches files with the plus button; on a touch screen it first asks for the kind of attachment. */
async function attach(
  app: Page,
  ...files: { name: string; mimeType: string; buffer: Buffer }[]
): Promise<void> {
  const chosen = app.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Attach' }).click();
  const sheet = app.getByRole('dialog', { name: 'Attach to this message' });
  if (await app.evaluate(() => matchMedia('(pointer: coarse)').matches))
    await sheet.getByRole('button', { name: 'Files' }).click();
  await (await chosen).setFiles(files);
  await expect(sheet).toHaveCount(0);
}

const png = (app: Page, width: number, height: number) => draw(app, 'image/png', width, height);
const jpeg = (app: Page, width: number, height: number) => draw(app, 'image/jpeg', width, height);

async function draw(app: Page, type: string, width: number, height: number): Promise<Buffer> {
  const base64 = await app.evaluate(
    async ([kind, wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high);
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = 'teal';
        context.fillRect(0, 0, wide, high);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: kind })).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [type, width, height] as const,
  );
  return Buffer.from(base64, 'base64');
}

const attachments = (app: Page) => app.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
/** The user's newest message in the request, as JSON. */
const asked = () =>
  JSON.stringify(server.requests.at(-1)?.body.messages?.findLast(({ role }) => role === 'user'));

/** Width and height of the picture in the request. */
async function sentSize(app: Page): Promise<number[]> {
  const [, url = ''] = /"url":"(data:image\/[^"]+)"/.exec(asked()) ?? [];
  return app.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, url);
}

test('a picture and a text file are chosen, seen, sent, and kept through another answer', async ({ app }) => {
  await attach(
    app,
    { name: 'square.png', mimeType: 'image/png', buffer: await png(app, 40, 20) },
    { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('name,age\nAda,36') },
    { name: 'unwanted.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  );
  await expect(attachments(app)).toHaveCount(3);
  await app.getByRole('button', { name: 'Remove unwanted.txt' }).click();
  await expect(attachments(app)).toHaveCount(2);
  await expect(app.getByText(/cannot see images|gets this as a file/)).toHaveCount(0);

  server.enqueue({ text: 'Teal, and Ada.' });
  await send(app, 'What are these?');
  await expect(transcript(app)).toContainText('Teal, and Ada.');
  await runEnds(app);
  await expect(attachments(app)).toHaveCount(0);
  await expect(transcript(app).getByRole('img', { name: 'square.png' })).toBeVisible();
  expect(await sentSize(app)).toEqual([40, 20]);
  expect(asked()).toContain('name,age\\nAda,36');
  expect(asked()).not.toContain('unwanted');

  server.enqueue({ text: 'Still teal.' });
  await app.getByRole('button', { name: 'Answer again' }).click();
  await expect(transcript(app)).toContainText('Still teal.');
  expect(await sentSize(app)).toEqual([40, 20]);
  expect(asked()).toContain('Ada,36');
});

test('a log that is too long for a message is searched by the model', async ({ app }) => {
  const line = '2025-11-24T06:00:00Z INFO GET /cart 200\n';
  const log = `${line.repeat(4_000)}2025-11-24T14:50:00Z FATAL pool is empty\n${line.repeat(1_000)}`;
  await attach(app, { name: 'day.log', mimeType: 'text/x-log', buffer: Buffer.from(log) });
  await expect(app.getByText('day.log: the model gets this as a file')).toBeVisible();
  server.enqueue({
    calls: [{ id: 'g', name: 'grep', arguments: { pattern: 'FATAL', path: 'attachments/day.log' } }],
  });
  server.enqueue({ text: 'The pool was empty.' });
  await send(app, 'Why were we down?');
  await runEnds(app);
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain(
    'in the workspace as attachments/day.log]',
  );
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('FATAL pool is empty');
});

test('a large picture is scaled down before it is sent, and tools get the file itself', async ({ app }) => {
  await attach(app, { name: 'wide.png', mimeType: 'image/png', buffer: await png(app, 4000, 1000) });
  await expect(attachments(app)).toHaveCount(1);
  server.enqueue({ calls: [{ id: 'i', name: 'file_info', arguments: { path: 'attachments/wide.png' } }] });
  server.enqueue({ text: 'Wide.' });
  await app.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(transcript(app)).toContainText('Wide.');
  expect(await sentSize(app)).toEqual([2048, 512]);
  expect(asked()).toContain(
    '[the file of this picture: attachments/wide.png, 4000 x 1000 pixels, shown at 2048 x 512]',
  );
  expect(JSON.stringify(server.requests.at(-1)?.body.messages?.at(-1))).toMatch(/4000 ?[x×] ?1000/);
});

test('a photo is sent upright and without its place, and its file keeps both', async ({ app }) => {
  const photo = withExif(Uint8Array.from(await jpeg(app, 400, 300)), makeExif({ orientation: 6 }));
  await attach(app, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) });
  await expect(attachments(app)).toHaveCount(1);
  server.enqueue({ calls: [{ id: 'i', name: 'file_info', arguments: { path: 'attachments/photo.jpg' } }] });
  server.enqueue({ text: 'A wall.' });
  await send(app, 'What is this?');
  await runEnds(app);
  expect(await sentSize(app)).toEqual([300, 400]);
  const [, data = ''] = /"url":"data:image\/jpeg;base64,([^"]+)"/.exec(asked()) ?? [];
  expect(readPictureInfo(Buffer.from(data, 'base64'))).toMatchObject({ format: 'jpeg', orientation: 1 });
  expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain('Exif');
  expect(JSON.stringify(server.requests.at(-1)?.body.messages?.at(-1))).toMatch(/place/);
});

test('a model that does not accept images is named before anything is sent @long', async ({ app }) => {
  await addModel(app, false);
  await attach(
    app,
    { name: 'square.png', mimeType: 'image/png', buffer: await png(app, 8, 8) },
    { name: 'data.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) },
  );
  await expect(app.getByText(/test-model cannot see images/)).toBeVisible();
  await expect(app.getByText('data.bin: the model gets this as a file')).toBeVisible();
  await send(app, 'Well?');
  await runEnds(app);
  expect(asked()).toContain('[image, square.png, image/png');
  expect(asked()).toContain('in the workspace as attachments/data.bin]');
  expect(asked()).not.toContain('base64');
});

test('files are pasted and dropped, and text copied from an office program stays text @long', async ({
  app,
}) => {
  const field = app.getByRole('textbox', { name: 'Message' });
  await field.evaluate((element) => {
    const data = new DataTransfer();
    data.items.add(new File(['from the clipboard'], 'clip.txt', { type: 'text/plain' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(attachments(app)).toHaveCount(1);
  const isPrevented = await field.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'cells');
    data.setData('text/html', '<b>cells</b>');
    data.items.add(new File(['x'], 'cells.png', { type: 'image/png' }));
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(paste);
    return paste.defaultPrevented;
  });
  expect(isPrevented).toBe(false);

  const drop = await app.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['let fall'], 'fallen.txt', { type: 'text/plain' }));
    return data;
  });
  await transcript(app).dispatchEvent('dragenter', { dataTransfer: drop });
  // The composer shows that it accepts the file.
  await expect
    .poll(async () => {
      await transcript(app).dispatchEvent('dragover', { dataTransfer: drop });
      return app.locator('[data-dropping=true]').count();
    })
    .toBe(1);
  await transcript(app).dispatchEvent('drop', { dataTransfer: drop });
  await expect(attachments(app)).toHaveCount(2);
  await send(app, 'Read both');
  await runEnds(app);
  expect(asked()).toContain('from the clipboard');
  expect(asked()).toContain('let fall');
});

test('a message that waits for the end of a run keeps its files, and another chat does not get them @long', async ({
  app,
}) => {
  const gate = server.hold();
  server.enqueue({ text: 'One two three', gate });
  await send(app, 'Count');
  await gate.reached;
  await attach(app, { name: 'next.txt', mimeType: 'text/plain', buffer: Buffer.from('the next task') });
  await send(app, 'Then this');
  await expect(app.getByText('Queued. Will be sent when the current answer is done.')).toBeVisible();
  server.enqueue({ text: 'Done, too.' });
  gate.release();
  await expect(transcript(app)).toContainText('Done, too.');
  expect(asked()).toContain('the next task');

  await runEnds(app);
  await attach(app, { name: 'later.txt', mimeType: 'text/plain', buffer: Buffer.from('later') });
  await expect(attachments(app)).toHaveCount(1);
  const here = app.url();
  await app.evaluate(() => (location.hash = '#/chat'));
  await expect(attachments(app)).toHaveCount(0);
  await app.evaluate((hash) => (location.hash = hash), new URL(here).hash);
  await expect(attachments(app)).toHaveCount(1);
});

test('Try again answers the same question, with its file, instead of asking it twice @long', async ({
  app,
}) => {
  await attach(app, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('remember the milk') });
  server.enqueue({ status: 401 }, { text: 'To remember the milk.' });
  server.enqueue({ text: 'Lines.' });
  await send(app, 'What is in it?');
  await transcript(app).getByRole('button', { name: 'Try again' }).click();
  await expect(transcript(app)).toContainText('To remember the milk.');
  await runEnds(app);
  expect(server.requests.at(-1)?.body.messages?.filter(({ role }) => role === 'user')).toHaveLength(1);
  expect(asked()).toContain('remember the milk');
  await expect(transcript(app).getByText('What is in it?')).toHaveCount(1);
  await expect(callCard(app, 'Error')).toHaveCount(0);
});

test('a long dropped text becomes an attachment, and a short one goes into the field', async ({ app }) => {
  const field = app.getByRole('textbox', { name: 'Message' });
  const drop = (text: string) =>
    field.evaluate((element, words) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', words);
      return element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
  // Up to the limit, the event is not cancelled: the browser inserts the dropped text itself.
  expect(await drop('x'.repeat(20_000))).toBe(true);
  expect(await drop('x'.repeat(20_001))).toBe(false);
  await expect(attachments(app)).toHaveCount(1);
  await expect(attachments(app)).toContainText('dropped.txt');
  await expect(field).toHaveValue('');
  server.enqueue({ text: 'Letters.' });
  await send(app, 'What is in it?');
  await runEnds(app);
  expect(asked()).toContain('x'.repeat(20_001));
});

test('a long pasted text becomes an attachment, and the field stays empty @long', async ({ app }) => {
  const paste = (text: string) =>
    app.getByRole('textbox', { name: 'Message' }).evaluate((field, words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', words);
      return field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  // The event is not cancelled: the browser pastes a short text itself.
  expect(await paste('a few words')).toBe(true);
  expect(await paste('a line of a log\n'.repeat(3_000))).toBe(false);
  await expect(attachments(app)).toHaveCount(1);
  await expect(attachments(app)).toContainText('pasted.txt');
  await expect(app.getByText('The text is long, so it was attached as a file.')).toBeVisible();
  server.enqueue({ text: 'Lines.' });
  await send(app, 'What is in it?');
  await runEnds(app);
  expect(asked()).toContain('a line of a log');
});

/** Number of chats with unsent attachments in the drafts database. */
const draftsOnDisk = (app: Page) =>
  app.evaluate(async () => {
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'oneclaw-drafts');
    if (!isThere) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('oneclaw-drafts');
      opening.onerror = () => reject(new Error('The database of drafts did not open.'));
      opening.onsuccess = () => {
        const counting = opening.result.transaction('files').objectStore('files').count();
        counting.onsuccess = () => resolve(counting.result);
        opening.result.close();
      };
    });
  });

test('unsent text and files survive a reload, and are sent completely @long', async ({ app }) => {
  await attach(app, { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('flour, salt') });
  await app.getByRole('textbox', { name: 'Message' }).fill('What is missing?');
  await expect(attachments(app)).toHaveCount(1);
  await expect.poll(() => draftsOnDisk(app)).toBe(1);
  await app.reload();
  await expect(attachments(app)).toHaveCount(1);
  await expect(app.getByRole('textbox', { name: 'Message' })).toHaveValue('What is missing?');
  server.enqueue({ text: 'Water.' });
  await app.getByRole('button', { name: 'Send', exact: true }).click();
  await runEnds(app);
  expect(asked()).toContain('flour, salt');
  await expect.poll(() => draftsOnDisk(app)).toBe(0);
  await app.reload();
  await expect(transcript(app)).toContainText('Water.');
  await expect(attachments(app)).toHaveCount(0);
});
