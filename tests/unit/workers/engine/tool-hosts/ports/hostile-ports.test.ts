/**
 * Every method of every port, with bad arguments and many calls: each call is answered, without other
 * effects.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import { deviceFeatures, type DeviceFeature } from '#shared/tools/device-feature.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { callOver, serveCalls } from '#shared/rpc/port-calls.ts';
import type { ToolHostPorts } from '#workers/contracts/tool-host-protocol.ts';
import { createKeptWheels } from '#workers/domains/packages/kept-wheels.ts';
import { createDeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';
import { createCodeOrigins } from '#workers/engine/tool-hosts/ports/code-origins.ts';
import { grantPorts } from '#workers/engine/tool-hosts/ports/grant-ports.ts';
import { createHostPasses } from '#workers/network/host-passes.ts';
import { createEgress } from '#workers/network/egress.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import { createFileIndex } from '#workers/storage/workspace/file-index.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { attacksOn, portAttacks, badArguments } from '#tests/fixtures/hostile/port-attacks.ts';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A tool that declares all capabilities, so that it gets every port. */
const everything: ToolDefinition = {
  ...{ name: 'everything', title: 'Everything', description: '', category: 'system' },
  parameters: { type: 'object', properties: {} },
  capabilities: ['files.read', 'files.write', 'network', 'search', 'host', 'models', 'git', 'code'],
  permissions: ['geolocation', 'notifications', 'clipboard-read', 'clipboard-write'],
  features: Object.keys(deviceFeatures) as DeviceFeature[],
  ...{ source: 'built-in', returns: ['output'], contacts: { type: 'any-host', parameters: [] } },
  ...{ timeoutSeconds: 1, repeatable: false, runs: 'code', waitsForUser: true },
};

const session = asId<'session'>('session_1');
const agent: Agent = {
  ...defaultAgent,
  tools: ['*'],
  // Git is allowed, but a push needs approval.
  approval: { default: 'auto', tools: { git_push: 'ask' } },
};

async function setUp() {
  const memory = createMemoryFiles();
  const folder = (name: string) => memory.root.getDirectoryHandle(name, { create: true });
  const over = new AbortController();
  ends.push(() => over.abort());
  const requested: string[] = [];
  const locks = createMemoryLocks();
  const workspace = createWorkspace(await folder('workspace'), locks);
  await workspace.write('secret.txt', 'SECRET');
  const egress = createEgress({
    async fetch(input, init) {
      requested.push(`${new Headers(init?.headers).get('authorization') ?? 'plain'} ${String(input)}`);
      return new Response('');
    },
    online: () => true,
    pageProtocol: 'http:',
    isHostAllowed: () => false,
    relay: async () => undefined,
    reader: async () => undefined,
    searchKey: async () => undefined,
    gitToken: async () => ({ username: 'ada', token: 'canary-token' }),
  });
  const asked: unknown[] = [];
  const device = createDeviceBridge();
  const { port1, port2 } = new MessageChannel();
  ends.push(() => port1.close());
  // The page is trusted; it answers only what the engine asks.
  serveCalls(port1, { device: async () => ({ ok: true, value: null }) });
  device.connect(port2);
  const ports = grantPorts(
    everything,
    { agent, session, run: newId('run'), call: newId('call'), pause: () => () => undefined },
    {
      folders: { workspace: await folder('workspace'), undo: await folder('undo') },
      codeSessions: createCodeSessions(await folder('sessions'), async () => true),
      codeOrigins: createCodeOrigins(),
      fileLock: locks,
      fileIndex: createFileIndex(workspace),
      ...{ egress, device },
      prompts: {
        ask: async ({ subject }) => {
          asked.push(subject);
          return 'denied';
        },
      },
      allowHost: () => Promise.reject(new Error('No host was allowed by the user.')),
      passes: createHostPasses(),
      ipService: async () => 'https://where.example/',
      describePicture: async () => ({ type: 'sees' }),
      author: async () => null,
      openWheels: async (network) => createKeptWheels(createMemoryCaches()).openPort(network),
      searchService: async () => ({ id: 'search_open', kind: 'open' }),
    },
    over.signal,
  );
  return { ports, over, asked, requested, tree: (path: string) => memory.tree(path) };
}

