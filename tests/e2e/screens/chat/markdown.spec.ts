/** Markdown in answers, streaming and complete: highlighted code, formulas, tables and lists. */
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
  // A language nobody knows, and markup in it, is text.
  expect(await blocks.nth(1).textContent()).toBe('<b>plain</b>');
});

test('code that grows keeps its colours, and no character is lost or doubled', async ({ app }) => {
  const gate = server.hold();
  server.enqueue({ text: `\`\`\`ts\n${code}\n${code}\n\`\`\``, gate });
  await send(app, 'Code');
  await gate.reached;
  gate.release(14);
  const block = transcript(app).locator('pre');
  await expect(block.locator('[data-token=keyword]').first()).toHaveText('const');
  gate.release(8);
  await expect(block.locator('[data-token=comment]').first()).toBeVisible();
  gate.release();
  await runEnds(app);
  await expect(block.locator('[data-token=comment]')).toHaveCount(2);
  expect(await block.textContent()).toBe(`${code}\n${code}`);
});

test('formulas become MathML, what is none stays as it was written', async ({ app }) => {
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
