/** Agents: created by hand and by import, used in a chat, with approvals; no typed text is lost. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

async function openAgents(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Agents' })).toBeVisible();
}

async function openNewAgent(page: Page, name: string): Promise<void> {
  await openAgents(page);
  await page.getByRole('link', { name: 'New agent' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
}

/** The checkbox of a tool, by its name. */
const tool = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`\\b${name}$`) });
const group = (page: Page, name: string) => page.getByRole('checkbox', { name: `All in ${name}` });
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

const stored = (page: Page, name: string) =>
  page.evaluate(
    async (wanted) => (await window.oneclaw.agents.list()).find((agent) => agent.name === wanted),
    name,
  );

async function chooseAgent(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Everyday/ }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

async function openChat(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
}

test('an agent with two tools answers in a chat, and has no third one @long', async ({ app }) => {
  await openNewAgent(app, 'Clerk');
  await tool(app, 'read_file').check();
  await tool(app, 'get_current_time').check();
  await save(app);
  await expect(app.getByRole('link', { name: /Clerk/ })).toBeVisible();
  expect((await stored(app, 'Clerk'))?.tools).toEqual(['read_file', 'get_current_time']);
  await openChat(app);
  await chooseAgent(app, 'Clerk');
  await expect(app.getByRole('button', { name: /Clerk/ })).toBeVisible();

  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'w', name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }] });
  server.enqueue({ text: 'I cannot.' });
  await app.getByRole('button', { name: /Clerk/ }).click();
  await app.getByRole('dialog').getByRole('button', { name: /Local/ }).click();
  await send(app, 'Write it down');
  await expect(callCard(app, 'write_file')).toHaveAttribute('data-status', 'error');
  await runEnds(app);
  await callCard(app, 'write_file').getByRole('button').first().click();
  await expect(callCard(app, 'write_file')).toContainText('tool_not_available');
  const offered = (server.requests[0]?.body.tools ?? []) as { function: { name: string } }[];
  expect(offered.map((each) => each.function.name).toSorted()).toEqual(['get_current_time', 'read_file']);
  const [session] = await app.evaluate(() => window.oneclaw.sessions.list());
  expect(session).toMatchObject({ agent: (await stored(app, 'Clerk'))?.id, provider });
  await server.close();
});

test('the guide works with an agent too, and the chat keeps its agent after a reload @long', async ({
  app,
}) => {
  await openNewAgent(app, 'Clock');
  await group(app, 'System').check();
  await save(app);
  await expect(app.getByRole('link', { name: /Clock/ })).toBeVisible();
  await openChat(app);
  await chooseAgent(app, 'Clock');
  await send(app, 'What time is it in Tokyo?');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await runEnds(app);
  await app.reload();
  await expect(app.getByRole('button', { name: /Clock/ })).toBeVisible();
});

test('a group checkbox switches its tools, and whole groups are stored as groups @long', async ({ app }) => {
  await openNewAgent(app, 'Grouped');
  await group(app, 'Files').check();
  await expect(tool(app, 'read_file')).toBeChecked();
  await tool(app, 'http_request').check();
  await tool(app, 'write_file').uncheck();
  await expect(group(app, 'Files')).not.toBeChecked();
  expect(
    await group(app, 'Files').evaluate((box) => box instanceof HTMLInputElement && box.indeterminate),
  ).toBe(true);
  await group(app, 'Files').check();
  await save(app);
  await expect(app.getByRole('link', { name: /Grouped/ })).toBeVisible();
  expect((await stored(app, 'Grouped'))?.tools).toEqual(['group:io', 'http_request']);
  await app.getByRole('link', { name: /Grouped/ }).click();
  await app.getByRole('checkbox', { name: 'All tools' }).check();
  await save(app);
  await expect.poll(async () => (await stored(app, 'Grouped'))?.tools).toEqual(['*', 'mcp__test__*']);
});

test('tools that need a permission say so, and none shows its parameters', async ({ app }) => {
  await openNewAgent(app, 'Looker');
  await expect(app.getByRole('img', { name: 'Needs your location' })).toBeVisible();
  await expect(app.getByText('IANA')).toHaveCount(0);
});

test('an agent that asks shows the call before it runs @long', async ({ app }) => {
  await openNewAgent(app, 'Asker');
  await app.getByRole('checkbox', { name: 'All tools' }).check();
  await app.getByRole('combobox', { name: 'Before get_current_time runs' }).selectOption('ask');
  await app.getByText('Write your files').scrollIntoViewIfNeeded();
  await app.getByRole('switch', { name: 'Write your files' }).check();
  await save(app);
  await expect(app.getByRole('link', { name: /Asker/ })).toBeVisible();
  expect(await stored(app, 'Asker')).toMatchObject({
    deny: ['files.write'],
    approval: { default: 'auto', tools: { get_current_time: 'ask' } },
  });
  await openChat(app);
  await chooseAgent(app, 'Asker');
  await send(app, 'What time is it in Tokyo?');
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText('Asia/Tokyo');
  await sheet.getByRole('button', { name: 'Once' }).click();
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText(/Tokyo/);
});

