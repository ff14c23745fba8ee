/** `npm run dev` serves the whole app: a tool in a tool host, and a GGUF model in its worker. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { end, start, tinyGguf } from '#tests/fixtures/model-servers/tiny-gguf.ts';
import { expect, test, watchProblems } from '../app.ts';
import { runEnds, send, transcript } from '../chat.ts';

const greeting = tinyGguf([[start, 'Hello', ' from', ' the', ' device', '.', end]]);

let server: ViteDevServer;
let url = '';

// The first start bundles all dependencies, and each page requests about 400 files.
test.setTimeout(120_000);

test.beforeAll(async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  server = await createServer({ root, logLevel: 'error', server: { port: 0, watch: null } });
  await server.listen();
  url = `http://localhost:${(server.httpServer?.address() as AddressInfo).port}/`;
});

test.afterAll(() => server.close());

test('the dev server runs a tool and a model on the device @long', async ({ page }) => {
  const problems = watchProblems(page);
  await page.goto(url);
  await page.evaluate(() => window.oneclaw.ready);
  // The engine gives a tool host 15 s to start. A cold server on a busy machine may take longer, so retry.
  await expect(async () => {
    const result = await page.evaluate(() =>
      window.oneclaw.tools.call('write_file', { path: 'dev.txt', content: 'here' }),
    );
    expect(result).toEqual(expect.objectContaining({ status: 'success' }));
  }).toPass({ timeout: 60_000 });

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Choose a GGUF file').setInputFiles({
    name: 'tiny.gguf',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(greeting),
  });
  await page.getByRole('button', { name: 'Use in chat: tiny.gguf' }).click();
  await send(page, 'Hi');
  await expect(transcript(page)).toContainText('Hello from the device.', { timeout: 60_000 });
  await runEnds(page);
  expect(problems).toEqual([]);
});
