/** Chatting with a Chat Completions server, its errors as sentences, and Stop at any time. */
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds, send, transcript } from '../chat.ts';
import { expect, roundTrip, test } from '../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer({ key: 'right-key', expose: ['retry-after'] });
});
test.afterEach(() => server.close());

test(
  'a person adds a server, loads its models, tests it, saves it and chats',
  { tag: '@core' },
  async ({ app }) => {
    await openMenu(app);
    await app.getByRole('link', { name: 'Settings' }).click();
    await app
      .getByRole('link', { name: 'Add a model' })
      .or(app.getByRole('button', { name: 'Add a model' }))
      .first()
      .click();
    await app.getByRole('textbox', { name: 'Name' }).fill('My server');
    await app.getByRole('textbox', { name: 'Base URL' }).fill(server.url);
    await app.getByLabel('API key').fill('wrong-key');
    await app.getByLabel('Model', { exact: true }).fill('test-model');
    await app.getByRole('button', { name: 'Test connection' }).click();
    await expect(app.getByText(/did not accept the API key/)).toBeVisible();
    await app.getByLabel('API key').fill('right-key');
    await app.getByRole('button', { name: 'Load models' }).click();
    await expect(app.getByText(/2 models/)).toBeVisible();
    await app.getByRole('button', { name: 'Test connection' }).click();
    await expect(app.getByText(/test-model answered in/)).toBeVisible();
    await app.getByRole('button', { name: 'Save' }).click();
    await expect(app.getByRole('heading', { name: 'Settings' })).toBeVisible();

    await openMenu(app);
    await app.getByRole('link', { name: 'Chat', exact: true }).click();
    server.enqueue({ text: 'Hello from the server.' });
    await send(app, 'Hello');
    await expect(transcript(app)).toContainText('Hello from the server.');
    expect(JSON.stringify(await app.evaluate(() => window.oneclaw.providers.list()))).not.toContain(
      'right-key',
    );
    for (const { headers } of server.preflights)
      expect(headers.every((name) => ['authorization', 'content-type'].includes(name))).toBe(true);
  },
);

test('a model chains two tools and runs two at once', { tag: '@core' }, async ({ app }) => {
  await addServer(app, server.url, { apiKey: 'right-key' });
  server.enqueue({
    text: 'First I write.',
    calls: [{ id: 'w', name: 'write_file', arguments: { path: 'list.txt', content: 'hat' } }],
  });
  server.enqueue({
    calls: [
      { id: 'r', name: 'read_file', arguments: { path: 'list.txt' } },
      { id: 't', name: 'get_current_time', arguments: '' },
    ],
  });
  server.enqueue({ text: 'The list says: **hat**.' });
  await send(app, 'Pack');
  await expect(callCard(app, 'write_file')).toHaveAttribute('data-status', 'success');
  await expect(callCard(app, 'read_file')).toHaveAttribute('data-status', 'success');
  await expect(transcript(app).locator('strong', { hasText: 'hat' })).toBeVisible();
  await runEnds(app);
  const last = server.requests.at(-1)?.body as {
    messages: { role: string; tool_call_id?: string; content: string }[];
  };
  const results = last.messages.filter(({ role }) => role === 'tool');
  expect(results.map((message) => message.tool_call_id)).toEqual(['w', 'r', 't']);
  expect(JSON.parse(results[1]!.content)).toEqual({ status: 'success', result: 'hat' });
});

test('a wait for a rate limit is shown', async ({ app }) => {
  await addServer(app, server.url, { apiKey: 'right-key' });
  server.enqueue({ status: 429, headers: { 'retry-after': '1' } });
  server.enqueue({ text: 'Now I can.' });
  await send(app, 'Hello');
  await expect(app.getByText(/again in 1 s/i)).toBeVisible();
  await expect(transcript(app)).toContainText('Now I can.');
});

const failures: [title: string, sentence: RegExp, changes: { model?: string; apiKey?: string }][] = [
  ['a wrong key', /did not accept the API key/, { apiKey: 'wrong' }],
  ['a model that is gone', /does not know the model/, { apiKey: 'right-key', model: 'gone' }],
];
for (const [title, sentence, changes] of failures) {
  test(`${title} is shown as a sentence that says what to do`, async ({ app }) => {
    await addServer(app, server.url, changes);
    await send(app, 'Hello');
    await expect(transcript(app)).toContainText(sentence);
    await runEnds(app);
  });
}

test('a server without CORS has another error than a missing server', async ({ app }) => {
  const closed = await startChatServer({ cors: false });
  await addServer(app, closed.url);
  await send(app, 'Hello');
  await expect(transcript(app)).toContainText(/web pages/);
  await runEnds(app);
  await closed.close();
  await send(app, 'Hello again');
  await expect(transcript(app)).toContainText(/does not respond/);
});

