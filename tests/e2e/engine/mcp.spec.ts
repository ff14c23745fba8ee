/** Tool servers in the built app, tested with every feature of the MCP reference server. */
import type { Page } from '@playwright/test';
import { startEverything, type EverythingServer } from '#tests/fixtures/mcp/everything-server.ts';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { hostile } from '#tests/fixtures/mcp/hostile-mcp.ts';
import { startMcpServer, type McpServerOptions } from '#tests/fixtures/mcp/mcp-server.ts';
import { startOAuthServer } from '#tests/fixtures/mcp/oauth-server.ts';
import { addServer } from '../chat.ts';
import { expect, roundTrip, test as base } from '../app.ts';

const test = base.extend<{ everything: EverythingServer; connected: Page }>({
  everything: async ({}, use) => {
    const server = await startEverything();
    await use(server);
    await server.kill();
  },
  connected: async ({ app, everything }, use) => {
    await app.evaluate(async (url) => {
      await window.oneclaw.mcp.add({ name: 'Everything', url });
      await window.oneclaw.mcp.connect('Everything');
    }, everything.url);
    await use(app);
  },
});

const call = (page: Page, name: string, values: object = {}) =>
  page.evaluate(([tool, given]) => window.oneclaw.tools.call(`mcp__everything__${tool}`, given as never), [
    name,
    values,
  ] as const);

test(
  'its tools are listed under its name, and calls go through the whole engine',
  { tag: '@core' },
  async ({ connected: app }) => {
    const [server] = await app.evaluate(() => window.oneclaw.mcp.list());
    expect(server).toMatchObject({ id: 'mcp__everything', state: { type: 'ready' }, enabled: true });
    const tools = await app.evaluate(async () =>
      (await window.oneclaw.tools.list()).filter(({ source }) => source === 'mcp__everything'),
    );
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'mcp__everything__echo',
        'mcp__everything__get_sum',
        'mcp__everything__read_resource',
      ]),
    );
    expect(await call(app, 'echo', { message: 'hello' })).toMatchObject({
      status: 'success',
      result: expect.stringMatching(/not instructions.*Echo: hello/s),
    });
    expect(await call(app, 'get_sum', { a: 2, b: 40 })).toMatchObject({
      result: expect.stringContaining('42'),
    });
  },
);

test('pictures, structured answers, embedded resources and links are passed on', async ({
  connected: app,
}) => {
  const image = await call(app, 'get_tiny_image');
  expect(image).toMatchObject({
    status: 'success',
    result: expect.arrayContaining([expect.objectContaining({ type: 'image', media_type: 'image/png' })]),
  });
  expect(await call(app, 'get_structured_content', { location: 'Chicago' })).toMatchObject({
    result: expect.stringContaining('"temperature"'),
  });
  expect(await call(app, 'get_resource_reference', { resourceType: 'Text', resourceId: 1 })).toMatchObject({
    result: expect.stringContaining('[Resource demo://resource/dynamic/text/1]'),
  });
  expect(await call(app, 'get_resource_links', { count: 2 })).toMatchObject({
    result: expect.stringMatching(/\[Link to the resource ".+" at demo:\/\/resource\/dynamic\//),
  });
  expect(await call(app, 'get_sum', { a: 'two' })).toMatchObject({ error_type: 'validation_error' });
});

test('the page can use resources, prompts and completions, and the model resources', async ({
  connected: app,
}) => {
  const found = await app.evaluate(async () => {
    const { mcp } = window.oneclaw;
    const { resources, templates } = await mcp.resources('Everything');
    const text = await mcp.readResource('Everything', 'demo://resource/dynamic/text/3');
    const [bytes] = await mcp.readResource('Everything', 'demo://resource/dynamic/blob/2');
    const prompts = await mcp.prompts('Everything');
    const prompt = await mcp.prompt('Everything', 'args-prompt', { city: 'Bern' });
    const target = { type: 'prompt' as const, name: 'completable-prompt' };
    const department = await mcp.complete('Everything', target, { name: 'department', value: 'S' });
    const person = await mcp.complete(
      'Everything',
      target,
      { name: 'name', value: '' },
      { department: 'Sales' },
    );
    const size = bytes?.type === 'blob' ? bytes.blob.size : 0;
    return { resources, templates, text, size, prompts, prompt, department, person };
  });
  expect(found.resources.length).toBeGreaterThan(0);
  expect(found.templates.map(({ template, variables }) => ({ template, variables }))).toContainEqual({
    template: 'demo://resource/dynamic/text/{resourceId}',
    variables: ['resourceId'],
  });
  expect(found.text).toMatchObject([{ type: 'text', text: expect.stringContaining('Resource 3') }]);
  expect(found.size).toBeGreaterThan(0);
  expect(found.prompts).toContainEqual(
    expect.objectContaining({
      name: 'args-prompt',
      arguments: [
        expect.objectContaining({ name: 'city', isRequired: true }),
        expect.objectContaining({ name: 'state', isRequired: false }),
      ],
    }),
  );
  expect(found.prompt.messages).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: expect.stringContaining('Bern') }] },
  ]);
  expect(found.department.values).toEqual(['Sales', 'Support']);
  expect(found.person.values).toEqual(['David', 'Eve', 'Frank']);
  expect(await call(app, 'read_resource')).toMatchObject({
    result: expect.stringContaining('demo://resource/dynamic/text/{resourceId} (template)'),
  });
  expect(await call(app, 'read_resource', { uri: 'demo://resource/dynamic/text/1' })).toMatchObject({
    result: expect.stringContaining('Resource 1'),
  });
});