test('a guarded agent shows outgoing data first, and the blocked host gets nothing', async ({ app }) => {
  const [model, page, collector] = [await startChatServer(), await startWebServer(), await startWebServer()];
  await addServer(app, model.url);
  await app.evaluate(
    async (hosts) => {
      for (const host of hosts) await window.oneclaw.permissions.allowHost(host);
    },
    [page, collector].map(({ url }) => new URL(url).host),
  );
  await openNewAgent(app, 'Guard');
  await app.getByRole('checkbox', { name: 'All tools' }).check();
  await app.getByRole('switch', { name: 'Guarded mode' }).check();
  await app.getByRole('textbox', { name: 'Blocked hosts' }).fill('https://no.example');
  await save(app);
  await expect(app.getByText(/“https:\/\/no.example” is not a host/)).toBeVisible();
  await app.getByRole('textbox', { name: 'Blocked hosts' }).fill('No.Example');
  await save(app);
  await expect(app.getByRole('link', { name: /Guard/ })).toBeVisible();
  expect(await stored(app, 'Guard')).toMatchObject({ isGuarded: true, hosts: { block: ['no.example'] } });
  await openChat(app);
  await chooseAgent(app, 'Guard');

  const post = (id: string, url: string) => ({
    calls: [
      { id, name: 'http_request', arguments: { url, method: 'POST', body: `My PIN is 4711. (${id})` } },
    ],
  });
  model.enqueue({ calls: [{ id: 'read', name: 'http_request', arguments: { url: `${page.url}/text` } }] });
  model.enqueue(post('one', `${collector.url}/text`));
  model.enqueue(post('two', `${collector.url}/text`));
  model.enqueue(post('three', `${collector.url}/text`));
  model.enqueue(post('four', 'https://no.example/'));
  model.enqueue({ text: 'That was all.' });
  await send(app, `Read ${page.url}/text`);

  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText(`Send this to ${new URL(collector.url).host}?`);
  await expect(sheet).toContainText('My PIN is 4711. (one)');
  await expect(sheet).toContainText(`POST ${new URL(collector.url).host}21 bytes`);
  await expect(sheet).toContainText(`the web page ${new URL(page.url).host}`);
  await sheet.getByRole('button', { name: 'Not now' }).click();
  // The model tries again, and its arguments are shown again.
  await expect(sheet).toBeVisible();
  expect([...collector.hits.keys()]).toEqual([]);
  await sheet.getByRole('button', { name: 'In this chat' }).click();
  await expect(transcript(app)).toContainText('That was all.');
  await expect(callCard(app, 'http_request')).toContainText('is on its list of blocked hosts');
  await expect(transcript(app)).toContainText(/POST \(21 bytes\) .*\/text/);
  expect(collector.hits.get('/text')).toBe(2);
  await expect(transcript(app)).toContainText('may not send anything to no.example');
  await Promise.all([model.close(), page.close(), collector.close()]);
});

test('an EvoClaw definition is imported with the names and denials of OneClaw', async ({ app }) => {
  await openAgents(app);
  await app.getByRole('button', { name: 'Import' }).click();
  const definition = app.getByRole('textbox', { name: 'Definition' });
  await expect(definition).toBeFocused();
  await app.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.getByRole('button', { name: 'Import' })).toBeFocused();
  await app.getByRole('button', { name: 'Import' }).click();
  const show = () => app.getByRole('button', { name: 'Preview' }).click();
  await definition.fill('{"name": "pi"');
  await show();
  await expect(app.getByText(/This is not JSON.*Not valid JSON/)).toBeVisible();
  await definition.fill(
    JSON.stringify({
      name: 'living-room-pi',
      system_prompt: 'Look after the room.',
      tools: ['read', 'ls', 'bash'],
      capabilities: ['file_read', 'shell'],
    }),
  );
  await show();
  await expect(app.getByText('Nothing in the file was changed or left out.')).toBeVisible();
  await app.getByRole('button', { name: 'Add agent' }).click();
  await expect(app.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Look after the room.');
  await expect(app.getByRole('heading', { name: 'living-room-pi' })).toBeFocused();
  await expect(tool(app, 'read_file')).toBeChecked();
  await expect(tool(app, 'list_directory')).toBeChecked();
  await expect(tool(app, 'execute_shell_command')).toBeChecked();
  await expect(app.getByRole('switch', { name: 'Write your files' })).toBeChecked();
  await expect(app.getByRole('switch', { name: 'Read your files' })).not.toBeChecked();
  await expect(app.getByRole('switch', { name: 'Ask other models' })).toBeVisible();
});