test('stop in the middle of a stream frees the composer at once and keeps the received text', async ({
  app,
}) => {
  await addServer(app, server.url, { apiKey: 'right-key' });
  const atOnce = 100 * (await roundTrip(app));
  const gate = server.hold();
  server.enqueue({ text: 'one two three four five six seven eight nine ten', gate });
  await send(app, 'Count');
  await gate.reached;
  gate.release(6);
  await expect(transcript(app)).toContainText('one');
  const freedAfter = await app.evaluate(async () => {
    const stop = document.querySelector<HTMLElement>('button[aria-label="Stop"]');
    const pressed = performance.now();
    stop?.click();
    while (document.querySelector('button[aria-label="Stop"]')) await new Promise(requestAnimationFrame);
    return stop ? performance.now() - pressed : Infinity;
  });
  expect(freedAfter).toBeLessThan(atOnce);
  await expect(transcript(app)).toContainText('one');
  await expect.poll(() => server.requests.at(-1)?.aborted).toBe(true);
  gate.release();
});

test('stop while a tool hangs ends it as cancelled, and the chat goes on', async ({ app }) => {
  await addServer(app, server.url, { apiKey: 'right-key' });
  server.enqueue({ calls: [{ id: 'w', name: 'test_wait', arguments: { milliseconds: 25_000 } }] });
  await send(app, 'Wait');
  await expect(callCard(app, 'test_wait')).toHaveAttribute('data-status', 'running');
  await app.getByRole('button', { name: 'Stop', exact: true }).click();
  await runEnds(app);
  const card = callCard(app, 'test_wait');
  await expect(card).not.toHaveAttribute('data-status', 'running');
  await card.getByRole('button').first().click();
  // On a busy machine the tool may miss the grace period and be terminated, which gives the second message.
  await expect(card).toContainText(/Stopped early|may or may not have happened/);
  server.enqueue({ text: 'Back again.' });
  await send(app, 'Hello?');
  await expect(transcript(app)).toContainText('Back again.');
});

test('a tool that hangs in a reply times out while its neighbour succeeds', async ({ app }) => {
  await addServer(app, server.url, { apiKey: 'right-key' });
  server.enqueue({
    calls: [
      { id: 'l', name: 'test_loop', arguments: '' },
      { id: 't', name: 'get_current_time', arguments: '' },
    ],
  });
  server.enqueue({ text: 'One of them hung.' });
  await send(app, 'Go');
  await expect(callCard(app, 'get_current_time')).toHaveAttribute('data-status', 'success');
  await expect(callCard(app, 'test_loop')).toHaveAttribute('data-status', 'error');
  await expect(transcript(app)).toContainText('One of them hung.');
  const body = server.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
  const results = body.messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content) as { status: string; error_type?: string });
  expect(results[0]).toMatchObject({ status: 'error', error_type: 'timeout' });
  expect(results[1]).toMatchObject({ status: 'success' });
});

test(
  'long results of two chats with the same call id are stored separately, and deleted with their chat',
  { tag: '@long' },
  async ({ app }) => {
    const web = await startWebServer();
    await addServer(app, server.url, { apiKey: 'right-key' });
    await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), new URL(web.url).host);
    const saved: { path: string; session: string }[] = [];
    for (const word of ['one ', 'two ']) {
      const values = { url: `${web.url}/echo`, method: 'POST', body: word.repeat(9_000) };
      server.enqueue({ calls: [{ id: 'call_same', name: 'http_request', arguments: values }] });
      server.enqueue({ text: 'Read.' });
      const { session, calls } = await app.evaluate(() => window.oneclaw.chat.send('Read it'));
      const [call] = calls;
      const text = call?.result.status === 'success' ? String(call.result.result) : '';
      saved.push({ session, path: /'(\.results\/[^']+)'/.exec(text)?.[1] ?? text });
    }
    const read = (path: string) =>
      app.evaluate((file) => window.oneclaw.files.read(file).then(String, String), path);
    expect(await read(saved[0]!.path)).toContain('one one');
    expect(await read(saved[1]!.path)).toContain('two two');
    await app.evaluate((session) => window.oneclaw.sessions.remove(session), saved[0]!.session);
    expect(await read(saved[0]!.path)).toContain('file_not_found');
    expect(await read(saved[1]!.path)).toContain('two two');
    await web.close();
  },
);

test('an impossible key, or an address with a password, is rejected with the reason', async ({ app }) => {
  const messages = await app.evaluate(async (url) => {
    const attempt = (changes: object) =>
      window.oneclaw.providers
        .save({ kind: 'custom', label: 'X', baseUrl: url, model: 'm', ...changes })
        .catch(String);
    return Promise.all([
      attempt({ apiKey: 'sk-abc\u201cdef' }),
      attempt({ baseUrl: 'http://user:pw@localhost/v1' }),
      attempt({ kind: 'foo' }),
      attempt({ label: undefined }),
    ]);
  }, server.url);
  expect(messages[0]).toContain('characters that no key has');
  expect(messages[1]).toContain('user name or password');
  expect(messages[2]).toContain("'kind'");
  expect(messages[3]).toContain("'label'");
});