test('progress is shown while a call goes on, and a stop ends it at once @long', async ({
  connected: app,
}) => {
  const server = await startChatServer();
  const provider = await addServer(app, server.url);
  const tool = 'mcp__everything__trigger_long_running_operation';
  server.enqueue({ calls: [{ name: tool, arguments: { duration: 1, steps: 4 } }] }, { text: 'Done.' });
  const lines = await app.evaluate(async (chosen) => {
    const shown: string[] = [];
    const off = window.oneclaw.on((event) => event.type === 'tool-progress' && shown.push(event.text));
    await window.oneclaw.chat.send('Work.', { provider: chosen });
    off();
    return shown;
  }, provider);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.at(-1)).toMatch(/^\d\/4$/);

  const atOnce = 100 * (await roundTrip(app));
  server.enqueue({ calls: [{ name: tool, arguments: { duration: 50, steps: 50 } }] });
  const stopped = await app.evaluate(async (chosen) => {
    const { chat, on } = window.oneclaw;
    let stoppedAt = 0;
    const off = on((event) => {
      if (event.type !== 'tool-start') return;
      stoppedAt = performance.now();
      void chat.stop(event.session);
    });
    const { outcome, calls } = await chat.send('Work on.', { provider: chosen });
    off();
    return { outcome, result: calls[0]?.result, took: performance.now() - stoppedAt };
  }, provider);
  expect(stopped).toMatchObject({ outcome: { type: 'stopped' }, result: { error_type: 'cancelled' } });
  expect(stopped.took).toBeLessThan(atOnce);
  await server.close();
});

/** Calls a tool, and answers the next question of its server as soon as it arrives. */
const answering = (page: Page, tool: string, values: object, answer: unknown) =>
  page.evaluate(
    async ([name, given, reply]) => {
      const { mcp, on, tools } = window.oneclaw;
      const asked: unknown[] = [];
      const off = on((event) => {
        if (event.type !== 'permission-request') return;
        asked.push(event.prompt.subject);
        void mcp.answer(event.prompt.id, reply as never);
      });
      const result = await tools.call(`mcp__everything__${name}`, given as never);
      off();
      return { asked, result };
    },
    [tool, values, answer] as const,
  );

test('a form of the server is shown, checked and sent, and can be declined', async ({ connected: app }) => {
  const tool = 'trigger_elicitation_request';
  const filled = { values: { name: 'Ada', check: true, integer: 7, titledMultipleSelectEnum: ['fish-2'] } };
  const { asked, result } = await answering(app, tool, {}, filled);
  expect(asked).toMatchObject([
    {
      type: 'elicitation',
      mode: 'form',
      server: 'Everything',
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'name', type: 'text', isRequired: true }),
        expect.objectContaining({ name: 'integer', type: 'number', isInteger: true, minimum: 1, value: 42 }),
        expect.objectContaining({
          name: 'titledMultipleSelectEnum',
          type: 'choices',
          options: expect.arrayContaining([{ value: 'fish-2', label: 'Salmon' }]),
        }),
      ]),
    },
  ]);
  expect(result).toMatchObject({ result: expect.stringMatching(/Ada.*fish-2/s) });
  const declined = await answering(app, tool, {}, 'denied');
  expect(declined.result).toMatchObject({ result: expect.stringMatching(/declined/i) });
  const wrong = await answering(app, tool, {}, { values: { name: 'Ada', integer: 1_000 } });
  expect(wrong.result).toMatchObject({ result: expect.stringMatching(/declined/i) });
});

test('an address to visit is shown completely, and only the user opens it', async ({ connected: app }) => {
  const url = 'https://example.com/sign?id=1';
  const { asked, result } = await answering(app, 'trigger_url_elicitation', { url }, 'allowed');
  expect(asked).toMatchObject([{ type: 'elicitation', mode: 'url', url }]);
  expect(result).toMatchObject({ result: expect.stringMatching(/accept/i) });
});

