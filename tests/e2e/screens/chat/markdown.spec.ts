/** Markdown in answers, streaming and complete: highlighted code, formulas, tables and lists. */
import type { Page } from '@playwright/test';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../../chat.ts';
import { expect, test } from '../../app.ts';

let server: ChatServer;
test.beforeEach(async ({ app }) => {
  server = await startChatServer();
  await addServer(app, server.url);
});
test.afterEach(() => server.close());

const code = "const name: string = 'Ada'; // a comment\nif (name) greet(name);";

test('code has its colours and its exact text', async ({ app }) => {
  server.enqueue({ text: `Here:\n\n\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`nonsense\n<b>plain</b>\n\`\`\`` });
  await send(app, 'Code');
  const blocks = transcript(app).locator('pre');
  await expect(blocks.first().locator('[data-token=keyword]').first()).toHaveText('const');
  await expect(blocks.first().locator('[data-token=comment]')).toHaveText('// a comment');
  expect(await blocks.first().textContent()).toBe(code);
  const colours = await blocks.first().evaluate((block) =>
    ['[data-token=keyword]', '[data-token=string]', '[data-token=comment]'].map((selector) => {
      const element = block.querySelector(selector);
      return element && getComputedStyle(element).color;
    }),
  );
  expect(new Set(colours).size).toBe(3);
  // The markup in a block with an unknown language is shown as text.
  expect(await blocks.nth(1).textContent()).toBe('<b>plain</b>');
});

test('code is plain while it is streamed and coloured when it is complete; no character is lost or duplicated', async ({
  app,
}) => {
  const gate = server.hold();
  server.enqueue({ text: `\`\`\`ts\n${code}\n${code}\n\`\`\`\n\nDone.`, gate });
  await send(app, 'Code');
  await gate.reached;
  gate.release(14);
  const block = transcript(app).locator('pre');
  await expect(block).toContainText('const name');
  await expect(block.locator('[data-token]')).toHaveCount(0);
  gate.release();
  await runEnds(app);
  await expect(block.locator('[data-token=comment]')).toHaveCount(2);
  expect(await block.textContent()).toBe(`${code}\n${code}`);
});

test('formulas become MathML, other text stays as it was written', async ({ app }) => {
  server.enqueue({
    text: 'Mass: $E = mc^2$, and\n\n$$\n\\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$\n\nIt costs $5 or $10. Broken: $\\frac{1$.',
  });
  await send(app, 'Formulas');
  await runEnds(app);
  const log = transcript(app);
  await expect(log.locator('math')).toHaveCount(2);
  await expect(log.locator('math mfrac')).toHaveCount(1);
  await expect(log).toContainText('It costs $5 or $10.');
  await expect(log).toContainText('$\\frac{1$');
});

test('a wide table scrolls by itself, and tasks show what is done', async ({ app }) => {
  await app.setViewportSize({ width: 360, height: 740 });
  const cells = Array.from({ length: 9 }, (_, at) => `column ${at}`);
  server.enqueue({
    text: `| ${cells.join(' | ')} |\n|${'---|'.repeat(9)}\n| ${cells.join(' | ')} |\n\n- [x] done\n- [ ] open`,
  });
  await send(app, 'A table');
  await runEnds(app);
  const box = transcript(app).locator('div:has(> table)');
  await expect(box).toBeVisible();
  expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expect(transcript(app).getByRole('checkbox')).toHaveCount(2);
  await expect(transcript(app).getByRole('checkbox').first()).toBeChecked();
});

