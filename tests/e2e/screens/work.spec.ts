/** Long runs: the notification at the end, the wake lock, and the limits of an agent and of a day. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, openMenu, runEnds, send } from '../chat.ts';
import { expect, test } from '../app.ts';

/** Overrides `document.hidden`, as if another app were in front; a headless browser cannot hide a page. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

const notices = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }));
  });

test.describe('a finished run', () => {
  test.use({ permissions: ['notifications'], serviceWorkers: 'allow' });

  test('is notified of once, in a hidden page only, with a link to its chat @long', async ({ app }) => {
    await app.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await send(app, 'What time is it in Tokyo?');
    await runEnds(app);
    expect(await notices(app)).toEqual([]);
    await setHidden(app, true);
    const { session, run } = await app.evaluate(() => window.oneclaw.chat.send('What time is it in Paris?'));
    await expect
      .poll(() => notices(app))
      .toEqual([
        {
          title: 'What time is it in Paris?',
          body: 'The answer is ready.',
          tag: `oneclaw-${run}`,
          data: { hash: `#/chat/${session}` },
        },
      ]);
  });
});

test('the screen is kept on during a run, if the user wants that', async ({ app }) => {
  await app.evaluate(() => {
    const log: string[] = [];
    Object.assign(window, { lockLog: log });
    const request = () => {
      log.push('request');
      return Promise.resolve({ release: () => Promise.resolve(void log.push('release')) });
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  });
  const log = () => app.evaluate(() => Reflect.get(window, 'lockLog') as string[]);
  const server = await startChatServer();
  await addServer(app, server.url);
  const say = async (during: () => Promise<void>) => {
    const gate = server.hold();
    server.enqueue({ text: 'Working.', gate });
    await send(app, 'Work');
    await gate.reached;
    await during();
    gate.release();
    await runEnds(app);
  };
  await say(async () => expect(await log()).toEqual([]));

  await openMenu(app);
  await app.getByRole('link', { name: 'Settings' }).click();
  await app.getByRole('switch', { name: 'Keep the screen on during runs' }).check();
  await openMenu(app);
  await app.getByRole('link', { name: 'Work', exact: true }).first().click();
  await say(async () => {
    await expect.poll(log).toEqual(['request']);
    await setHidden(app, true);
    await setHidden(app, false);
    await expect.poll(log).toEqual(['request', 'request']);
  });
  await expect.poll(log).toEqual(['request', 'request', 'release']);
  await server.close();
});

test('a day gets a limit in the settings, and it is enforced', async ({ app }) => {
  await openMenu(app);
  await app.getByRole('link', { name: 'Settings' }).click();
  const form = app.getByRole('form', { name: 'Daily limit' });
  await expect(form).toContainText('Used today: 0 tokens, $0.00.');
  await form.getByRole('textbox', { name: 'Maximum tokens' }).fill('many');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Enter the maximum tokens as a whole number');
  await form.getByRole('textbox', { name: 'Maximum tokens' }).fill('20');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByText('Daily limits saved.')).toBeVisible();
  const day = await app.evaluate(() => window.oneclaw.budget.day());
  expect(day.budget).toEqual({ tokens: 20 });
});

test('an agent gets models to fall back on, a budget, limits and deadlines', async ({ app }) => {
  const server = await startChatServer();
  const spare = await addServer(app, server.url);
  await app.goto(`${app.url().split('#')[0]}#/agents/new`);
  await app.getByRole('textbox', { name: 'Name', exact: true }).fill('Careful');
  await app.getByLabel('If it cannot answer', { exact: true }).selectOption({ label: 'Local · test-model' });
  await expect(app.getByLabel('If that cannot answer either')).toBeVisible();
  await app.getByRole('textbox', { name: 'Parallel tool calls' }).fill('99');
  await app.getByRole('textbox', { name: 'Maximum US dollars' }).fill('0,25');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByText('from 1 to 32')).toBeVisible();
  await app.getByRole('textbox', { name: 'Parallel tool calls' }).fill('2');
  await app.getByRole('textbox', { name: 'Failed steps in a row' }).fill('5');
  await app.getByLabel('Add a deadline for').selectOption('read_file');
  await app.getByRole('textbox', { name: 'read_file, in seconds' }).fill('31');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(
    app.getByText('Enter the deadline for read_file in seconds, above 0 and at most 30, or remove it.'),
  ).toBeVisible();
  await app.getByRole('textbox', { name: 'read_file, in seconds' }).fill('2,5');
  await app.getByLabel('Add a deadline for').selectOption('write_file');
  await app.getByRole('button', { name: 'Remove the deadline for write_file' }).click();
  await app.getByRole('textbox', { name: 'All tools, in seconds' }).fill('20');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('heading', { name: 'Agents' })).toBeVisible();
  const agents = await app.evaluate(() => window.oneclaw.agents.list());
  expect(agents.find(({ name }) => name === 'Careful')).toMatchObject({
    fallbacks: [{ provider: spare }],
    budget: { cost: 0.25 },
    parallelCalls: 2,
    failedSteps: 5,
    timeouts: { '*': 20, read_file: 2.5 },
  });
  await server.close();
});
