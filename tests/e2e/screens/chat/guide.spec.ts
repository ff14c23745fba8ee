/** Without a key, a new user gets an answer that uses a real tool, and sees the calls. */
import type { Page } from '@playwright/test';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { callCard, runEnds, send, transcript } from '../../chat.ts';
import { expect, test, watchProblems } from '../../app.ts';

test('the guide introduces itself honestly and offers what to try', async ({ app }) => {
  await expect(transcript(app)).toContainText(/not an AI/i);
  await app.getByRole('button', { name: /What time is it in Tokyo/ }).click();
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText(/It is .* in Tokyo/);
});

test('it writes, appends to and reads a file', async ({ app }) => {
  await send(app, "Write 'buy milk' to notes/today.txt");
  await expect(callCard(app, 'write_file')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  await send(app, "Append ' and eggs' to notes/today.txt");
  await runEnds(app);
  await send(app, 'Read notes/today.txt');
  await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText('buy milk and eggs');
  await runEnds(app);
  await send(app, 'List my files');
  await expect(callCard(app, 'list_directory')).toHaveAttribute('data-status', 'success');
  expect(await app.evaluate(() => window.oneclaw.files.read('notes/today.txt'))).toBe('buy milk and eggs');
});

test('it says plainly that there are no files yet', async ({ app }) => {
  await send(app, 'List my files');
  await expect(transcript(app)).toContainText('You have no files yet.');
});

test('two requests in one message are two calls of one reply', async ({ app }) => {
  await send(app, 'What time is it in Tokyo and in Paris?');
  await expect(transcript(app).getByRole('group', { name: 'get_current_time' })).toHaveCount(2);
  await runEnds(app);
  const roles = await app.evaluate(async () => {
    const [first] = await window.oneclaw.sessions.list();
    const view = first && (await window.oneclaw.sessions.get(first.id));
    return view?.messages.map(({ parts }) => parts.filter(({ type }) => type === 'call').length);
  });
  expect(roles).toEqual([0, 2, 0]);
});

test('a chain waits for the first result before the second call', async ({ app }) => {
  await send(app, 'Write hello to a.txt and then read it back');
  await expect(callCard(app, 'write_file')).toHaveAttribute('data-status', 'success');
  await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText('hello');
});

test('the text to be saved is obtained first, and its result is written', async ({ app }) => {
  await send(app, 'Save the time in Tokyo to tokyo.txt');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(callCard(app, 'write_file')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  expect(await app.evaluate(() => window.oneclaw.files.read('tokyo.txt'))).toMatch(/\d:\d\d:\d\d\s[AP]M/);
});

test('it answers in Chinese to Chinese messages', async ({ app }) => {
  await send(app, '东京现在几点?');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText(/东京.*[点:]/);
});

test('it says when it does not understand, and how to add a model', async ({ app }) => {
  await send(app, 'Compose a symphony about the sea');
  await runEnds(app);
  await expect(transcript(app)).toContainText(/Settings/);
});

test('a call opens to its arguments and result', async ({ app }) => {
  await send(app, 'Read nowhere.txt');
  const card = callCard(app, 'read_file');
  await expect(card).toHaveAttribute('data-status', 'error');
  await card.getByRole('button').first().click();
  await expect(card).toContainText('"nowhere.txt"');
  await expect(card).toContainText('file_not_found');
});

test('a path of another app is an error on its card and in the answer, and nothing breaks', async ({
  app,
}) => {
  await send(app, 'Please read the file /data/data/com.oneclaw.shadow/databases/oneclaw.db');
  const card = callCard(app, 'read_file');
  await expect(card).toHaveAttribute('data-status', 'error');
  await runEnds(app);
  await expect(transcript(app)).toContainText(/outside the workspace/);
  await card.getByRole('button').first().click();
  await expect(card).toContainText('path_not_allowed');
});

test.describe('the production build', () => {
  test.use({ build: 'production' });

  test('the app is painted before the engine has started, and then answers with a tool', async ({
    page,
    appUrl,
  }) => {
    const problems = watchProblems(page);
    const startEngine = await holdEngine(page);
    await page.goto(appUrl);
    expect(await paintedWords(page)).not.toBe('');
    expect(await page.evaluate(isEngineUp)).toBe(false);
    startEngine();
    await send(page, 'What time is it in Tokyo?');
    await expect(callCard(page, 'get_current_time')).toHaveAttribute('data-status', 'success');
    await expect(transcript(page)).toContainText(/It is .* in Tokyo/);
    expect(problems).toEqual([]);
  });

  test('a stop ends a call that hangs on the network, and the next one works', async ({ app }) => {
    const web = await startWebServer();
    try {
      await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), new URL(web.url).host);
      await send(app, `Fetch ${web.url}/silent`);
      await expect.poll(() => web.hits.get('/silent')).toBe(1);
      await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'running');
      await app.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'error');
      await expect(callCard(app, 'http_request')).toContainText('was stopped by the user');
      await runEnds(app);
      await expect.poll(() => web.active()).toBe(0);
      await send(app, `Fetch ${web.url}/text`);
      await expect(callCard(app, 'http_request')).toHaveAttribute('data-status', 'success');
      await expect(transcript(app)).toContainText('Hello from the test server.');
    } finally {
      await web.close();
    }
  });
});

/** Holds back the script of the engine. Returns the function that lets it load. */
async function holdEngine(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/engine-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Whether the engine answers within the time of two frames. */
function isEngineUp(): Promise<boolean> {
  const up = window.oneclaw.ready.then(() => true);
  const frames = new Promise<boolean>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(false))),
  );
  return Promise.race([up, frames]);
}

/**
 * The first words that the browser reports as painted. The frame in index.html has no words, so they are the
 * app's.
 */
function paintedWords(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { element } = entry as PerformanceEntry & { element?: Element | null };
            const words = element?.closest('#app') ? element.textContent.trim() : '';
            if (words !== '') resolve(words);
          }
        }).observe({ type: 'largest-contentful-paint', buffered: true }),
      ),
  );
}