test('agents of other systems are shown with what is left out before anything is saved @long', async ({
  app,
}) => {
  await openAgents(app);
  const importing = app.getByRole('button', { name: 'Import' });
  const preview = app.getByRole('region', { name: 'Preview' });
  const names = () => app.evaluate(async () => (await window.oneclaw.agents.list()).map(({ name }) => name));
  const choose = (name: string, text: string) =>
    app
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  await importing.click();
  await choose(
    'agent.toml',
    '[agent]\nid = "desk"\ncapabilities = ["file_read"]\n[tools]\nsandboxing = "firejail"',
  );
  await expect(preview.getByRole('heading', { name: 'desk' })).toBeFocused();
  await expect(preview).toContainText('Format: EvoClaw');
  await expect(preview).toContainText('Run without asking');
  await expect(preview).toContainText('Run shell commands');
  await expect(preview).toContainText('Not supported by OneClaw: tools.sandboxing');
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await expect(importing).toBeFocused();
  expect(await names()).not.toContain('desk');

  await importing.click();
  const services = { instance_settings: [{ instanceId: 'a', api_key: 'sk-secret' }] };
  const tools = { tool_overrides: { fetch_url: true, check_sms: true, execute_shell_command: false } };
  const kept = {
    agent_memories: [{ key: 'diet', content: 'Eats no meat.', category: 'PREFERENCE', hitCount: 3 }],
    mcp_servers: [{ name: 'Docs', url: 'https://docs.test/mcp', headers: { 'X-Key': 'kai-key' } }],
    scheduled_tasks: [
      { description: 'News', prompt: 'Tell me the news.', cron: '0 7 * * *', trigger: 'CRON' },
    ],
  };
  await choose(
    'kai-settings.json',
    JSON.stringify({ version: 1, soul_text: 'Be brief.', ...services, ...tools, ...kept }),
  );
  await expect(preview).toContainText('No such tool here: check_sms');
  await expect(preview).toContainText('Keys and passwords are not imported: instance_settings.api_key');
  await expect(preview).toContainText(/Memories to add: 1\s*diet/);
  await expect(preview).toContainText('Docs https://docs.test/mcp Headers: X-Key');
  await expect(preview).toContainText(/Tasks to add \(each waits for you on the Tasks screen\): 1\s*News/);
  await expect(preview).not.toContainText(/sk-secret|kai-key/);
  await preview.getByRole('button', { name: 'Add agent' }).click();
  await expect(app.getByRole('heading', { name: 'Kai' })).toBeFocused();
  const brought = () =>
    app.evaluate(async () => ({
      memories: (await window.oneclaw.memory.list()).map(({ key, origin }) => [key, origin.app]),
      servers: (await window.oneclaw.mcp.list()).map(({ name, enabled, headers }) => [
        name,
        enabled,
        headers,
      ]),
      tasks: (await window.oneclaw.tasks.list()).map(({ name, isWaiting }) => [name, isWaiting]),
    }));
  expect(await brought()).toEqual({
    memories: [['diet', 'kai']],
    servers: [['Docs', false, ['X-Key']]],
    tasks: [['News', true]],
  });
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(brought).toEqual({ memories: [], servers: [], tasks: [] });
  await app.getByRole('button', { name: 'Back' }).click();

  await importing.click();
  const lines = ['---', 'description: Reviews', 'mode: subagent', 'permission:', '  edit: deny', '  bash:'];
  const review = [...lines, '    "git *": allow', '    "*": ask', '---', 'Only analyse.'].join('\n');
  await choose('review.md', review);
  await expect(preview).toContainText(/Before a tool runs\s*Ask me\s*Run: read_file/);
  await expect(preview).toContainText('Made stricter: permission.bash');
  await preview.getByRole('button', { name: 'Add agent' }).click();
  await expect(app.getByRole('heading', { name: 'review' })).toBeFocused();
  expect(await stored(app, 'review')).toMatchObject({
    systemPrompt: 'Only analyse.',
    approval: { default: 'ask', tools: { read_file: 'auto', write_file: 'deny', edit: 'deny' } },
  });

  // The console imports the same formats, and does not save the result.
  const read = await app.evaluate(async () => {
    const card = {
      spec: 'chara_card_v2',
      data: { name: 'Ada', description: '{{char}} counts.', first_mes: 'Hi' },
    };
    return window.oneclaw.agents.import(JSON.stringify(card));
  });
  expect(read).toMatchObject({
    ...{ format: 'character-card', draft: { name: 'Ada', systemPrompt: 'Ada counts.', tools: [] } },
    left: [{ path: 'first_mes', reason: 'unsupported' }],
  });
  await expect(app.evaluate(() => window.oneclaw.agents.import('{'))).rejects.toThrow(/validation_error/);
  expect(await names()).not.toContain('Ada');
});

