/** External tools: names, schemas and calls are limited, and a misbehaving server affects nothing else. */
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, callCard, openMenu, runEnds } from '../chat.ts';
import { expect, test } from '../app.ts';

const nested = (values: object, name = 'mcp__test__nested_schema') => [name, values] as const;

test('a pattern that stalls a backtracking engine is checked before the deadline of the check', async ({
  app,
}) => {
  const report = await app.evaluate(
    async ([name, values]) => {
      const good = await window.oneclaw.tools.call(name, { code: 'aaa' });
      const [bad, other] = await Promise.all([
        window.oneclaw.tools.call(name, values as never),
        window.oneclaw.tools.call('get_current_time'),
      ]);
      return { good, bad, other };
    },
    nested({ code: `${'a'.repeat(28)}!` }),
  );
  expect(report.good).toMatchObject({ status: 'success', result: expect.stringContaining('"code":"aaa"') });
  expect(report.bad).toMatchObject({ error_type: 'validation_error' });
  expect(report.bad).toHaveProperty(
    'message',
    expect.stringContaining("Parameter 'code' must match the pattern"),
  );
  expect(report.other).toMatchObject({ status: 'success' });
});

test('a nested schema with references is validated like built-in ones, and unknown keys are passed on', async ({
  app,
}) => {
  const call = (values: object) =>
    app.evaluate(([name, given]) => window.oneclaw.tools.call(name, given as never), nested(values));
  expect(await call({ tree: { name: 'a', children: [{ name: '' }, {}] }, size: 'big' })).toMatchObject({
    error_type: 'validation_error',
    message: expect.stringMatching(
      /'tree\.children\.0\.name' must not be empty.*Missing required parameter: 'tree\.children\.1\.name'.*'size' must be one of these forms: integer; null; got string "big"/s,
    ),
  });
  expect(await call({ tree: { name: 'a' }, size: null, extra: 1 })).toMatchObject({
    status: 'success',
    result: expect.stringContaining('"size":null,"extra":1'),
  });
});

test('an endless validation is ended at its deadline while other calls work', async ({ app }) => {
  const report = await app.evaluate(async () => {
    const deep = JSON.parse(`${'{"next":'.repeat(40)}{}${'}'.repeat(40)}`) as never;
    const slow = window.oneclaw.tools.call('mcp__test__slow_check', { deep });
    const other = await window.oneclaw.tools.call('mcp__test__echo', { text: 'hi' });
    return { other, slow: await slow };
  });
  expect(report.other).toMatchObject({ status: 'success' });
  expect(report.slow).toMatchObject({
    error_type: 'validation_error',
    message: expect.stringContaining('could not be checked'),
  });
});

test('keys that could change a prototype are refused at any depth', async ({ app }) => {
  const results = await app.evaluate(async () => {
    const evil = JSON.parse('{"text": "x", "deep": [{"__proto__": {"polluted": true}}]}') as never;
    return [
      await window.oneclaw.tools.call('mcp__test__echo', evil),
      await window.oneclaw.tools.call('mcp__test__echo', { text: 'x', constructor: 1 }),
      'polluted' in {},
    ];
  });
  expect(results[0]).toMatchObject({ error_type: 'validation_error' });
  expect(results[0]).toHaveProperty('message', expect.stringContaining('deep.0.__proto__'));
  expect(results[1]).toMatchObject({ error_type: 'validation_error' });
  expect(results[2]).toBe(false);
});

test('a faulty tool is listed with the reason, and the other tools of its source stay usable', async ({
  app,
}) => {
  const listed = await app.evaluate(async () =>
    (await window.oneclaw.tools.list())
      .filter(({ source }) => source === 'mcp__test')
      .map(({ name, unusable }) => ({ name, reason: unusable?.reason })),
  );
  const refused = Object.fromEntries(listed.flatMap(({ name, reason }) => (reason ? [[name, reason]] : [])));
  expect(refused).toEqual({
    'mcp__test__echo (2)': 'name_taken',
    mcp__test__bomb: 'schema_expands',
    'mcp__test__read\\u{200b}_file': 'name_invisible',
  });
  expect(listed).toContainEqual({ name: 'mcp__test__silent', reason: undefined });
  expect(await app.evaluate(() => window.oneclaw.tools.call('mcp__test__bomb'))).toMatchObject({
    error_type: 'tool_not_available',
    message: expect.stringContaining('schema expands'),
  });
});

test('a server that never answers ends in timeout, one that throws in an error, a long result is kept whole', async ({
  app,
}) => {
  const report = await app.evaluate(async () => {
    const [silent, broken, long] = await Promise.all(
      ['silent', 'broken', 'long'].map((name) => window.oneclaw.tools.call(`mcp__test__${name}`)),
    );
    const path = /'(\.results\/[^']+)'/.exec(JSON.stringify(long))?.[1] ?? '';
    return { silent, broken, long, whole: await window.oneclaw.files.read(path) };
  });
  expect(report.silent).toMatchObject({ error_type: 'timeout' });
  expect(report.silent?.duration_ms).toBeLessThan(3_000);
  expect(report.broken).toMatchObject({
    error_type: 'execution_error',
    message: 'Tool execution failed: The server broke.',
  });
  expect(report.long?.status === 'success' && report.long.result.length).toBeLessThan(20_500);
  expect(report.whole.split('\n')).toHaveLength(9_000);
});

