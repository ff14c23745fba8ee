/** Background processes in the chat and on the Activity screen: stopped, lost in a reload, or deleted. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send } from '../chat.ts';
import { expect, test } from '../app.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Background processes' }).getByRole('listitem');
const row = (page: Page, command: string) => rows(page).filter({ hasText: command });
const stop = (page: Page, command: string) =>
  page.getByRole('button', { name: `Stop ${command}`, exact: true });

async function openActivity(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
}

async function openChat(page: Page, title: string): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: title }).click();
  await expect(callCard(page, 'execute_shell_command')).toBeVisible();
}

const background = (id: string, command: string) => ({
  id,
  name: 'execute_shell_command',
  arguments: { command, background: true },
});
/** Starts recording all texts that appear. The returned function returns them. */
async function watchTexts(page: Page): Promise<() => Promise<string>> {
  const seen = await page.evaluateHandle(() => {
    const texts = new Set<string>();
    const observer = new MutationObserver((changes) =>
      changes.forEach(({ target }) => texts.add(target.textContent ?? '')),
    );
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => seen.evaluate((texts) => [...texts].join('\n'));
}

/** The states of a session's processes, as its agent reads them. */
const states = (page: Page, session: string) =>
  page.evaluate(
    async (of) =>
      (await window.oneclaw.processes.list(of as never)).map(({ id, state }) => `${id} ${state}`).join(),
    session,
  );

test('a process is seen and stopped in its chat and on the Activity screen, and ends with its chat', async ({
  app,
}) => {
  const texts = await watchTexts(app);
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    calls: ['sleep 1001', 'sleep 1002', 'sleep 1003'].map((command, at) => background(`c${at}`, command)),
  });
  server.enqueue({ text: 'They run.' });
  await send(app, 'Start three');
  await runEnds(app);
  const [session = ''] = await app.evaluate(async () =>
    (await window.oneclaw.sessions.list()).map(({ id }) => id),
  );
  await expect(rows(app)).toHaveCount(3);
  // A process of the user outside of chats must not appear in this chat.
  await app.evaluate(() =>
    window.oneclaw.tools.call('execute_shell_command', { command: 'sleep 1004', background: true }),
  );
  await expect(row(app, 'sleep 1001')).toContainText(/\d s/);
  await stop(app, 'sleep 1001').click();
  await expect(row(app, 'sleep 1001')).toHaveCount(0);
  await expect(rows(app)).toHaveCount(2);
  expect(await states(app, session)).toBe('p1 killed,p2 running,p3 running');

  await openActivity(app);
  await expect(rows(app)).toHaveCount(3);
  await stop(app, 'sleep 1002').click();
  await expect(row(app, 'sleep 1002')).toHaveCount(0);
  await expect(row(app, 'sleep 1004')).toBeVisible();
  expect(await states(app, session)).toBe('p1 killed,p2 killed,p3 running');

  await openMenu(app);
  await app.getByRole('button', { name: 'Options for Start three' }).click();
  await app.getByRole('button', { name: 'Delete', exact: true }).click();
  await openActivity(app);
  // Deleting the chat can be undone for a few seconds; its process ends after that.
  await expect(row(app, 'sleep 1003')).toHaveCount(0, { timeout: 20_000 });
  await expect(row(app, 'sleep 1004')).toBeVisible();
  // The text must not have appeared at any time.
  expect(await texts()).not.toContain('Ended by a reload');
  await server.close();
});

test('after a reload the chat and the Activity screen say what ended a process, until it is removed @long', async ({
  app,
}) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({ calls: [background('c1', 'sleep 1001')] });
  server.enqueue({ text: 'It runs.' });
  await send(app, 'Start one');
  await runEnds(app);
  await expect(stop(app, 'sleep 1001')).toBeVisible();
  await app.reload();
  await expect(row(app, 'sleep 1001')).toContainText('Ended by a reload');
  await expect(stop(app, 'sleep 1001')).toHaveCount(0);
  await openActivity(app);
  await expect(row(app, 'sleep 1001')).toContainText('Ended by a reload');
  // The same holds for a process that was started while only the Activity screen was open.
  await app.evaluate(() =>
    window.oneclaw.tools.call('execute_shell_command', { command: 'sleep 1002', background: true }),
  );
  await expect(stop(app, 'sleep 1002')).toBeVisible();
  await app.reload();
  await expect(row(app, 'sleep 1002')).toContainText('Ended by a reload');
  await app.getByRole('button', { name: 'Remove sleep 1001 from the list' }).click();
  await expect(row(app, 'sleep 1001')).toHaveCount(0);
  await openChat(app, 'Start one');
  await expect(rows(app)).toHaveCount(0);
  await app.reload();
  await expect(callCard(app, 'execute_shell_command')).toBeVisible();
  await openActivity(app);
  await expect(rows(app)).toHaveCount(1);
  await expect(row(app, 'sleep 1002')).toContainText('Ended by a reload');
  await server.close();
});