test('unsaved changes survive leaving and a reload, and cancelling can be undone @long', async ({ app }) => {
  await openNewAgent(app, 'Half done');
  await tool(app, 'system_info').check();
  await app.getByRole('button', { name: 'Back' }).click();
  await app.reload();
  await app.getByRole('link', { name: 'New agent' }).click();
  await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('Half done');
  await expect(tool(app, 'system_info')).toBeChecked();
  await app.getByRole('button', { name: 'Cancel' }).click();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('Half done');
  await app.getByRole('textbox', { name: 'Name' }).fill(' ');
  await save(app);
  const name = app.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription('Give the agent a name.');
  await name.fill('Done');
  await expect(name).not.toHaveAttribute('aria-invalid');
  const deadline = app.getByRole('textbox', { name: 'All tools' });
  await deadline.fill('-5');
  await save(app);
  await expect(deadline).toBeFocused();
  await expect(deadline).toHaveAttribute('aria-invalid', 'true');
});

test('agents are copied, removed and restored, and the default one is reset', async ({ app }) => {
  await openAgents(app);
  await expect(app.getByRole('button', { name: 'Reset Everyday' })).toHaveCount(0);
  await app.getByRole('button', { name: 'Duplicate Everyday' }).click();
  await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('Everyday copy');
  await app.getByRole('button', { name: 'Back' }).click();
  await app.getByRole('button', { name: 'Remove Everyday copy' }).click();
  await expect(app.getByRole('link', { name: /Everyday copy/ })).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('link', { name: /Everyday copy/ })).toBeVisible();
  await app.evaluate(async () => {
    const [defaultAgent] = await window.oneclaw.agents.list();
    if (defaultAgent) await window.oneclaw.agents.save({ ...defaultAgent, systemPrompt: 'Rhyme.' });
  });
  await app.getByRole('button', { name: 'Reset Everyday' }).click();
  await expect(app.getByRole('button', { name: 'Reset Everyday' })).toHaveCount(0);
});

test('a starter is added, gets another icon, and is unchanged after sharing and importing it as a file @long', async ({
  app,
}) => {
  await openAgents(app);
  await expect(app.getByRole('button', { name: /Writer/ })).toBeVisible();
  await expect(app.getByRole('button', { name: /Coder/ })).toBeVisible();
  await expect(app.getByRole('button', { name: /Researcher/ })).toBeVisible();
  await app.getByRole('button', { name: /Writer/ }).click();
  await expect(app.getByRole('switch', { name: 'Use the network' })).toBeChecked();
  for (const name of ['Run shell commands', 'Use git'])
    await expect(app.getByRole('switch', { name })).toBeChecked();
  await expect(app.getByRole('switch', { name: 'Run code' })).not.toBeChecked();
  await expect(app.getByRole('switch', { name: 'Search other chats' })).not.toBeChecked();
  await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('Writer');
  await app.getByRole('radio', { name: 'Leaf' }).check();
  await app.getByRole('radio', { name: 'Moss' }).check();
  await save(app);
  await expect(app.getByRole('link', { name: /Writer/ })).toBeVisible();
  const shared = await stored(app, 'Writer');
  expect(shared).toMatchObject({ icon: 'leaf:moss', deny: ['network', 'shell', 'git'], maxSteps: 20 });

  // Without `canShare`, the app downloads the file instead of opening a share sheet.
  await app.evaluate(() => Object.defineProperty(navigator, 'canShare', { value: () => false }));
  const downloaded = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Share Writer as a file' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('Writer.oneclaw-agent.json');
  await app.getByRole('button', { name: 'Remove Writer' }).click();
  await expect(app.getByRole('link', { name: /Writer/ })).toHaveCount(0);

  await app.getByRole('button', { name: 'Import' }).click();
  await app.locator('input[type=file]').setInputFiles(await file.path());
  await expect(app.getByText('Nothing in the file was changed or left out.')).toBeVisible();
  await app.getByRole('button', { name: 'Add agent' }).click();
  await expect(app.getByRole('radio', { name: 'Leaf' })).toBeChecked();
  expect({ ...(await stored(app, 'Writer')), id: '' }).toEqual({ ...shared, id: '' });
  await app.evaluate(() => (location.hash = '#/chat'));
  await chooseAgent(app, 'Writer');
  await expect(app.locator('main header [data-colour=moss]')).toBeVisible();
});
