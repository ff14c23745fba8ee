/**
 * Tools offered to browser agents (WebMCP): only the offered ones, and each call only after the user agrees.
 */
import type { Page } from '@playwright/test';
import type { ModelContext } from '#src/state/agents/model-context.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.mjs';
import { expect, test } from '../app.ts';

const executablePath = findBrowser();
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...browserArguments, '--enable-blink-features=WebMCP'],
  },
});

/** The methods of `ModelContext` that only browser agents use. */
type AgentSide = ModelContext & {
  getTools(): Promise<{ name: string; description: string }[]>;
  executeTool(tool: object, input: object, options?: { signal: AbortSignal }): Promise<string>;
};

const names = (page: Page) =>
  page.evaluate(async () => {
    const { modelContext } = document as unknown as { modelContext: AgentSide };
    return (await modelContext.getTools()).map(({ name }) => name);
  });

/** Calls a tool as a browser agent does. Resolves after the user has allowed or refused the call. */
function callAsBrowser(page: Page, tool: string, input: object): Promise<unknown> {
  return page.evaluate(
    async ([name, values]) => {
      const { modelContext } = document as unknown as { modelContext: AgentSide };
      const found = (await modelContext.getTools()).find((each) => each.name === name);
      if (!found) return 'no such tool';
      const stop = new AbortController();
      addEventListener('stop-call', () => stop.abort());
      const answer = modelContext.executeTool(found, values, { signal: stop.signal });
      return answer.then(
        (text) => JSON.parse(text) as unknown,
        (error: unknown) => String(error),
      );
    },
    [tool, input] as const,
  );
}

test('a tool is offered with its switch, runs only after approval each time, and can be withdrawn @long', async ({
  app,
}) => {
  expect(await names(app)).toEqual([]);
  await app.evaluate(() => (location.hash = '#/tools/write_file'));
  await app.getByRole('switch', { name: 'Offer write_file to the browser' }).check();
  await expect.poll(() => names(app)).toEqual(['write_file']);

  const sheet = app.getByRole('alertdialog');
  const answer = callAsBrowser(app, 'write_file', { path: 'a.txt', content: 'from outside' });
  await expect(sheet).toContainText('An agent built into your browser is asking for this');
  await expect(sheet).toContainText('from outside');
  await expect(sheet.getByRole('button')).toHaveText(['Not now', 'Once']);
  await sheet.getByRole('button', { name: 'Once' }).click();
  expect(await answer).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('a.txt') }] });
  expect(await app.evaluate(() => window.oneclaw.files.read('a.txt'))).toBe('from outside');

  // An approval is valid for one call.
  const again = callAsBrowser(app, 'write_file', { path: 'a.txt', content: 'again' });
  await sheet.getByRole('button', { name: 'Not now' }).click();
  expect(await again).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('permission_denied') }],
  });

  // Another tab, like a later visit, offers the same tools.
  const other = await app.context().newPage();
  await other.goto(app.url());
  await expect.poll(() => names(other)).toEqual(['write_file']);
  await other.close();

  await app.evaluate(() => (location.hash = '#/settings'));
  await app.getByRole('button', { name: 'Stop offering write_file' }).click();
  await expect.poll(() => names(app)).toEqual([]);
  await expect(app.getByText('You offer no tools to your browser’s agents.')).toBeVisible();
});

test('browser agents do not share the shell of the user @long', async ({ app }) => {
  const type = (command: string) =>
    app.evaluate((text) => window.oneclaw.tools.call('execute_shell_command', { command: text }), command);
  await type('mkdir -p mine && cd mine && SECRET=canary');
  await app.evaluate(() =>
    window.oneclaw.tools.call('execute_shell_command', { command: 'sleep 100', background: true }),
  );
  await app.evaluate(() => window.oneclaw.mcp.offer('execute_shell_command'));
  await app.evaluate(() => window.oneclaw.mcp.offer('manage_process'));
  await expect.poll(() => names(app)).toEqual(['execute_shell_command', 'manage_process']);
  const call = async (tool: string, input: object) => {
    const answer = callAsBrowser(app, tool, input);
    await app.getByRole('alertdialog').getByRole('button', { name: 'Once' }).click();
    return JSON.stringify(await answer);
  };
  const seen = await call('execute_shell_command', { command: 'pwd; echo "<$SECRET>"; OTHER=1' });
  expect(seen).toContain('/workspace\\n<>');
  expect(seen).not.toContain('canary');
  expect(await call('manage_process', { action: 'list' })).toContain('no background processes');
  expect(await type('pwd; echo "<$OTHER>"')).toMatchObject({
    result: expect.stringContaining('/workspace/mine\n<>'),
  });
});

test('a disabled tool is not offered, and cancelling a call withdraws its prompt', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.mcp.offer('write_file'));
  await expect.poll(() => names(app)).toEqual(['write_file']);
  const stopped = callAsBrowser(app, 'write_file', { path: 'b.txt', content: 'x' });
  await expect(app.getByRole('alertdialog')).toBeVisible();
  await app.evaluate(() => dispatchEvent(new Event('stop-call')));
  expect(await stopped).toMatch(/abort/i);
  await expect(app.getByRole('alertdialog')).toHaveCount(0);
  await app.evaluate(() => window.oneclaw.tools.setEnabled('write_file', false));
  await expect.poll(() => names(app)).toEqual([]);
  expect(await callAsBrowser(app, 'write_file', {})).toBe('no such tool');
});
