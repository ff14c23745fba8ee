/** Models: a service chosen by name, tested and saved; Responses with reasoning and tools; locked keys. */
import type { Page } from '@playwright/test';
import {
  startResponsesServer,
  type ResponsesServer,
} from '#tests/fixtures/model-servers/responses-server.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

let server: ResponsesServer;
test.beforeEach(async () => {
  server = await startResponsesServer({ key: 'right-key' });
});
test.afterEach(() => server.close());

async function openSettings(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('link', { name: 'Settings' }).click();
}

async function openForm(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByRole('link', { name: 'Add a model' }).click();
}

function addResponses(page: Page, baseUrl: string): Promise<string> {
  return page.evaluate(
    (url) =>
      window.oneclaw.providers.save({
        kind: 'openai-responses',
        label: 'Thinker',
        baseUrl: url,
        apiKey: 'right-key',
        model: 'gpt-test',
        traits: { reasoning: true },
      }),
    baseUrl,
  );
}

test('a preset fills the form, and names the setup that it needs', async ({ app }) => {
  await openForm(app);
  await app.getByRole('button', { name: 'OpenAI', exact: true }).click();
  await expect(app.getByRole('textbox', { name: 'Name' })).toHaveValue('OpenAI');
  await expect(app.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://api.openai.com/v1');
  await expect(app.getByRole('link', { name: 'Get an API key from OpenAI' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await app.getByText('Advanced').click();
  await expect(app.getByLabel('Protocol')).toHaveValue('openai-responses');
  await app.getByLabel('Model', { exact: true }).fill('gpt-5');
  await expect(
    app.getByText(/400,000 tokens.*supports images.*supports reasoning.*per million/),
  ).toBeVisible();
  await expect(app.getByText(/Catalogue of \w+ \d+, 20\d\d/)).toBeVisible();

  await app.getByRole('button', { name: 'Ollama' }).click();
  await expect(app.getByText(`OLLAMA_ORIGINS=${new URL(app.url()).origin}`)).toBeVisible();
  await expect(app.getByLabel('Protocol')).toHaveValue('openai-chat');
});

test('a person sets up a Responses server by its protocol, picks a model and chats', async ({ app }) => {
  await openForm(app);
  await app.getByRole('textbox', { name: 'Base URL' }).fill(server.url);
  await app.getByLabel('API key').fill('right-key');
  await app.getByText('Advanced').click();
  await app.getByLabel('Protocol').selectOption('openai-responses');
  await app.getByLabel('Context window in tokens').fill('many');
  await app.getByRole('button', { name: 'Load models' }).click();
  await expect(app.getByText('Enter a whole number above 0')).toBeVisible();
  await app.getByLabel('Context window in tokens').fill('200 000');
  await app.getByRole('button', { name: 'Load models' }).click();
  await app.getByLabel('Model', { exact: true }).fill('mini');
  await app.getByRole('button', { name: 'gpt-test-mini' }).click();
  await app.getByRole('button', { name: 'Test connection' }).click();
  await expect(app.getByText(/gpt-test-mini answered in/)).toBeVisible();
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const [, saved] = await app.evaluate(() => window.oneclaw.providers.list());
  expect(saved).toMatchObject({ kind: 'openai-responses', traits: { contextTokens: 200_000 } });
  expect(JSON.stringify(saved)).not.toContain('right-key');
  for (const { headers, allowed } of server.preflights) {
    expect(allowed).toBe(true);
    expect(headers.filter((name) => !['authorization', 'content-type'].includes(name))).toEqual([]);
  }
});

test('the check of a model finds that its server takes no tools, and the chat sends them as text', async ({
  app,
}) => {
  const plain = await startChatServer();
  const noTools = { status: 400, body: { error: { message: 'test-model does not support tools' } } };
  const called = '<tool_call>\n{"name":"repeat","arguments":{"text":"hello"}}\n</tool_call>';
  plain.enqueue({ text: 'Hi' }, noTools, { text: called }, { text: 'hello' });
  await openForm(app);
  await app.getByRole('textbox', { name: 'Base URL' }).fill(plain.url);
  await app.getByLabel('Model', { exact: true }).fill('test-model');
  await app.getByText('Advanced').click();
  await expect(app.getByLabel('How tools are sent')).toHaveValue('');
  await app.getByRole('button', { name: 'Test connection' }).click();
  await expect(app.getByText(/test-model answered in/)).toBeVisible();
  await expect(app.getByLabel('How tools are sent').locator('option:checked')).toHaveText(
    'Automatic (found: As text in the prompt)',
  );
  await expect(app.getByLabel('Tools in each request').locator('option:checked')).toHaveText(
    'Automatic (found: Short list)',
  );
  expect(plain.requests).toHaveLength(4);
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('heading', { name: 'Settings' })).toBeVisible();

  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  await openMenu(app);
  await app.getByRole('link', { name: 'Chat', exact: true }).click();
  plain.enqueue(
    { text: '<tool_call>\n{"name":"get_current_time","arguments":{}}\n</tool_call>' },
    { text: 'It is late.' },
  );
  await send(app, 'What time is it?');
  await expect(transcript(app)).toContainText('It is late.');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  const { body } = plain.requests.at(-1) ?? {};
  expect(body).not.toHaveProperty('tools');
  expect(JSON.stringify(body?.messages)).toContain('<tool_response>');
  await plain.close();
});

test('a reasoning model calls a tool, and is sent its reasoning and its call back', async ({ app }) => {
  await addResponses(app, server.url);
  server.enqueue({
    reasoning: 'I should look at the clock.',
    calls: [{ callId: 'call_1', name: 'get_current_time', arguments: '' }],
  });
  server.enqueue({ text: 'It is late.' });
  await send(app, 'What time is it?');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app)).toContainText('It is late.');
  await expect(transcript(app)).toContainText('look at the clock');
  await runEnds(app);
  const input = server.requests.at(-1)?.body.input ?? [];
  expect(input).toMatchObject([
    { role: 'user' },
    ...input.slice(1, -2),
    { type: 'function_call', call_id: 'call_1', name: 'get_current_time' },
    { type: 'function_call_output', call_id: 'call_1' },
  ]);
  expect(server.requests.at(-1)?.body).toMatchObject({ store: false, reasoning: { summary: 'auto' } });
});

test('a passphrase keeps the keys locked after a reload, and a chat asks for it and continues @long', async ({
  app,
}) => {
  await addResponses(app, server.url);
  await openSettings(app);
  await app.getByRole('button', { name: 'Set a passphrase' }).click();
  await app.getByLabel('New passphrase').fill('correct horse');
  await app.getByLabel('Repeat the passphrase').fill('correct house');
  await app.getByRole('button', { name: 'Set a passphrase' }).click();
  await expect(app.getByText('The passphrases do not match.')).toBeVisible();
  await app.getByLabel('Repeat the passphrase').fill('correct horse');
  await app.getByRole('button', { name: 'Set a passphrase' }).click();
  await expect(app.getByRole('button', { name: 'Lock now' })).toBeVisible();

  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  await expect(app.getByLabel('Passphrase')).toBeVisible();
  await openMenu(app);
  await app.getByRole('link', { name: 'Chat', exact: true }).click();
  await send(app, 'Hello');
  await expect(transcript(app)).toContainText('Your API keys are locked');
  expect(server.requests).toEqual([]);
  await app.getByLabel('Passphrase').fill('wrong horse');
  await app.getByRole('button', { name: 'Unlock' }).click();
  await expect(app.getByText('Wrong passphrase.')).toBeVisible();
  server.enqueue({ text: 'Good to see you.' });
  await app.getByLabel('Passphrase').fill('correct horse');
  await app.getByRole('button', { name: 'Unlock' }).click();
  await expect(transcript(app)).toContainText('Good to see you.');
  await runEnds(app);
});

test('tabs lock and unlock together, and after a forgotten passphrase only the keys are lost @long', async ({
  app,
  context,
  appUrl,
}) => {
  await addResponses(app, server.url);
  await openSettings(app);
  await app.getByRole('button', { name: 'Set a passphrase' }).click();
  await app.getByLabel('New passphrase').fill('correct horse');
  await app.getByLabel('Repeat the passphrase').fill('correct horse');
  await app.getByRole('button', { name: 'Set a passphrase' }).click();
  await expect(app.getByRole('button', { name: 'Lock now' })).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${appUrl}#/settings`);
  await expect(other.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await other.getByRole('button', { name: 'Lock now' }).click();
  await expect(app.getByLabel('Passphrase')).toBeVisible();

  await app.getByRole('button', { name: 'Forgot passphrase' }).click();
  await app.getByRole('button', { name: 'Delete the API keys' }).click();
  await expect(other.getByRole('button', { name: 'Set a passphrase' })).toBeVisible();
  const [, left] = await app.evaluate(() => window.oneclaw.providers.list());
  expect(left).toMatchObject({ label: 'Thinker', hasKey: false });
});

test('settings of a model from the console are validated, and used in requests', async ({ app }) => {
  const chat = await startChatServer();
  const save = (traits: object) =>
    app.evaluate(
      ({ url, traits }) =>
        window.oneclaw.providers
          .save({ kind: 'openai-chat', label: 'L', baseUrl: url, model: 'test-model', traits })
          .catch(String),
      { url: chat.url, traits },
    );
  expect(await save({ contextTokens: -1 })).toContain("'traits.contextTokens'");
  expect(await save({ images: 'yes' })).toContain("'traits.images'");
  await save({ outputTokens: 77 });
  await send(app, 'Hello');
  await runEnds(app);
  await expect.poll(() => chat.requests.at(-1)?.body.max_tokens).toBe(77);
  await chat.close();
});