type Port = keyof typeof portAttacks;

/** How each call over a port settled. */
function attack(port: MessagePort, attacks: readonly [method: string, values: unknown[]][]) {
  const { call } = callOver<Record<string, (...values: unknown[]) => unknown>>(port);
  return Promise.allSettled(attacks.map(([method, values]) => call(method, ...values)));
}

/** Methods that hold a lock until the call ends, so calls that wait for it get no answer. */
const holding = new Set(['beginChange', 'beginHold']);

describe.each(Object.keys(portAttacks) as Port[])('the port %s', (name) => {
  const methods = Object.entries<unknown[][]>(portAttacks[name]);

  it('serves exactly the methods that are attacked', async () => {
    const { ports } = await setUp();
    const port = required(ports, name);
    const unknown = await attack(port, [['constructor', []], ['__proto__', []], ...methodsOfOthers(name)]);
    for (const answer of unknown)
      expect(answer).toMatchObject({ status: 'rejected', reason: { message: /There is no method/ } });
    const own = await attack(
      port,
      methods.filter(([method]) => !holding.has(method)).map(([method]) => [method, []]),
    );
    for (const answer of own)
      if (answer.status === 'rejected')
        expect(answer.reason).not.toMatchObject({ message: expect.stringContaining('There is no method') });
  });

  it('answers bad arguments, and does nothing outside what was granted', async () => {
    const { ports, asked, requested, tree } = await setUp();
    const attacks = attacksOn('granted.txt', 'https://pwned.example/a').filter(
      ([method]) => method in portAttacks[name] && !holding.has(method),
    );
    expect(attacks.length).toBeGreaterThanOrEqual(badArguments.length);
    await attack(required(ports, name), attacks);
    expect(Object.keys(tree('undo')).filter((path) => path.includes('pwned'))).toEqual([]);
    expect(JSON.stringify(tree('sessions'))).not.toContain('pwned');
    expect(requested.filter((line) => /receive-pack/i.test(decodeURIComponent(line)))).toEqual([]);
    for (const subject of asked)
      if (JSON.stringify(subject).includes('device'))
        expect(subject).toMatchObject({ action: { url: expect.any(String) as unknown } });
  });

  it('survives many calls, and is closed after the end of the call', async () => {
    const { ports, over, requested, asked } = await setUp();
    const port = required(ports, name);
    const many = attacksOn('granted.txt', 'https://pwned.example/a').filter(
      ([method]) => method in portAttacks[name],
    );
    const pending = attack(port, Array.from({ length: 20 }, () => many).flat());
    const { call } = callOver<Record<string, (...values: unknown[]) => unknown>>(port);
    const answered = vi.fn();
    over.abort();
    const counts = () => [requested.length, asked.length];
    const before = counts();
    call('stat', 'secret.txt').then(answered, answered);
    await Promise.race([pending, new Promise((resolve) => setImmediate(() => setImmediate(resolve)))]);
    expect(answered).not.toHaveBeenCalled();
    expect(counts()).toEqual(before);
  });
});

it("keeps the engine's own records from the session port, whatever names them", async () => {
  const { ports } = await setUp();
  const answers = await attack(required(ports, 'session'), [
    ['write', ['processes', 'pwned']],
    ['write', [['processes'], 'pwned']],
  ]);
  expect(answers).toMatchObject([
    { value: { ok: false, error: { type: 'permission_denied' } } },
    {
      value: {
        ok: false,
        error: { message: 'The tool sent no valid name of a state, so nothing was done.' },
      },
    },
  ]);
});

function required(ports: ToolHostPorts, name: Port): MessagePort {
  const port = ports[name];
  if (!port) throw new Error(`The tool was lent no port '${name}'.`);
  return port;
}

function methodsOfOthers(name: Port): [string, unknown[]][] {
  return Object.values(portAttacks)
    .flatMap((port) => Object.keys(port))
    .filter((method) => !(method in portAttacks[name]))
    .map((method) => [method, []]);
}