test('a streamed table keeps its column widths once it has many rows, and all of its text', async ({
  app,
}) => {
  const head = '| Name | Note |\n|---|---|\n';
  const rows = (words: string, count: number) => `| name | ${words} |\n`.repeat(count);
  const gate = server.hold();
  const begin = `${head}${rows('short', 20)}`;
  server.enqueue({ text: `${begin}${rows('a note of many more words than those before', 20)}`, gate });
  await send(app, 'A long table');
  await gate.reached;
  // The text arrives in pieces of five characters, after one event with the role.
  gate.release(1 + Math.floor(begin.length / 5));
  const cells = transcript(app).locator('tbody tr:last-child td');
  const rowCount = transcript(app).locator('tbody tr');
  await expect(rowCount).toHaveCount(20);
  const width = async () => (await cells.first().boundingBox())?.width ?? 0;
  const before = await width();
  expect(before).toBeGreaterThan(0);
  gate.release();
  await runEnds(app);
  await expect(rowCount).toHaveCount(40);
  await expect(cells.last()).toHaveText('a note of many more words than those before');
  expect(await width()).toBeCloseTo(before, 0);
  // Rows are in groups of eight; a line is between all of them, and none below the last.
  const line = (row: number) => rowCount.nth(row).locator('td').first();
  for (const row of [7, 38]) await expect(line(row)).toHaveCSS('border-bottom-width', '1px');
  await expect(line(39)).toHaveCSS('border-bottom-width', '0px');
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('reasoning is formatted as the answer is', async ({ app }) => {
  server.enqueue({
    reasoning: 'First a **look**:\n\n- the clock\n- the map\n\n```ts\nconst a = 1;\n```',
    text: 'Here it is.',
  });
  await send(app, 'Think');
  await runEnds(app);
  const thought = transcript(app).locator('details', { hasText: 'Thought' });
  await thought.locator('summary').click();
  await expect(thought.locator('strong')).toHaveText('look');
  await expect(thought.getByRole('listitem')).toHaveText(['the clock', 'the map']);
  await expect(thought.locator('[data-token=keyword]')).toHaveText('const');
});

/** Inputs that froze the page in the past; the message ends with text that must be shown. */
const hostile: [string, string][] = [
  ['a macro that expands', `$$\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(450)}$$`],
  ['a block of code whose colours take half a minute', `\`\`\`markdown\n${'[a]('.repeat(2_975)}\n\`\`\``],
  ['two-line headings', 'a\n-\n'.repeat(50_000)],
  ['emphasis', `${'_a__b'.repeat(4_600)}\n\n`.repeat(4)],
  ['deep quotes', '> '.repeat(150_000)],
];

test.describe('hostile text', () => {
  for (const [name, text] of hostile)
    test(`does not freeze the page, and the rest of the message is shown: ${name}`, async ({ app }) => {
      const atOnce = Math.max(1_500, 20 * (await layoutMs(app)));
      const [message, other] = [`Before *it*.\n\n${text}\n\nThe end.`, 'Is anybody there?'];
      await storeChat(app, message);
      const waits = await watchWaits(app, async () => {
        await app.evaluate(() => (location.hash = '#/chat/session_hostile'));
        await expect(transcript(app)).toContainText('The end.');
        // The field responds while colours and formulas are being computed.
        await app.getByRole('textbox', { name: 'Message' }).fill(other);
        await expect(app.getByRole('textbox', { name: 'Message' })).toHaveValue(other);
      });
      await expect(transcript(app).locator('em').first()).toHaveText('it');
      // Without limits, each of these takes many seconds even on an idle machine.
      expect(Math.max(...waits)).toBeLessThan(atOnce);
    });
});

/** Milliseconds to lay out 5,000 headings: a measure of the current load on the machine. */
function layoutMs(app: Page): Promise<number> {
  return app.evaluate(() => {
    const begin = performance.now();
    const headings = Array.from({ length: 5_000 }, () => document.createElement('h2'));
    for (const heading of headings) heading.textContent = 'a';
    const frame = document.createElement('div');
    frame.append(...headings);
    document.body.append(frame);
    const height = frame.offsetHeight;
    frame.remove();
    return height > 0 ? performance.now() - begin : 0;
  });
}

/** Returns the durations in ms of all long tasks while `work` runs. */
async function watchWaits(app: Page, work: () => Promise<void>): Promise<number[]> {
  await app.evaluate(() => {
    const waits: number[] = [0];
    Object.assign(window, { waits });
    new PerformanceObserver((list) =>
      waits.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  await work();
  return app.evaluate(() => (window as Window & { waits?: number[] }).waits ?? []);
}

async function storeChat(app: Page, text: string): Promise<void> {
  await app.evaluate(async (answer) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('oneclaw');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('The database did not open.'));
    });
    const transaction = database.transaction(['sessions', 'messages'], 'readwrite');
    const [session, run, at] = ['session_hostile', 'run_hostile', 1];
    for (const [order, role, words] of [
      [1, 'user', 'Go'],
      [2, 'assistant', answer],
    ] as const)
      transaction.objectStore('messages').put({
        ...{ id: `message_${order}`, session, run, order, role, at },
        parent: order === 1 ? null : 'message_1',
        parts: [{ type: 'text', text: words }],
      });
    transaction
      .objectStore('sessions')
      .put({ id: session, title: 'Hostile', agent: 'agent_everyday', head: 'message_2', updated: 1 });
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, text);
}
