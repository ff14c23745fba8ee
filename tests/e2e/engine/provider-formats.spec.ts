/** Anthropic and Gemini in the built app; local servers with real CORS preflights reject wrong requests. */
import type { Page } from '@playwright/test';
import { startAnthropicServer } from '#tests/fixtures/model-servers/anthropic-server.ts';
import type { Reply } from '#tests/fixtures/model-servers/chat-reply.ts';
import { startChatServer, type ChatBody } from '#tests/fixtures/model-servers/chat-server.ts';
import { startGeminiServer } from '#tests/fixtures/model-servers/gemini-server.ts';
import { callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

const wires = [
  { kind: 'anthropic', model: 'claude-test', start: startAnthropicServer },
  { kind: 'gemini', model: 'gemini-test', start: startGeminiServer },
] as const;

type Kind = (typeof wires)[number]['kind'] | 'openai-chat';

function addProvider(page: Page, kind: Kind, baseUrl: string, model: string): Promise<string> {
  return page.evaluate(
    (draft) => window.oneclaw.providers.save({ ...draft, label: draft.kind, apiKey: 'right' }),
    { kind, baseUrl, model },
  );
}

for (const { kind, model, start } of wires) {
  test(`${kind}: a chain of three calls with reasoning, and a result that is an error`, async ({ app }) => {
    const server = await start({ key: 'right' });
    await addProvider(app, kind, server.url, model);
    server.enqueue(
      {
        reasoning: 'I need a file.',
        text: 'Writing.',
        calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'ä' } }],
      },
      {
        reasoning: 'And back.',
        calls: [
          { name: 'read_file', arguments: { path: 'a.txt' } },
          { name: 'get_current_time', arguments: {} },
        ],
      },
      { calls: [{ name: 'read_file', arguments: { path: 'gone.txt' } }] },
      { text: 'All done, 世界.' },
    );
    await send(app, 'Go');
    await expect(transcript(app)).toContainText('All done, 世界.');
    await runEnds(app);
    await expect(transcript(app)).toContainText('I need a file.');
    await expect(callCard(app, 'write_file')).toHaveAttribute('data-status', 'success');
    await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'error');
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes('file_not_found'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const last = JSON.stringify(server.requests.at(-1)?.body);
    expect(last.includes('"is_error":true')).toBe(kind === 'anthropic');
    expect(server.preflights.length).toBeGreaterThan(0);
    expect(server.preflights.filter(({ allowed }) => !allowed)).toEqual([]);
    await server.close();
  });

  test(`${kind}: five calls in one reply, and a delay that the server requires`, async ({ app }) => {
    const server = await start();
    await addProvider(app, kind, server.url, model);
    const calls = [1, 2, 3, 4, 5].map((n) => ({
      name: 'write_file',
      arguments: { path: `${n}.txt`, content: `${n}` },
    }));
    server.enqueue({ status: 429 }, { calls }, { text: 'Five files.' });
    await send(app, 'Go');
    await expect(transcript(app)).toContainText('Five files.');
    await runEnds(app);
    expect(await app.evaluate(() => window.oneclaw.files.read('5.txt'))).toBe('5');
    await server.close();
  });

  test(`${kind}: the models are listed, and a wrong key is reported as such`, async ({ app }) => {
    const server = await start({ key: 'another' });
    const id = await addProvider(app, kind, server.url, model);
    expect(await app.evaluate((id) => window.oneclaw.providers.test(id), id)).toMatchObject({ ok: false });
    await send(app, 'Hello');
    await expect(transcript(app)).toContainText('did not accept the API key');
    await server.close();
    const open = await start({ key: 'right' });
    const listed = await app.evaluate(
      (id) => window.oneclaw.providers.models(id),
      await addProvider(app, kind, open.url, model),
    );
    expect(listed).toContain(model);
    await open.close();
  });
}

test('one conversation switches from Anthropic to Gemini and back', async ({ app }) => {
  const anthropic = await startAnthropicServer();
  const gemini = await startGeminiServer();
  const first = await addProvider(app, 'anthropic', anthropic.url, 'claude-test');
  const second = await addProvider(app, 'gemini', gemini.url, 'gemini-test');
  for (const server of [anthropic, gemini, anthropic]) {
    server.enqueue(
      { reasoning: 'hm', text: 'A moment.', calls: [{ name: 'get_current_time', arguments: {} }] },
      { text: 'There.' },
    );
  }
  const outcomes = await app.evaluate(
    async ({ first, second }) => {
      const one = await window.oneclaw.chat.send('one', { provider: first });
      const two = await window.oneclaw.chat.send('two', { provider: second, session: one.session });
      const three = await window.oneclaw.chat.send('three', { provider: first, session: one.session });
      return [one, two, three].map(({ outcome }) => outcome.type);
    },
    { first, second },
  );
  expect(outcomes).toEqual(['completed', 'completed', 'completed']);
  expect(JSON.stringify(gemini.requests.at(-1)?.body)).toContain('A moment.');
  await anthropic.close();
  await gemini.close();
});

/**
 * A gateway to Gemini that signs its calls in both known ways and rejects a history without the signatures.
 */
function gateway({ messages = [] }: ChatBody): Reply {
  const calls = messages.flatMap((message) => (message.tool_calls ? [message] : []));
  const isSigned = calls.every((message) => /"opaque".*"signed"/.test(JSON.stringify(message)));
  if (!isSigned)
    return { status: 400, body: { error: { message: 'missing a thought_signature', code: 400 } } };
  if (calls.length === 2) return { text: 'It was signed.' };
  const call = {
    ...{ index: 0, id: `call_${calls.length}`, type: 'function' },
    function: { name: 'get_current_time', arguments: '{}' },
    extra_content: { google: { thought_signature: 'signed' } },
  };
  const details = [{ type: 'reasoning.encrypted', id: call.id, data: 'opaque', format: 'google-gemini-v1' }];
  const delta = (fields: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta: fields, finish_reason }],
  });
  return {
    stream: [delta({ reasoning_details: details }), delta({ tool_calls: [call] }), delta({}, 'tool_calls')],
  };
}

test('signatures of a gateway’s calls are sent back, also after a reload @long', async ({ app }) => {
  const server = await startChatServer({ models: ['gemini'], fallback: gateway });
  await addProvider(app, 'openai-chat', server.url, 'gemini');
  await send(app, 'Go');
  await expect(transcript(app)).toContainText('It was signed.');
  await runEnds(app);
  await app.reload();
  await send(app, 'And again');
  await expect(transcript(app).getByText('It was signed.')).toHaveCount(2);
  expect(server.requests.filter(({ path }) => path.endsWith('/completions'))).toHaveLength(4);
  await server.close();
});