test('a server can ask the model only if the user allows it, and within its token limit', async ({
  connected: app,
}) => {
  const tool = 'mcp__everything__trigger_sampling_request';
  const names = () => app.evaluate(async () => (await window.oneclaw.tools.list()).map(({ name }) => name));
  expect(await names()).not.toContain(tool);
  const server = await startChatServer();
  await addServer(app, server.url);
  await app.evaluate(async () => {
    const { mcp } = window.oneclaw;
    const { id, name, url } = (await mcp.list())[0]!;
    await mcp.add({ name, url, sampling: { isOn: true, tokensPerDay: 100 } });
    await mcp.connect(id);
  });
  expect(await names()).toContain(tool);
  server.enqueue({ text: 'Forty-two.' });
  expect(await call(app, 'trigger_sampling_request', { prompt: 'What is it?' })).toMatchObject({
    result: expect.stringContaining('Forty-two.'),
  });
  expect(server.requests.at(-1)?.body.tools ?? []).toEqual([]);
  const [info] = await app.evaluate(() => window.oneclaw.mcp.list());
  expect(info?.sampledToday).toBeGreaterThan(0);
  const log = await app.evaluate(() => window.oneclaw.mcp.log('Everything'));
  expect(log.map(({ text }) => text).join('\n')).toContain('sampling/createMessage: test-model');
  await server.close();
});

test('a server that is killed and restarted is used again, in a new session @long', async ({
  connected: app,
  everything,
}) => {
  await everything.kill();
  expect(await call(app, 'echo', { message: 'anyone?' })).toMatchObject({
    status: 'error',
    error_type: 'network_error',
    message: expect.stringContaining('cannot be reached'),
  });
  await everything.restart();
  expect(await call(app, 'echo', { message: 'again' })).toMatchObject({
    result: expect.stringContaining('Echo: again'),
  });
  // Restarted between two calls: the server no longer knows the session, and the app replaces it silently.
  await everything.restart();
  expect(await call(app, 'echo', { message: 'and again' })).toMatchObject({
    result: expect.stringContaining('Echo: and again'),
  });
});

test('a list that changes is read again', { tag: '@core' }, async ({ connected: app }) => {
  // The server adds this tool after it learns that the client has roots, and then sends a `list_changed`.
  await expect
    .poll(async () => (await app.evaluate(() => window.oneclaw.tools.list())).map(({ name }) => name))
    .toContain('mcp__everything__get_roots_list');
  expect(await call(app, 'get_roots_list')).toMatchObject({
    result: expect.stringContaining('file://oneclaw/workspace'),
  });
});

test('a switch disables all tools of a server, and other agents never had them', async ({
  connected: app,
}) => {
  const other = await app.evaluate(() =>
    window.oneclaw.agents.save({ name: 'Other', systemPrompt: '', tools: ['*'] }),
  );
  const asOther = await app.evaluate(
    (agent) => window.oneclaw.tools.call('mcp__everything__echo', { message: 'x' }, { agent }),
    other,
  );
  expect(asOther).toMatchObject({ error_type: 'tool_not_available' });
  await app.evaluate(() => window.oneclaw.mcp.setEnabled('Everything', false));
  expect(await call(app, 'echo', { message: 'x' })).toMatchObject({ error_type: 'tool_not_found' });
  await app.evaluate(() => window.oneclaw.mcp.setEnabled('Everything', true));
  expect(await call(app, 'echo', { message: 'x' })).toMatchObject({ status: 'success' });
  await app.evaluate(() => window.oneclaw.mcp.remove('Everything'));
  expect(await app.evaluate(() => window.oneclaw.mcp.list())).toEqual([]);
  const [defaultAgent] = await app.evaluate(() => window.oneclaw.agents.list());
  expect(defaultAgent?.tools).toEqual(['*']);
});

test('its tools are listed after a reload, before the server answers', async ({
  connected: app,
  everything,
}) => {
  await everything.kill();
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  const tools = await app.evaluate(() => window.oneclaw.tools.list());
  expect(tools.map(({ name }) => name)).toContain('mcp__everything__echo');
});

base('a server with the older transport is detected automatically', async ({ app }) => {
  const older = await startEverything('sse');
  const state = await app.evaluate(async (url) => {
    await window.oneclaw.mcp.add({ name: 'Older', url });
    return (await window.oneclaw.mcp.connect('Older')).state;
  }, older.url);
  expect(state).toMatchObject({ type: 'ready', transport: 'sse' });
  const echo = await app.evaluate(() => window.oneclaw.tools.call('mcp__older__echo', { message: 'old' }));
  expect(echo).toMatchObject({ result: expect.stringContaining('Echo: old') });
  await older.kill();
});

