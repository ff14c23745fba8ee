/**
 * The loop beyond plain requests: eager start, fallback models, summaries and budgets, all visible in the
 * chat.
 */
import { startChatServer, type ChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

let server: ChatServer;
test.beforeEach(async () => {
  server = await startChatServer();
});
test.afterEach(() => server.close());

test(
  'a repeatable tool has run before the reply ends, and one with effects has not',
  { tag: '@core' },
  async ({ app }) => {
    await addServer(app, server.url);
    const gate = server.hold();
    server.enqueue({
      calls: [
        { id: 'early', name: 'test_wait', arguments: { milliseconds: 1 }, whole: true },
        { id: 'late', name: 'test_effect', arguments: { name: 'late' }, whole: true },
        { id: 'last', name: 'noop', arguments: {}, whole: true },
      ],
      gate,
    });
    server.enqueue({ text: 'All done.' });
    await send(app, 'Hurry');
    await gate.reached;
    // Release the role, two whole calls and the start of the third. The end of the reply stays behind the
    // gate.
    gate.release(4);
    await expect(callCard(app, 'test_wait')).toHaveAttribute('data-status', 'success');
    await expect(callCard(app, 'test_effect')).toHaveAttribute('data-status', 'pending');
    expect(server.requests).toHaveLength(1);
    gate.release();
    await expect(transcript(app)).toContainText('All done.');
    await expect(callCard(app, 'test_effect')).toHaveAttribute('data-status', 'success');
  },
);

test(
  'calls of one reply on one file run in its order, beside calls on other files',
  { tag: '@core' },
  async ({ app }) => {
    await addServer(app, server.url);
    for (const round of [1, 2, 3, 4, 5]) {
      const path = `race-${round}.txt`;
      server.enqueue({
        calls: [
          { id: `w${round}`, name: 'write_file', arguments: { path, content: 'one\n' } },
          { id: `a${round}`, name: 'write_file', arguments: { path, content: 'two\n', mode: 'append' } },
          { id: `r${round}`, name: 'read_file', arguments: { path }, whole: true },
          { id: `e${round}`, name: 'edit', arguments: { path, old_string: 'one', new_string: 'three' } },
          { id: `s${round}`, name: 'grep', arguments: { pattern: '.*', path: '.', glob: path } },
          { id: `m${round}`, name: 'move_file', arguments: { path, to: `done-${round}.txt` } },
          { id: `f${round}`, name: 'read_file', arguments: { path: `done-${round}.txt` }, whole: true },
        ],
      });
      server.enqueue({ text: `Round ${round} is done.` });
    }
    const results = await app.evaluate(async () => {
      const texts: Record<string, string> = {};
      for (const round of [1, 2, 3, 4, 5]) {
        const { session } = await window.oneclaw.chat.send(`Round ${round}`);
        const view = await window.oneclaw.sessions.get(session);
        for (const { parts } of view?.messages ?? [])
          for (const part of parts)
            if (part.type === 'result')
              texts[part.call] = 'result' in part.result ? String(part.result.result) : part.result.message;
      }
      return texts;
    });
    for (const round of [1, 2, 3, 4, 5]) {
      expect(results[`r${round}`]).toBe('one\ntwo\n');
      expect(results[`s${round}`]).toBe(`race-${round}.txt:1:three\nrace-${round}.txt:2:two`);
      expect(results[`f${round}`]).toBe('three\ntwo\n');
    }
  },
);

test('after a reply restarts, only its second part remains, on the screen and in the chat @long', async ({
  app,
}) => {
  await addServer(app, server.url);
  const chunk = (id: string, delta: object, finish: string | null = null) => ({
    id,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const called = { name: 'test_effect', arguments: '{"name":' };
  server.enqueue({
    stream: [
      chunk('chatcmpl-a', { role: 'assistant', content: '' }),
      chunk('chatcmpl-a', { content: 'First half' }),
      chunk('chatcmpl-a', { tool_calls: [{ index: 0, id: 'call_a', function: called }] }),
      chunk('chatcmpl-b', { role: 'assistant', content: '' }),
      chunk('chatcmpl-b', { content: 'Second half.' }),
      chunk('chatcmpl-b', {}, 'stop'),
    ],
  });
  await send(app, 'Begin twice');
  await runEnds(app);
  await expect(transcript(app)).toContainText('Second half.');
  await expect(transcript(app)).toContainText('The service restarted its answer');
  await expect(transcript(app)).not.toContainText('First half');
  await expect(callCard(app, 'test_effect')).toHaveCount(0);
  expect(server.requests).toHaveLength(1);
  await app.reload();
  await expect(transcript(app)).toContainText('Second half.');
  await expect(transcript(app)).not.toContainText('First half');
});

test('a run that repeats its calls ends with the best available answer, and can be continued', async ({
  app,
}) => {
  await addServer(app, server.url);
  const same = { calls: [{ name: 'noop', arguments: {} }] };
  server.enqueue(same, same, same, { text: 'As far as I can tell, it is 7.' });
  const report = await app.evaluate(() => window.oneclaw.chat.send('How many?'));
  expect(report.outcome).toEqual({ type: 'repeated' });
  expect(report.text).toBe('As far as I can tell, it is 7.');
  expect(server.requests).toHaveLength(4);
  const [before, last] = server.requests.slice(-2).map(({ body }) => body);
  // Its beginning is that of the last request, which the service has in its cache.
  expect(last).toMatchObject({ tools: before?.tools, tool_choice: 'none' });
  expect(last?.messages?.[0]).toEqual(before?.messages?.[0]);
  expect(String(last?.messages?.at(-1)?.content)).toContain('You cannot use tools any more');
  await app.evaluate((id) => (location.hash = `#/chat/${id}`), report.session);
  await expect(app.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('another model answers when the first server cannot, and the chat says so', async ({ app }) => {
  const first = await startChatServer({ fallback: () => ({ status: 401 }) });
  const [broken, spare] = [await addServer(app, first.url), await addServer(app, server.url)];
  const outcome = await app.evaluate(
    async ({ broken, spare }) => {
      const [defaultAgent] = await window.oneclaw.agents.list();
      const agent = await window.oneclaw.agents.save({
        ...defaultAgent!,
        id: 'agent_fallback',
        name: 'Careful',
        provider: broken as never,
        fallbacks: [{ provider: spare as never }],
      });
      const report = await window.oneclaw.chat.send('Hello', { agent, provider: broken });
      location.hash = `#/chat/${report.session}`;
      return report.outcome;
    },
    { broken, spare },
  );
  expect(outcome).toEqual({ type: 'completed' });
  await expect(transcript(app)).toContainText('You said: Hello');
  await expect(transcript(app)).toContainText(/Local \(test-model\) could not answer/);
  expect(first.requests.length).toBeGreaterThan(0);
  await first.close();
});

test('a long conversation is summarised for the model, and stays complete for the user @long', async ({
  app,
}) => {
  const isSummary = (messages: { role: string; content?: unknown }[] = []) =>
    String(messages[0]?.content).startsWith('You compress');
  const long = await startChatServer({
    fallback: ({ messages }) => ({
      text: isSummary(messages) ? 'They counted sheep, many of them.' : 'Noted.',
    }),
  });
  await addServer(app, long.url);
  await send(app, 'Sheep number 0');
  await runEnds(app);
  await app.evaluate(async () => {
    const [first] = await window.oneclaw.sessions.list();
    for (let count = 1; count <= 7; count++)
      await window.oneclaw.chat.send(`Sheep number ${count} ${'baa '.repeat(3_000)}`, { session: first!.id });
  });
  await expect(transcript(app)).toContainText(/earlier messages were summarised/);
  await expect(transcript(app)).toContainText('Sheep number 0');
  const chats = long.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(chats.some(({ body }) => isSummary(body.messages))).toBe(true);
  const last = JSON.stringify(chats.at(-1)?.body.messages?.slice(1));
  expect(last).toContain('They counted sheep');
  expect(last).not.toContain('Sheep number 0');
  expect(last).toContain('Sheep number 7');
  await long.close();
});

test('a budget applies to a server that reports no usage', async ({ app }) => {
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'n', name: 'noop', arguments: {} }], usage: false });
  const { outcome, session } = await app.evaluate(async () => {
    const agent = await window.oneclaw.agents.save({
      name: 'Thrifty',
      systemPrompt: '',
      tools: ['*'],
      budget: { tokens: 20 },
    });
    return window.oneclaw.chat.send('Go on and on', { agent });
  });
  expect(outcome).toEqual({ type: 'budget', limit: 'run-tokens', most: 20 });
  expect(server.requests).toHaveLength(1);
  await app.evaluate((id) => (location.hash = `#/chat/${id}`), session);
  await app.getByRole('button', { name: /^≈ .* tokens$/ }).click();
  await expect(app.getByText('Estimated: the server does not report token counts.')).toBeVisible();
});

test('a run stops at its budget before the next request, and so it does at the day’s budget', async ({
  app,
}) => {
  await addServer(app, server.url);
  server.enqueue({ calls: [{ id: 'n', name: 'noop', arguments: {} }] });
  const ends = await app.evaluate(async () => {
    const agent = await window.oneclaw.agents.save({
      name: 'Thrifty',
      systemPrompt: '',
      tools: ['*'],
      budget: { tokens: 20 },
    });
    const run = await window.oneclaw.chat.send('Go on and on', { agent });
    await window.oneclaw.budget.day({ tokens: 24 });
    const day = await window.oneclaw.chat.send('One more', { session: run.session, agent });
    const refused = await window.oneclaw.budget.day({ tokens: -1 }).catch(String);
    location.hash = `#/chat/${run.session}`;
    return { run, day, refused, spent: (await window.oneclaw.budget.day()).spent };
  });
  expect(ends.run.outcome).toEqual({ type: 'budget', limit: 'run-tokens', most: 20 });
  expect(ends.run.calls).toHaveLength(1);
  expect(ends.day.outcome).toEqual({ type: 'budget', limit: 'day-tokens', most: 24 });
  expect(ends.spent.tokens).toBe(24);
  expect(ends.refused).toContain('validation_error');
  expect(server.requests).toHaveLength(1);
  await expect(app.getByText('today’s limit of 24 tokens was reached')).toBeVisible();
});