test('an agent with * has no external tools; with the wildcard of the server it has all, and a call can be stopped', async ({
  app,
}) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  const agents = await app.evaluate(
    async ({ provider }) => {
      const save = (name: string, tools: string[]) =>
        window.oneclaw.agents.save({ name, systemPrompt: '', tools, provider: provider as never });
      return [await save('All of ours', ['*', 'group:network']), await save('Outside', ['mcp__test__*'])];
    },
    { provider },
  );
  const [ours = '', outside = ''] = agents;
  const call = (agent: string) =>
    app.evaluate(({ agent }) => window.oneclaw.tools.call('mcp__test__echo', { text: 'hi' }, { agent }), {
      agent,
    });
  expect(await call(ours)).toMatchObject({ error_type: 'tool_not_available' });
  expect(await call(outside)).toMatchObject({ status: 'success' });

  server.enqueue({ calls: [{ id: 'one', name: 'mcp__test__patient', arguments: {} }] });
  server.enqueue({ text: 'It was stopped.' });
  const run = app.evaluate(({ outside }) => window.oneclaw.chat.send('Wait', { agent: outside }), {
    outside,
  });
  const session = await expect
    .poll(async () => (await app.evaluate(() => window.oneclaw.sessions.list()))[0]?.id)
    .toBeTruthy()
    .then(() => app.evaluate(async () => (await window.oneclaw.sessions.list())[0]?.id ?? ''));
  await app.evaluate((id) => void (location.hash = `#/chat/${id}`), session);
  await callCard(app, 'mcp__test__patient').getByRole('button', { name: 'Stop mcp__test__patient' }).click();
  const report = await run;
  expect(report.calls).toMatchObject([
    { name: 'mcp__test__patient', result: { status: 'error', error_type: 'cancelled' } },
  ]);
  expect(report.text).toBe('It was stopped.');
  const [record] = await app.evaluate(() => window.oneclaw.activity.list({ tool: 'mcp__test__patient' }));
  expect(record).toMatchObject({ source: 'mcp__test', outcome: 'cancelled' });
  // Control: `*` of the default agent does not include external tools.
  const offered = await app.evaluate(() => window.oneclaw.tools.definitions('openai-chat'));
  expect(JSON.stringify(offered)).not.toContain('mcp__');
  await server.close();
});

test('a source changes and is removed at run time, and the page is notified', async ({ app }) => {
  const report = await app.evaluate(async () => {
    const heard: string[] = [];
    const end = window.oneclaw.on((event) => {
      if (event.type === 'changed' && event.kind === 'tools') heard.push(...event.ids);
    });
    const names = async () =>
      (await window.oneclaw.tools.list()).map(({ name }) => name).filter((name) => name.startsWith('mcp__'));
    await window.oneclaw.tools.call('mcp__test__grow');
    const grown = await names();
    await window.oneclaw.tools.call('mcp__test__leave');
    const left = await names();
    const gone = await window.oneclaw.tools.call('mcp__test__echo', { text: 'hi' });
    const [record] = await window.oneclaw.activity.list({ tool: 'mcp__test__leave' });
    end();
    return { heard, grown, left, gone, record };
  });
  expect(report.heard).toEqual(['mcp__test', 'mcp__test']);
  expect(report.grown).toContain('mcp__test__late');
  expect(report.left).toEqual([]);
  expect(report.gone).toMatchObject({ error_type: 'tool_not_found' });
  // The call is logged although its source was removed before it ended.
  expect(report.record).toMatchObject({ source: 'mcp__test' });
});

test('the tools screen groups them by source and says why one cannot be used', async ({ app }) => {
  await openMenu(app);
  await app.getByRole('link', { name: 'Tools', exact: true }).click();
  const list = app.getByRole('list', { name: 'Tool server test' });
  await expect(list.getByRole('listitem').filter({ hasText: 'mcp__test__bomb' })).toContainText(
    'Its references expand to more than 2000 parts.',
  );
  await app.getByRole('button', { name: 'Details of mcp__test__nested_schema' }).click();
  await app.getByRole('textbox', { name: 'tree' }).fill('{"name": "a"}');
  await app.getByRole('button', { name: 'Run', exact: true }).click();
  const card = app.getByRole('group', { name: 'mcp__test__nested_schema', exact: true });
  await expect(card).toHaveAttribute('data-status', 'success');
});

test('arguments are checked before an approval is asked for', async ({ app }) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  const agent = await app.evaluate(
    ({ provider }) =>
      window.oneclaw.agents.save({
        name: 'Careful',
        systemPrompt: '',
        tools: ['mcp__test__*'],
        provider: provider as never,
        approval: { default: 'ask' },
      }),
    { provider },
  );
  server.enqueue({ calls: [{ id: 'bad', name: 'mcp__test__echo', arguments: { text: 5 } }] });
  server.enqueue({ calls: [{ id: 'good', name: 'mcp__test__echo', arguments: { text: 'hi' } }] });
  server.enqueue({ text: 'Done.' });
  await app.evaluate(({ agent }) => void window.oneclaw.chat.send('Echo', { agent }), { agent });
  // The call with wrong arguments was rejected before any approval; this prompt is for the corrected call.
  const dialog = app.getByRole('alertdialog');
  await expect(dialog).toContainText('"hi"');
  await dialog.getByRole('button', { name: 'Once' }).click();
  await expect(dialog).toHaveCount(0);
  await runEnds(app);
  await server.close();
});

test.describe('the production build', () => {
  test.use({ build: 'production' });
  test('has no test server', async ({ app }) => {
    const sources = await app.evaluate(async () =>
      (await window.oneclaw.tools.list()).map(({ source }) => source),
    );
    expect(new Set(sources)).toEqual(new Set(['built-in']));
  });
});
