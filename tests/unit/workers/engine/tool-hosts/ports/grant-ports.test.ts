/**
 * The ports of a git tool: the author, and a network whose requests the engine authenticates; other tools get
 * neither.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { browserAgentId, defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { newId } from '#shared/ids.ts';
import type { PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import { callOver } from '#shared/rpc/port-calls.ts';
import type { NetworkApi, WheelsApi } from '#workers/contracts/tool-host-protocol.ts';
import type { WheelNetwork } from '#workers/contracts/ports/wheel-port.ts';
import { createKeptWheels } from '#workers/domains/packages/kept-wheels.ts';
import { createHostPasses } from '#workers/network/host-passes.ts';
import { createEgress } from '#workers/network/egress.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import { createCodeOrigins } from '#workers/engine/tool-hosts/ports/code-origins.ts';
import { grantPorts } from '#workers/engine/tool-hosts/ports/grant-ports.ts';
import { runCall } from '#workers/tool-host/run-call.ts';
import { tools } from '#workers/tools/load-all.ts';
import { createFileIndex } from '#workers/storage/workspace/file-index.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A server that records the credentials of each request. */
async function listen() {
  const heard: (string | undefined)[] = [];
  const server = http.createServer(({ headers }, response) => {
    heard.push(headers.authorization);
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return { heard, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function grant(
  name: string,
  agent: Partial<Agent> = {},
  answer: PromptAnswer = 'denied',
  allowed?: Set<string>,
) {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`No tool is called ${name}.`);
  const { root } = createMemoryFiles();
  const folder = (of: string) => root.getDirectoryHandle(of, { create: true });
  const over = new AbortController();
  ends.push(() => over.abort());
  const egress = createEgress({
    fetch,
    online: () => true,
    pageProtocol: 'http:',
    isHostAllowed: (host) => allowed?.has(host) ?? true,
    relay: async () => undefined,
    reader: async () => undefined,
    searchKey: async () => undefined,
    gitToken: async () => ({ username: 'ada', token: 'canary-token' }),
  });
  const lent: WheelNetwork[] = [];
  const asked: [string, PromptSubject][] = [];
  const paused: boolean[] = [];
  const requested: string[] = [];
  const passes = createHostPasses();
  const ports = grantPorts(
    tool,
    {
      ...{ agent: { ...defaultAgent, ...agent }, run: newId('run'), call: newId('call') },
      onRequest: (url) => {
        requested.push(url);
        return () => undefined;
      },
      pause: () => {
        paused.push(true);
        return () => paused.push(false);
      },
    },
    {
      folders: {
        workspace: await folder('workspace'),
        undo: await folder('undo'),
      },
      codeSessions: createCodeSessions(await folder('sessions'), async () => true),
      codeOrigins: createCodeOrigins(),
      fileLock: createMemoryLocks(),
      fileIndex: createFileIndex(createWorkspace(root, createMemoryLocks())),
      egress,
      prompts: {
        ask: async ({ subject, tool }) => {
          asked.push([tool, subject]);
          return answer;
        },
      },
      device: { lend: () => new MessageChannel().port1, connect: () => undefined } as never,
      allowHost: async (host, onlyFor) =>
        onlyFor === undefined ? void allowed?.add(host) : passes.give(onlyFor, host),
      passes,
      ipService: async () => 'https://where.example/',
      describePicture: async () => ({ type: 'sees' }),
      author: async () => ({ name: 'Ada', email: 'ada@example.com' }),
      openWheels: async (network) => {
        lent.push(network);
        return createKeptWheels(createMemoryCaches()).openPort(network);
      },
      searchService: async () => ({ id: 'search_open', kind: 'open' }),
    },
    over.signal,
  );
  const control = {
    signal: over.signal,
    ...{ progress: () => undefined, output: () => undefined, limitTime: () => undefined },
  };
  return {
    ...{ ports, lent, asked, paused, requested, over, passes },
    run: (values: Record<string, string>) => runCall(tool, values, ports, control),
  };
}

it('tells the engine of each request of a tool that asks a service', async () => {
  const { host } = await listen();
  const { ports, requested } = await grant('web_search', {}, 'denied', new Set());
  if (!ports.network) throw new Error('It has no network.');
  const { call } = callOver<NetworkApi>(ports.network);
  await call('request', { url: `http://${host}/?q=x`, method: 'GET', headers: {}, maxBytes: 1 });
  expect(requested).toEqual([`http://${host}/?q=x`]);
});

describe('a git tool', () => {
  it('signs in through the engine, and never holds the token', async () => {
    const { heard, host } = await listen();
    const { run } = await grant('git_clone');
    const outcome = await run({ url: `http://${host}/a.git` });
    expect(heard).toEqual([undefined, `Basic ${btoa('ada:canary-token')}`]);
    expect(outcome).toMatchObject({
      type: 'error',
      message: expect.stringContaining(`a token for ${host} under Settings > Git`),
    });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it('asks for a token once, with its deadline paused, and sends the request again', async () => {
    const { heard, host } = await listen();
    const signedIn = [undefined, `Basic ${btoa('ada:canary-token')}`];
    const { run, asked, paused } = await grant('git_clone', {}, 'allowed');
    expect(await run({ url: `http://${host}/a.git` })).toMatchObject({ type: 'error' });
    expect(asked).toEqual([['git_clone', { type: 'git-token', host }]]);
    expect(paused).toEqual([true, false]);
    expect(heard).toEqual([...signedIn, signedIn[1]]);

    const denied = await grant('git_clone');
    await denied.run({ url: `http://${host}/a.git` });
    expect(denied.asked).toHaveLength(1);
    expect(heard.slice(3)).toEqual(signedIn);
  });

  it("keeps to its agent's lists of hosts: others hear nothing", async () => {
    const { heard, host } = await listen();
    for (const hosts of [{ allow: ['git.example'] }, { block: [host] }]) {
      const { run } = await grant('git_clone', { hosts });
      expect(await run({ url: `http://${host}/a.git` })).toMatchObject({
        type: 'error',
        errorType: 'permission_denied',
        message: expect.stringContaining(`This agent may not use ${host}`),
      });
    }
    expect(heard).toEqual([]);
  });

  it.each<[Partial<Agent>]>([[{ isGuarded: true }], [{ deny: ['network'] }]])(
    'of an agent with %o has no network, and says why',
    async (agent) => {
      const { heard, host } = await listen();
      const { ports, run } = await grant('git_clone', agent);
      expect(ports.network).toBeUndefined();
      expect(await run({ url: `http://${host}/a.git` })).toMatchObject({
        type: 'error',
        message: expect.stringMatching(/may not use the network.*guarded mode.*'network' is off.*Agents/),
      });
      expect(heard).toEqual([]);
    },
  );
});

describe('a tool without the capability git', () => {
  const url = (host: string) => `http://${host}/a.git/info/refs?service=git-upload-pack`;

  it.each([
    ['http_request', {}],
    ['execute_shell_command', { deny: ['git'] }],
  ] as const)('(%s) has no author, and gets no token whatever it asks for', async (name, agent) => {
    const { heard, host } = await listen();
    const { ports } = await grant(name, { ...agent, deny: [...('deny' in agent ? agent.deny : [])] });
    expect(ports.git).toBeUndefined();
    if (!ports.network) throw new Error('No network was lent.');
    const { call } = callOver<NetworkApi>(ports.network);
    const request = { url: url(host), method: 'GET', headers: {}, maxBytes: 10, credentials: 'git' } as const;
    expect(await call('request', request)).toMatchObject({ type: 'error', errorType: 'permission_denied' });
    expect(heard).toEqual([]);
  });
});

describe('the shell', () => {
  it('has git with the same author and tokens', async () => {
    const { heard, host } = await listen();
    const { run } = await grant('execute_shell_command');
    const outcome = await run({ command: `git clone http://${host}/a.git || echo "code $?"` });
    expect(outcome).toMatchObject({ type: 'success', result: expect.stringContaining('code 128') });
    expect(heard).toEqual([undefined, `Basic ${btoa('ada:canary-token')}`]);
    const { run: guarded } = await grant('execute_shell_command', { isGuarded: true });
    expect(await guarded({ command: `git clone http://${host}/a.git` })).toMatchObject({
      result: expect.stringContaining('guarded mode'),
    });
    expect(heard).toHaveLength(2);
  });
});

describe('a private host that code requests', () => {
  const curl = (host: string) => ({ command: `curl -s http://${host}/v1; curl -s http://${host}/v2` });

  it('is asked about once, with the deadline paused, and reached once the user allows it', async () => {
    const { heard, host } = await listen();
    const allowed = new Set<string>();
    const { run, asked, paused } = await grant('execute_shell_command', {}, 'allowed', allowed);
    expect(await run(curl(host))).toMatchObject({ type: 'success', metadata: { exit_code: '0' } });
    expect(asked).toEqual([['execute_shell_command', { type: 'host', host }]]);
    expect(paused).toEqual([true, false]);
    expect([...allowed]).toEqual([host]);
    expect(heard).toHaveLength(2);
  });

  it('is reached by this call alone, and not remembered, if the user allows it only this time', async () => {
    const { heard, host } = await listen();
    const allowed = new Set<string>();
    const { run, asked, over, passes } = await grant('execute_shell_command', {}, 'once', allowed);
    expect(await run(curl(host))).toMatchObject({ type: 'success', metadata: { exit_code: '0' } });
    expect(asked).toHaveLength(1);
    expect(heard).toHaveLength(2);
    expect([...allowed]).toEqual([]);
    const next = await grant('execute_shell_command', {}, 'denied', allowed);
    expect(await next.run(curl(host))).toMatchObject({ metadata: { exit_code: '7' } });
    expect(heard).toHaveLength(2);
    over.abort();
    expect(passes.size()).toBe(0);
  });

  it('hears nothing where the user refuses, and the command says where it can be allowed', async () => {
    const { heard, host } = await listen();
    const { run, asked } = await grant('execute_shell_command', {}, 'denied', new Set());
    const command = `curl http://${host}/v1; curl http://10.0.0.1/; curl http://${host}/v2`;
    expect(await run({ command })).toMatchObject({
      type: 'success',
      result: expect.stringContaining('Settings > Allowed addresses'),
      metadata: { exit_code: '7' },
    });
    expect(asked).toHaveLength(1);
    expect(heard).toEqual([]);
  });

  it.each<[string, Partial<Agent>]>([
    ['an agent in guarded mode', { isGuarded: true }],
    ['an agent without the network', { deny: ['network'] }],
    ['an agent whose lists leave it out', { hosts: { allow: ['public.example'] } }],
    ['an agent of the browser', { id: browserAgentId }],
  ])('is not asked about for %s', async (_, agent) => {
    const { heard, host } = await listen();
    const { run, asked } = await grant('execute_shell_command', agent, 'allowed', new Set());
    expect(await run(curl(host))).not.toMatchObject({ metadata: { exit_code: '0' } });
    expect(asked).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('is not asked about for tools that are not code, nor for what reads public pages only', async () => {
    const { heard, host } = await listen();
    const page = await grant('fetch_url', {}, 'allowed', new Set());
    expect(await page.run({ url: `http://${host}/` })).toMatchObject({ errorType: 'permission_denied' });
    const request = await grant('http_request', {}, 'allowed', new Set());
    expect(await request.run({ url: `http://${host}/`, method: 'GET' })).toMatchObject({
      errorType: 'permission_denied',
    });
    if (!request.ports.network) throw new Error('No network was lent.');
    const { call } = callOver<NetworkApi>(request.ports.network);
    expect(await call('ask', { url: `http://${host}/`, method: 'GET' })).toMatchObject({ type: 'error' });
    expect([...page.asked, ...request.asked]).toEqual([]);
    expect(heard).toEqual([]);
  });
});

describe('Python packages', () => {
  it("are kept to the agent's lists of hosts, also those on this device", async () => {
    const { ports, lent } = await grant('run_python', { hosts: { block: ['pypi.org'] }, deny: ['network'] });
    if (!ports.wheels) throw new Error('No wheels were lent.');
    const { call } = callOver<WheelsApi>(ports.wheels);
    expect(await call('list', 'https://pypi.org/simple/six/')).toMatchObject({
      ok: false,
      error: {
        type: 'permission_denied',
        message: expect.stringContaining('may not use pypi.org') as unknown,
      },
    });
    const [network] = lent;
    expect(network?.isOff).toBe(true);
    await expect(network?.admit('https://index.example/')).resolves.toBeUndefined();
    await expect(network?.admit('ftp://index.example/')).rejects.toThrow('Only https');
  });
});

describe('a tool that is not of the network', () => {
  it.each<[boolean, Partial<Agent>]>([
    [true, {}],
    [true, { tools: ['image', 'fetch_url'] }],
    [false, { tools: ['image', 'read_file'] }],
    [
      false,
      { tools: ['image', 'http_request'], approval: { default: 'auto', tools: { http_request: 'deny' } } },
    ],
    [false, { deny: ['network'] }],
    [false, { isGuarded: true }],
  ])('has a network (%s) as its agent has one: %j', async (has, agent) => {
    const { ports } = await grant('image', agent);
    expect(ports.network !== undefined).toBe(has);
  });
});
