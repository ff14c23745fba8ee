/** Every error type of a call occurs, and its message says what to do next. */
import { expect, test } from '../app.ts';

type Provoked = { tool: string; values?: Record<string, string | number>; message: RegExp };

/**
 * `cancelled` is in server.spec.ts and `interrupted` in sessions.spec.ts: both need a run that ends early.
 */
const provoked: Record<string, Provoked> = {
  tool_not_found: { tool: 'read_flie', message: /read_file.*write_file/s },
  tool_not_available: { tool: 'device_info', message: /switched it off.*Tools screen/s },
  validation_error: {
    tool: 'get_current_time',
    values: { timezone: 'Mars/Base' },
    message: /'Mars\/Base'.*such as/s,
  },
  permission_denied: {
    tool: 'http_request',
    values: { url: 'http://192.168.1.1/' },
    message: /did not allow 192\.168\.1\.1.*Ask the user/s,
  },
  path_not_allowed: {
    tool: 'read_file',
    values: { path: '../secret' },
    message: /'notes\/today\.txt'.*\/workspace/s,
  },
  file_not_found: { tool: 'read_file', values: { path: 'note.txt' }, message: /Did you mean 'notes\.txt'/ },
  file_too_large: {
    tool: 'read_file',
    values: { path: 'large.txt' },
    message: /1200000 bytes.*1048576.*'offset'/s,
  },
  binary_file: { tool: 'read_file', values: { path: 'binary.dat' }, message: /binary file.*'encoding'/s },
  network_error: {
    tool: 'http_request',
    values: { url: 'http://127.0.0.1:1/' },
    message: /Check the address/,
  },
  timeout: { tool: 'test_loop', message: /after 1(\.\d)? ?s/ },
  execution_error: { tool: 'test_crash', message: /^Tool execution failed: The tool broke\.$/ },
  storage_full: {
    tool: 'write_file',
    values: { path: 'notes.txt', content: 'x'.repeat(8_000_000) },
    message: /old content is intact.*Tell the user/s,
  },
};

test('wrong calls of scripts are rejected with a message, and store nothing', async ({ app }) => {
  const refusals = await app.evaluate(async () => {
    const { agents, chat, tools } = window.oneclaw;
    const draft = { name: 'Wrong', systemPrompt: '', tools: ['reed_file'] };
    const attempts: (() => Promise<unknown>)[] = [
      () => chat.send(''),
      () => chat.send('  \n'),
      () => chat.send('Hello', { session: 'nope' }),
      () => tools.definitions('cohere' as never),
      () => agents.save(draft),
    ];
    const said = attempts.map((attempt) =>
      attempt().then(String, (error: unknown) => (error instanceof Error ? error.message : 'no error')),
    );
    return Promise.all(said);
  });
  expect(refusals).toEqual([
    expect.stringContaining('Nothing to send'),
    expect.stringContaining('Nothing to send'),
    expect.stringContaining("There is no session 'nope'"),
    expect.stringContaining("Format 'cohere' is not known"),
    expect.stringContaining("Tool 'reed_file' is not known"),
  ]);
  const left = await app.evaluate(async () => {
    const { agents, sessions } = window.oneclaw;
    const id = await agents.save({ name: 'Reader', systemPrompt: '', tools: ['read'] });
    const saved = (await agents.list()).find((agent) => agent.id === id);
    return { sessions: await sessions.list(), agents: (await agents.list()).length, tools: saved?.tools };
  });
  expect(left).toMatchObject({ sessions: [], tools: ['read_file'] });
  expect(left.agents).toBe(2);
});

test('each error type occurs, and its message says what to do next', async ({ app, appUrl }) => {
  await app.evaluate(async () => {
    const { files, permissions, tools } = window.oneclaw;
    await files.write('notes.txt', 'notes');
    await files.write('large.txt', 'x'.repeat(1_200_000));
    await files.write('binary.dat', 'a\0b');
    await permissions.allowHost('127.0.0.1:1');
    await tools.setEnabled('device_info', false);
  });
  for (const [type, { tool, values = {}, message }] of Object.entries(provoked)) {
    if (type === 'storage_full') {
      const session = await app.context().newCDPSession(app);
      const origin = new URL(appUrl).origin;
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3_000_000 });
    }
    const result = app.evaluate(([name, params]) => window.oneclaw.tools.call(name, params), [
      tool,
      values,
    ] as const);
    if (type === 'permission_denied') await app.getByRole('button', { name: 'Not now' }).click();
    expect(await result, type).toMatchObject({
      status: 'error',
      error_type: type,
      message: expect.stringMatching(message),
    });
  }
});