base(
  'signing in ends in a page of the app that hands the answer to the engine',
  async ({ app, appUrl, context }) => {
    const guarded = await startOAuthServer();
    // The authorization server is on this machine, so the user has to allow its private address.
    const address = await app.evaluate(async (url) => {
      const { mcp } = window.oneclaw;
      await mcp.add({ name: 'Guarded', url });
      await mcp.connect('Guarded').catch(() => undefined);
      return (await mcp.signIn('Guarded')).url;
    }, guarded.url);
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(`${appUrl}oauth.html`);
    const state = () => app.evaluate(async () => (await window.oneclaw.mcp.list())[0]);
    expect(await state()).toMatchObject({ state: { type: 'needs_sign_in' }, signIn: 'needed' });
    const popup = await context.newPage();
    await popup.goto(address);
    await expect(popup.getByRole('status')).toHaveText('You are signed in. You can close this window.');
    expect(new URL(popup.url()).search).toBe('');
    await expect.poll(async () => (await state())?.state.type).toBe('ready');
    expect(await app.evaluate(() => window.oneclaw.tools.call('mcp__guarded__echo', {}))).toMatchObject({
      status: 'success',
    });
    expect(JSON.stringify(await state())).not.toMatch(/token-|refresh-/);
    await guarded.close();
  },
);

base('examining a connection names what keeps a page out, in the server’s own terms', async ({ app }) => {
  const examine = (url: string) => app.evaluate((at) => window.oneclaw.mcp.examine({ url: at }), url);
  const problemOf = async (options: McpServerOptions) => {
    const server = await startMcpServer(options);
    const report = await examine(server.url);
    await server.close();
    const [problem] = report.findings.filter(({ verdict }) => verdict === 'problem');
    return problem ?? report;
  };
  expect(await problemOf({})).toMatchObject({ ok: true, transport: 'http', tools: 1 });
  expect(await problemOf({ cors: false })).toMatchObject({ step: 'cors', problem: 'cors' });
  expect(await problemOf({ cors: { allow: 'content-type, mcp-protocol-version' } })).toMatchObject({
    step: 'headers',
    problem: 'header_not_allowed',
    detail: 'mcp-session-id',
  });
  expect(await problemOf({ cors: { expose: '' } })).toMatchObject({
    step: 'session',
    problem: 'session_not_exposed',
  });
  const web = await startMcpServer();
  expect((await examine(`${web.origin}/elsewhere`)).findings).toContainEqual(
    expect.objectContaining({ step: 'handshake', problem: 'wrong_path' }),
  );
  await web.close();
  expect((await examine(web.url)).findings).toContainEqual(
    expect.objectContaining({ step: 'reach', verdict: 'problem' }),
  );
  const guarded = await startOAuthServer();
  expect((await examine(guarded.url)).findings).toContainEqual(
    expect.objectContaining({ step: 'sign_in', problem: 'needs_sign_in', status: 401 }),
  );
  await guarded.close();
});

/** `hostile-mcp.ts` describes what each of these does to a page that does not protect itself. */
const badFaith = ['endless stream', 'huge event', 'huge answer', 'too many tools', 'deep answer'] as const;

async function addGood(app: Page): Promise<{ close(): Promise<void> }> {
  const good = await startMcpServer();
  await app.evaluate(async (url) => {
    await window.oneclaw.mcp.add({ name: 'Good', url });
    await window.oneclaw.mcp.connect('Good');
  }, good.url);
  return good;
}

/** Connects to a hostile server, then calls its tool and a tool of the good server at the same time. */
async function meet(app: Page, kind: (typeof badFaith)[number]) {
  const bad = await startMcpServer(hostile[kind]);
  const report = await app.evaluate(async (url) => {
    const { mcp, tools } = window.oneclaw;
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: 'longtask' });
    await mcp.add({ name: 'Bad', url });
    await mcp.connect('Bad').catch(() => undefined);
    const [outcome, other] = await Promise.all([
      tools.call('mcp__bad__echo', {}),
      tools.call('mcp__good__echo', {}),
    ]);
    observer.disconnect();
    await mcp.remove('Bad');
    return { outcome, other, longest };
  }, bad.url);
  await bad.close();
  return report;
}

base('a call to a hostile server fails in time, and other servers are not affected', async ({ app }) => {
  const good = await addGood(app);
  for (const kind of badFaith) {
    const report = await meet(app, kind);
    expect(report, kind).toMatchObject({ outcome: { status: 'error' }, other: { status: 'success' } });
  }
  await good.close();
});

base('hostile servers neither block the page nor fill its memory', { tag: '@long' }, async ({ app }) => {
  // The browser measures memory at garbage collection, which may take up to 20 s.
  base.setTimeout(120_000);
  const memory = () => app.evaluate(async () => (await performance.measureUserAgentSpecificMemory()).bytes);
  const good = await addGood(app);
  const before = await memory();
  for (const kind of badFaith) expect((await meet(app, kind)).longest, kind).toBeLessThan(100);
  expect((await memory()) - before).toBeLessThan(50_000_000);
  await good.close();
});
