/** A model with a short list of tools finds and runs another one; everything the user sees names the real tool. */
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer();
});
test.afterEach(() => server.close());

const namesIn = ({ tools = [] }: { tools?: unknown[] }) =>
  (tools as { function: { name: string } }[]).map(({ function: { name } }) => name);

test('a found tool runs, with its own card and log, and the request keeps its tools', async ({ app }) => {
  await addServer(app, server.url);
  const inner = { name: 'make_directory', arguments: { path: 'found' } };
  server.enqueue({ calls: [{ id: 'f', name: 'find_tools', arguments: { query: 'make a folder' } }] });
  server.enqueue({ calls: [{ id: 'c', name: 'call_tool', arguments: inner }] });
  server.enqueue({ text: 'The folder is there.' });
  await send(app, 'Make a folder');
  await expect(transcript(app)).toContainText('The folder is there.');
  await expect(callCard(app, 'find_tools')).toHaveAttribute('data-status', 'success');
  await expect(callCard(app, 'make_directory')).toHaveAttribute('data-status', 'success');
  await expect(callCard(app, 'call_tool')).toHaveCount(0);
  const { files, logged } = await app.evaluate(async () => ({
    files: (await window.oneclaw.files.list('.')).map(({ name }) => name),
    logged: (await window.oneclaw.activity.list()).map(({ tool }) => tool),
  }));
  expect(files).toContain('found');
  expect(logged).toEqual(expect.arrayContaining(['find_tools', 'make_directory']));
  expect(logged).not.toContain('call_tool');

  const bodies = server.requests.map(({ body }) => body);
  expect(namesIn(bodies[0] ?? {})).toEqual(expect.arrayContaining(['read_file', 'find_tools', 'call_tool']));
  expect(namesIn(bodies[0] ?? {})).not.toContain('make_directory');
  expect(bodies[2]?.tools).toEqual(bodies[0]?.tools);
  const sent = JSON.stringify(bodies[2]?.messages);
  expect(sent).toContain(JSON.stringify({ name: 'call_tool', arguments: JSON.stringify(inner) }));
  // The model read the definition in the result of the search.
  expect(sent).toContain('missing');
  // No way to choose the tools that find others.
  await app.evaluate(() => void (location.hash = '#/tools'));
  await expect(app.getByRole('button', { name: 'Details of make_directory' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Details of find_tools' })).toHaveCount(0);
});

test('the user approves the real tool with its own arguments', async ({ app }) => {
  const provider = await addServer(app, server.url);
  const agent = await app.evaluate(
    ({ provider }) =>
      window.oneclaw.agents.save({
        ...{ name: 'Careful', systemPrompt: '', tools: ['*'], provider: provider as never },
        approval: { default: 'ask' },
      }),
    { provider },
  );
  const inner = { name: 'make_directory', arguments: { path: 'approved' } };
  server.enqueue({ calls: [{ id: 'f', name: 'find_tools', arguments: { query: 'folder' } }] });
  server.enqueue({ calls: [{ id: 'c', name: 'call_tool', arguments: inner }] });
  server.enqueue({ text: 'Done.' });
  await app.evaluate(({ agent }) => void window.oneclaw.chat.send('Go', { agent }), { agent });
  const dialog = app.getByRole('alertdialog');
  // The first question of the run: the search needed none.
  await expect(dialog).toContainText('approved');
  await expect(dialog).toContainText('Make folder');
  await expect(dialog).not.toContainText('call_tool');
  await dialog.getByRole('button', { name: 'Once' }).click();
  await expect(dialog).toHaveCount(0);
  // The chat is not on the screen, so nothing there says when the call has ended.
  await expect
    .poll(() => app.evaluate(async () => (await window.oneclaw.files.list('.')).map(({ name }) => name)))
    .toContain('approved');
});

test('a setting of the model decides which definitions a request carries', async ({ app }) => {
  await app.evaluate(
    (baseUrl) =>
      window.oneclaw.providers.save({
        ...{ kind: 'openai-chat', label: 'Local', baseUrl, model: 'test-model' },
        traits: { contextTokens: 200_000 },
      }),
    server.url,
  );
  await send(app, 'One');
  await server.until(1);
  await runEnds(app);
  const all = namesIn(server.requests[0]?.body ?? {});
  expect(all).toContain('git_status');
  expect(all.filter((name) => ['noop', 'find_tools', 'call_tool'].includes(name))).toEqual([]);

  await app.evaluate(() => void (location.hash = '#/settings'));
  await app.getByRole('button', { name: /Local/ }).first().click();
  await app.getByText('Advanced', { exact: true }).click();
  await app.getByRole('combobox', { name: 'Tools in each request' }).selectOption('Short list');
  await app.getByRole('button', { name: 'Save' }).click();
  const traits = () =>
    app.evaluate(
      async () => (await window.oneclaw.providers.list()).find(({ label }) => label === 'Local')?.traits,
    );
  await expect.poll(traits).toEqual({ contextTokens: 200_000, toolList: 'short' });
  await app.evaluate(() => window.oneclaw.chat.send('Two'));
  expect(namesIn(server.requests.at(-1)?.body ?? {})).not.toContain('git_status');
  const refused = app.evaluate(
    (baseUrl) =>
      window.oneclaw.providers.save({
        ...{ kind: 'openai-chat', label: 'Other', baseUrl, model: 'x' },
        traits: { toolList: 'some' as never },
      }),
    server.url,
  );
  await expect(refused).rejects.toThrow("'traits.toolList' must be one of: all, short");
});
